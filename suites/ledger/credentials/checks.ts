/** What chapters check of the caller, and what they send in place of its token. */
import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { describe, sent, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { canonical, member } from '../../kit/json.ts';
import {
  all,
  isAccepted,
  isTurnedAway,
  shownText,
  unless,
  unlessStatus,
  whereGuarded,
} from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { idIn } from '../requests/members.ts';
import { withForgedToken, withoutToken } from '../requests/probes.ts';
import { expectsDistrust, expectsUnauthenticated, UNVERIFIED } from '../responses/errors.ts';
import { denied, lacksRight } from './authorization.ts';
import { asksForToken } from './credentials.ts';

/** In place of the token of the run; an altered one was never issued. */
export const CREDENTIALS: Readonly<Record<string, (plain: Call, fixtures: Fixtures) => Call>> = {
  none: withoutToken,
  forged: (plain) => withForgedToken(plain),
  'other-subject': (plain, { users, caller: [caller] }) => {
    const other = users.find((id) => id !== caller?.subject && id !== caller?.userId);
    return { ...plain, altered: { subject: other ?? 'participant_admin' } };
  },
  'other-signature': (plain) => ({ ...plain, altered: 'signature' }),
  unsigned: (plain) => ({ ...plain, altered: 'unsigned' }),
};

/** The current user has the id of the subject, which is read from the token, if a user with this id is shown. */
function isSubject(self: CompleteExchange, subject: CompleteExchange): CheckResult {
  const [named, id] = [idIn(subject), shownText(self, 'user', 'id')];
  if (id === undefined || shownText(subject, 'user', 'id') !== named) return undefined;
  return unless(id === named, '/user/id', worded`${named}, the subject`, describe(id));
}

/** The other paths do not show the content of the known one. */
function hidesContent(
  known: CompleteExchange,
  tokenless: CompleteExchange,
  ...[slash, doubled, forgedSlash, forgedDoubled]: readonly CompleteExchange[]
): CheckResult {
  return whereGuarded(tokenless, () =>
    Object.entries({ slash, doubled, forgedSlash, forgedDoubled }).flatMap(([way, other]) => {
      // Any other response hides the content; 404 is as good as a rejection.
      const isContent = canonical(other?.response.body) === canonical(known.response.body);
      const isShown = other?.response.status === 200 && isContent;
      const actual = worded`${statuses(200)} with the content`;
      return unlessStatus(!isShown, 401, actual, { of: way });
    }),
  );
}

const rejectsHead = (
  tokenless: CompleteExchange,
  ...heads: readonly CompleteExchange[]
): CheckResult =>
  whereGuarded(tokenless, () =>
    heads.flatMap(({ response: { status } }) =>
      unlessStatus(status !== 200, 401, 200, { of: 'HEAD' }),
    ),
  );

const ALTERED = { signature: 'with an altered signature', unsigned: 'with no signature' } as const;

/** Only an accepted request shows that the token was trusted; a redirect to a login shows that it was not. */
function distrusts(exchange: CompleteExchange): CheckResult {
  const { altered } = exchange.request;
  const how = typeof altered === 'string' ? ALTERED[altered] : 'with an altered subject';
  if (isAccepted(exchange))
    return [wrongStatus([401, 403], worded`${statuses(200)}: ${UNVERIFIED}`, { sent: how })];
  return isTurnedAway(exchange) ? [] : undefined;
}

const isUntrusted = (...altered: readonly CompleteExchange[]): CheckResult =>
  all(...altered.map(distrusts));

/** An empty prepared transaction in the ledger's own encoding, so that a server that executes it changes nothing. */
export const EMPTY_TRANSACTION = 'EgA=';

/** For another prepared transaction than the ledger's own, a 400 may be about its bytes, which may be read before the token. */
const unlessUnread =
  (judge: Check): Check =>
  (exchange) => {
    const prepared = member(sent(exchange.request), 'preparedTransaction');
    const isEmpty = prepared === EMPTY_TRANSACTION || prepared === '';
    return isEmpty && exchange.response.status === 400 ? undefined : judge(exchange);
  };

export const CREDENTIAL_CHECKS = {
  ...{ isSubject, hidesContent, rejectsHead, isUntrusted },
  ...{ isDenied: denied, hasStatusOfDenial: lacksRight },
  isUnauthenticated: unlessUnread(expectsUnauthenticated),
  isDistrusted: unlessUnread(expectsDistrust),
  asksForToken: unlessUnread(asksForToken),
};
