/** What a ledger makes of the token of the run: whom it stands for, and whether an altered one is believed. */
import {
  type Alteration,
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
} from '../../src/index.ts';
import type { Area, Ledger } from './chapter.ts';
import { UNVERIFIED } from './errors.ts';
import { unguarded, withoutToken } from './probes.ts';
import { acceptableCalls, requestsOf } from './questions.ts';
import { all, sequence, textIn } from './sequences.ts';

/** One operation of each area: a server may check tokens in each of them by itself. */
const AREAS = [
  ...['authenticated-user', 'ledger-end', 'packages-list', 'users-list', 'parties-list'],
  ...['active-contracts', 'updates'],
];

export const tokenTrust: Area = (ledger) => [
  ...standsForItsSubject(ledger),
  ...AREAS.map((chapter) => notBelieved(ledger.operation(chapter))),
];

/** The current user is the subject of the token, read from the token itself and not from a response. */
function standsForItsSubject(ledger: Ledger): readonly Requirement[] {
  const own = ledger.operation('authenticated-user');
  const subjectOf = ({ caller: [caller] }: Fixtures): string => caller?.subject ?? 'assay';
  const asked = sequence(own, {
    name: 'own-subject',
    sends: 'who asks, and the user that the token of the run names as its subject',
    // The lookup may be denied to a user who is not the subject.
    aboutCredentials: true,
    notApplicableWhen: (f) =>
      unguarded(f) ??
      (f.caller[0] && f.caller[0].subject === undefined
        ? 'the token of the run names no subject that can be read'
        : undefined),
    steps: (f) => ({
      self: call(own),
      subject: call(ledger.operation('user'), { path: { 'user-id': subjectOf(f) } }),
    }),
  });
  const another = ({ self }: { self: CompleteExchange }, subject: string): CheckResult => {
    const id = textIn(self.response.body, 'user', 'id');
    if (id === undefined) return undefined;
    return id === subject ? [] : [finding('/user/id', `${subject}, the subject`, describe(id))];
  };
  const subjectIn = ({ request }: CompleteExchange): string =>
    decodeURIComponent(request.path.replace(/^.*\/users\//, ''));
  return [
    asked.expects({
      name: 'is-the-subject-of-its-token',
      clause: 'authenticated-user-is-returned',
      statement:
        'Where a user has the id that the token names as its subject, this is the user who asks.',
      cause: 'A fixed user, or the user of the last request, stands in for the one who asks.',
      fix: 'Take the id from the subject of the token of this very request.',
      given: ['self', 'subject'],
      judge: (at) => {
        const subject = subjectIn(at.subject);
        const isUser = textIn(at.subject.response.body, 'user', 'id') === subject;
        return isUser ? another(at, subject) : undefined;
      },
    }),
    asked.expects({
      name: 'subject-is-the-user-id',
      level: 'SHOULD',
      clause: 'subjects-are-user-ids',
      statement: 'The id of the user who asks is the subject of the token.',
      cause:
        'Something between the client and the ledger exchanges tokens, or the ledger reads the user from another claim.',
      fix: 'Issue tokens whose subject is the id of the user.',
      given: ['self'],
      judge: (at) => another(at, subjectIn(at.subject)),
    }),
  ];
}

const altered = (plain: Call, alteration: Alteration): Call => ({ ...plain, altered: alteration });

/** Tokens made from the one of the run: each differs in one part, and none of them was issued. */
function notBelieved(operation: Operation): Requirement {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  const asked = sequence(operation, {
    name: 'altered-tokens',
    sends:
      'a good request; without a token; and with the token of the run with another signature, with another subject, and unsigned',
    aboutCredentials: true,
    ...(needs === undefined ? {} : { needs }),
    notApplicableWhen: (f) =>
      unguarded(f) ??
      (f.caller[0] && f.caller[0].signed === undefined
        ? 'the run has no signed token that could be altered'
        : notApplicableWhen?.(f)),
    steps: (f) => {
      const [good = call(operation)] = acceptableCalls(operation, f);
      const other = f.users.find((id) => id !== f.caller[0]?.subject && id !== f.caller[0]?.userId);
      return {
        known: good,
        tokenless: withoutToken(good),
        signature: altered(good, 'signature'),
        subject: altered(good, { subject: other ?? 'participant_admin' }),
        unsigned: altered(good, 'unsigned'),
      };
    },
  });
  return asked.expects({
    name: 'altered-token-refused',
    clause: 'credentials-are-bearer-tokens',
    statement:
      'A good token is refused once its signature or its subject is altered, or the signature is left out.',
    cause:
      'The token is decoded and its claims are believed, its algorithm may be none, or a cache knows tokens by their claims.',
    fix: "Verify the signature over the whole token with the issuer's keys and a fixed algorithm before a claim is read.",
    given: ['known'],
    judge: ({ tokenless, signature, subject, unsigned }) => {
      // Where no token is needed none is believed; needs-a-token shows that.
      if (tokenless.response.status === 200) return 'inapplicable';
      return all(
        believed('with an altered signature', signature),
        believed('with an altered subject', subject),
        believed('with no signature', unsigned),
      );
    },
  });
}

/** Only a response that lets the request through shows that the token was believed. */
function believed(how: string, { response: { status } }: CompleteExchange): CheckResult {
  if (status === 200) return [finding(`status ${how}`, '401 or 403', `200: ${UNVERIFIED}`)];
  return status === 401 || status === 403 ? [] : undefined;
}
