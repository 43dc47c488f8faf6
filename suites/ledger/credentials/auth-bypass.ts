/** Requests that try to bypass authentication: another method, another spelling of the path, an altered token. */
import type { CheckResult, CompleteExchange, Operation } from '../../../src/kit.ts';
import { call, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { canonical } from '../../kit/json.ts';
import { all, isAccepted, isTurnedAway, unlessStatus, whereGuarded } from '../../kit/judges.ts';
import type { Area } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { withForgedToken, withoutToken } from '../requests/probes.ts';
import { unguarded } from '../requests/request-parts.ts';
import { acceptableCalls, requestsOf } from '../requests/requests.ts';
import { UNVERIFIED } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('5-authentication', 'credentials/auth-bypass.ts');

/** One operation of each area, because a server may check tokens separately in each. */
const AREAS = [
  ...['authenticated-user', 'ledger-end', 'packages-list', 'users-list', 'parties-list'],
  ...['active-contracts', 'updates'],
];

export const authBypass: Area = (ledger) => [
  ...otherPaths(ledger.operation('participant-id')),
  ...AREAS.flatMap((name) => alteredToken(ledger.operation(name))),
];

function otherPaths(operation: Operation) {
  const plain = call(operation);
  const head = call(operation, { method: 'HEAD' });
  const slash = { ...plain, path: `${plain.path}/` };
  const doubled = { ...plain, path: plain.path.replace('/v2/', '/v2//') };
  return scenario(operation, {
    name: 'auth-bypass',
    clause: 'missing-credentials-are-unauthenticated',
    sends:
      'a valid request without a token; and the request as HEAD, with a trailing slash, and with a doubled slash, each without a token and with a forged one',
    aboutCredentials: true,
    needs: 'caller',
    notApplicableWhen: unguarded,
    steps: () => ({
      known: plain,
      tokenless: withoutToken(plain),
      head: withoutToken(head),
      slash: withoutToken(slash),
      doubled: withoutToken(doubled),
      forgedHead: withForgedToken(head),
      forgedSlash: withForgedToken(slash),
      forgedDoubled: withForgedToken(doubled),
    }),
  }).rules(
    rule('extra-slash-needs-token', {
      given: ['known'],
      judge: ({ known, tokenless, slash: one, doubled: two, forgedSlash, forgedDoubled }) =>
        whereGuarded(tokenless, () =>
          Object.entries({ slash: one, doubled: two, forgedSlash, forgedDoubled }).flatMap(
            ([way, { response }]) => {
              // Any other response hides the content; 404 is as good as a rejection.
              const isContent = canonical(response.body) === canonical(known.response.body);
              const isShown = response.status === 200 && isContent;
              const actual = worded`${statuses(200)} with the content`;
              return unlessStatus(!isShown, 401, actual, { of: way });
            },
          ),
        ),
    }),
    rule('head-needs-token', {
      given: ['known'],
      judge: ({ tokenless, head: one, forgedHead }) =>
        whereGuarded(tokenless, () =>
          [one, forgedHead].flatMap(({ response: { status } }) =>
            unlessStatus(status !== 200, 401, 200, { of: 'HEAD' }),
          ),
        ),
    }),
  );
}

/**
 * Tokens that differ from the token of the run in one part; none of them was issued. One reader checks the tokens of all
 * operations, so the first one has every such token; whether it is called at all, one token shows.
 */
function alteredToken(operation: Operation) {
  const isFirst = operation.name === AREAS[0];
  return scenario(operation, {
    name: 'altered-tokens',
    clause: 'credentials-are-bearer-tokens',
    sends: `a valid request; and the same request with the token of the run changed: with another subject${isFirst ? ', with another signature, and unsigned' : ''}`,
    aboutCredentials: true,
    asGood: true,
    needs: 'caller',
    notApplicableWhen: (f) =>
      unguarded(f) ??
      (f.caller[0] && f.caller[0].signed === undefined
        ? 'the run has no signed token to alter'
        : requestsOf(operation)?.notApplicableWhen?.(f)),
    steps: (f) => {
      const [good = call(operation)] = acceptableCalls(operation, f);
      const other = f.users.find((id) => id !== f.caller[0]?.subject && id !== f.caller[0]?.userId);
      return {
        known: good,
        subject: { ...good, altered: { subject: other ?? 'participant_admin' } },
        ...(isFirst && {
          signature: { ...good, altered: 'signature' as const },
          unsigned: { ...good, altered: 'unsigned' as const },
        }),
      };
    },
  }).rules(
    rule('rejects-altered-token', {
      given: ['known'],
      judge: (at) =>
        all(
          trusted('with an altered subject', at.subject),
          ...(isFirst
            ? [
                trusted('with an altered signature', at.signature),
                trusted('with no signature', at.unsigned),
              ]
            : []),
        ),
    }),
  );
}

/** Only an accepted request shows that the token was trusted; a redirect to a login shows that it was not. */
function trusted(how: string, exchange: CompleteExchange): CheckResult {
  if (isAccepted(exchange))
    return [wrongStatus([401, 403], worded`${statuses(200)}: ${UNVERIFIED}`, { sent: how })];
  return isTurnedAway(exchange) ? [] : undefined;
}
