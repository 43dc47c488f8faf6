/** The outcomes of submissions, as a list that begins after an offset. */
import { requireReadAs, requireUser } from './auth.ts';
import { int64, list, object, or, text } from './decode.ts';
import { LedgerError, missingField } from './errors.ts';
import { rejectMalformed } from './parties/book.ts';
import type { Json } from './projections-events.ts';
import { ok } from './reply.ts';
import { canReadAsAny } from './rights.ts';
import { type Call, post, type Route } from './route.ts';
import type { Completion } from './updates/model.ts';
import {
  checkpoint,
  endsWithCheckpoint,
  limited,
  rejectBeyondEnd,
  rejectNegative,
  rejectPruned,
} from './updates/range.ts';

/** The user that a body names, or else the caller. In open mode there is no caller: 400 INVALID_TOKEN. */
export function userOf({ caller }: Call, named: string): string {
  const user = named === '' ? caller.userId : named;
  if (user !== undefined) return user;
  throw new LedgerError('INVALID_TOKEN', 3, 'Neither the request nor a token names a user.');
}

/** Rejects an empty list of parties and malformed ones, with 400. */
export function rejectBadParties(field: string, parties: readonly string[]): void {
  if (parties.length === 0) throw missingField(field);
  rejectMalformed(parties);
}

const body = object({
  userId: or(text, ''),
  parties: or(list(text), []),
  beginExclusive: or(int64, 0),
});

/** The completions of one user for those parties. The list is open, so its last element is a checkpoint. */
export const COMPLETIONS: Route = post('/v2/commands/completions', {
  body,
  query: { limit: 'long', stream_idle_timeout_ms: 'long' },
  authorise: (call) => {
    const { parties, userId } = call.body;
    requireReadAs(call, parties);
    if (!canReadAsAny(call.caller.rights)) requireUser(call, userId);
  },
  handle: (call, { history }) => {
    const { parties, userId, beginExclusive } = call.body;
    const user = userOf(call, userId);
    rejectBadParties('parties', parties);
    rejectNegative('beginExclusive', beginExclusive);
    rejectBeyondEnd(history, 'beginExclusive', beginExclusive);
    rejectPruned(history, 'beginExclusive', beginExclusive);
    const own = history.completions
      .filter(({ offset, userId: of }) => offset > beginExclusive && of === user)
      .map((one) => ({ ...one, actAs: one.actAs.filter((party) => parties.includes(party)) }))
      .filter(({ actAs }) => actAs.length > 0)
      .map((one): Json => ({ Completion: { value: completionJson(one) } }));
    const end = endsWithCheckpoint(history, beginExclusive) ? [checkpoint(history)] : [];
    const elements = limited(history, call.query, [...own, ...end]);
    return ok(elements.map((completionResponse) => ({ completionResponse })));
  },
});

function completionJson(completion: Completion): Json {
  const { status, deduplication, synchronizerId, recordTime, trace, cost, ...kept } = completion;
  return {
    ...kept,
    status: { ...status, details: [] },
    deduplicationPeriod: deduplication,
    traceContext: trace,
    synchronizerTime: { synchronizerId, recordTime },
    paidTrafficCost: cost,
  };
}
