/** Changes that must be rejected without the right credentials: without a token, with a forged one, without the right. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import type { Test } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { IRREVERSIBLE } from '../commands/submission-laws.ts';
import { actors, effectsOf, endOf, freshId, submission } from '../commands/submissions.ts';
import { expectsDistrust, expectsUnauthenticated } from '../laws/errors.ts';
import {
  allocating,
  freshHint,
  mask,
  scratchProvider,
  scratchUser,
  startingWith,
} from '../laws/scratch.ts';
import { ABSENT } from '../requests/formats.ts';
import { unguarded, withForgedToken, withoutToken } from '../requests/probes.ts';
import { userOf } from '../requests/request-parts.ts';
import { sequence } from '../requests/sequences.ts';
import { credentialLaws } from './credentials.ts';
import { rightOf } from './rights.ts';

/** What a change is made of. The tag differs for each case, and the letter for each request of a case. */
interface Making {
  readonly ledger: Ledger;
  readonly operation: Operation;
  readonly fixtures: Fixtures;
  readonly tag: string;
  readonly letter: string;
  /** The response to the request before the change. */
  readonly lead?: unknown;
}

interface Write {
  readonly sends: string;
  readonly about: Pick<Probe, 'effect' | 'needs' | 'alone'>;
  /** The request before the change; its response is `lead`. */
  readonly lead?: (ledger: Ledger, fixtures: Fixtures) => Call;
  /** A scratch resource that exists for the case. */
  readonly scratch?: (
    ledger: Ledger,
    id: string,
  ) => { readonly create: Call; readonly remove: Call };
  readonly change: (making: Making) => Call;
  /** The same change where only its right is tested, if it differs: it must not need a scratch resource. */
  readonly plainly?: (making: Making) => Call;
}

const idOf = ({ tag }: Making): string => `assay-u${tag}`;
const otherOf = ({ tag, letter }: Making): string => `assay-u${tag}-${letter}`;

const ofUser = (json?: (id: string) => object): Omit<Write, 'sends'> => ({
  about: { effect: 'reversible' },
  scratch: scratchUser,
  change: (making) =>
    call(making.operation, { path: { 'user-id': idOf(making) }, json: json?.(idOf(making)) }),
});

const ofProvider = (json?: (making: Making) => object): Omit<Write, 'sends'> => ({
  about: { effect: 'reversible' },
  scratch: scratchProvider,
  change: (making) =>
    call(making.operation, { path: { 'idp-id': idOf(making) }, json: json?.(making) }),
});

const CHANGES_SCRATCH = 'a good change of a scratch resource';

/** A right for an unknown party: a user with it can do no more than before. */
const rights = (party: string) => [{ kind: { CanReadAs: { value: { party } } } }];
const ofRights = (): Write => ({
  sends: CHANGES_SCRATCH,
  ...ofUser((userId) => ({ userId, rights: rights(ABSENT.party) })),
  plainly: ({ ledger, operation, fixtures }) => {
    const userId = userOf(fixtures);
    const of = (one: Operation): Call =>
      call(one, {
        path: { 'user-id': userId },
        json: { userId, rights: rights(`other-${ABSENT.party}`) },
      });
    return operation.name === 'user-rights-grant'
      ? { ...of(operation), undo: of(ledger.operation('user-rights-revoke')) }
      : of(operation);
  },
});

const upload: Write = {
  sends: 'an archive that may be uploaded',
  about: { effect: 'irreversible', needs: 'dars' },
  change: ({
    operation,
    fixtures: {
      dars: [bytes = ''],
    },
  }) => call(operation, { bytes }),
};

const vetting: Write = {
  sends: 'a request to unvet an unknown package',
  about: { effect: 'undecodable' },
  change: ({ operation }) => call(operation, { json: operation.harmless }),
};

const submitting = (body: (command: object, fixtures: Fixtures) => object): Write => ({
  sends: 'a command that may be submitted',
  about: IRREVERSIBLE,
  lead: endOf,
  change: ({ operation, fixtures, tag, letter, lead }) =>
    call(operation, {
      json: body(submission(fixtures, freshId(`${letter}${tag}`, lead)), fixtures),
    }),
});

const WRITES: Readonly<Record<string, Write>> = {
  'package-vetting-update': vetting,
  'package-vetting-change': vetting,
  'users-create': {
    sends: 'a new user',
    ...ofUser(),
    change: (making) => scratchUser(making.ledger, otherOf(making)).create,
  },
  'user-update': {
    sends: CHANGES_SCRATCH,
    ...ofUser((id) => ({ user: { id }, updateMask: mask('is_deactivated') })),
  },
  'user-delete': { sends: CHANGES_SCRATCH, ...ofUser() },
  'user-rights-grant': ofRights(),
  'user-rights-revoke': ofRights(),
  'user-identity-provider': {
    sends: CHANGES_SCRATCH,
    ...ofUser((userId) => ({
      userId,
      sourceIdentityProviderId: '',
      targetIdentityProviderId: ABSENT.identityProvider,
    })),
  },
  'identity-providers-create': {
    sends: 'a new identity provider',
    ...ofProvider(),
    change: (making) => scratchProvider(making.ledger, otherOf(making)).create,
  },
  'identity-provider-update': {
    sends: CHANGES_SCRATCH,
    ...ofProvider((making) => ({
      ...(sent(scratchProvider(making.ledger, idOf(making)).create) as object),
      updateMask: mask('is_deactivated'),
    })),
  },
  'identity-provider-delete': { sends: CHANGES_SCRATCH, ...ofProvider() },
  'parties-allocate': {
    sends: 'a new party',
    about: { effect: 'irreversible' },
    lead: (ledger, fixtures) => startingWith(ledger.operation('parties-list'), 'assay-', fixtures),
    change: ({ operation, fixtures, tag, letter, lead }) =>
      allocating(operation, fixtures, freshHint(`${letter}${tag}`, lead)),
  },
  'dars-upload': upload,
  'packages-upload': upload,
  submit: submitting((command) => command),
  'submit-and-wait': submitting((command) => command),
  'submit-and-wait-for-transaction-tree': submitting((command) => command),
  'submit-and-wait-for-transaction': submitting((commands, fixtures) => ({
    commands,
    transactionFormat: effectsOf(actors(fixtures)),
  })),
};

/** Each change without a token and with a forged one. */
export const unauthenticatedWrites: Area = (ledger): readonly Requirement[] =>
  Object.entries(WRITES).flatMap(([name, { sends, about, lead, scratch, change }]) => {
    const operation = ledger.operation(name);
    const life = sequence<'missing' | 'forged'>(operation, {
      ...about,
      name: 'unauthenticated',
      sends: `${sends}, without a token and with a forged one`,
      aboutCredentials: true,
      notApplicableWhen: unguarded,
      steps: (fixtures, tag) => {
        const { create, remove } = scratch?.(ledger, `assay-u${tag}`) ?? {};
        const made = (letter: string, bodies: Readonly<Record<string, unknown>>): Call =>
          change({ ledger, operation, fixtures, tag, letter, lead: bodies['lead'] });
        return {
          ...(remove && { clear: remove }),
          ...(create && { lead: create }),
          ...(lead && { lead: lead(ledger, fixtures) }),
          missing: (bodies) => withoutToken(made('n', bodies)),
          forged: (bodies) => withForgedToken(made('f', bodies)),
          ...(remove && { remove }),
        };
      },
    });
    return credentialLaws({
      operation,
      missing: life.test({ judge: ({ missing }) => expectsUnauthenticated(missing) }),
      forged: life.test({ judge: ({ forged }) => expectsDistrust(forged) }),
    });
  });

/** The change of a user without its right; `undefined` for operations whose right is not tested by a change. */
export function writeAsPlainUser(
  ledger: Ledger,
  operation: Operation,
  {
    notApplicableWhen,
    judge,
  }: Required<Pick<Probe, 'notApplicableWhen'>> & {
    readonly judge: (exchange: CompleteExchange) => CheckResult;
  },
): Test | undefined {
  const write = WRITES[operation.name];
  if (write === undefined || rightOf(operation) !== 'administrator') return undefined;
  const { sends, about, change, plainly = change } = write;
  const life = sequence(operation, {
    ...about,
    ...(about.needs === 'dars' && { alone: true }),
    name: 'as-a-plain-user',
    sends: `${sends}, by a user without administrative rights`,
    aboutCredentials: true,
    notApplicableWhen,
    steps: (fixtures, tag) => ({
      // Keeps the name new if the case is sent again.
      lead: startingWith(ledger.operation('parties-list'), 'assay-', fixtures),
      change: ({ lead }) => plainly({ ledger, operation, fixtures, tag, letter: 'd', lead }),
    }),
  });
  return life.test({ judge: (at) => judge(at.change) });
}
