/** The outcomes of submissions, as a list that begins after an offset. */
import { anyCaller, requireReadAs, requireReadAsAny, requireUser } from './auth.ts';
import { type Decoded, int64, list, object, or, text } from './decode.ts';
import { LedgerError, missingField, notFound } from './errors.ts';
import type { History } from './history.ts';
import { rejectMalformed } from './parties/book.ts';
import type { Json } from './projections-events.ts';
import { ok } from './reply.ts';
import { canReadAs, canReadAsAny } from './rights.ts';
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
import { isSince, type Release } from './versions.ts';

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
    const isOfUser = ({ userId: of }: Completion): boolean => of === user;
    return ok(listedAfter(history, call.query, beginExclusive, parties, isOfUser));
  },
});

const ofPartiesBody = object({
  parties: or(list(text), []),
  beginExclusive: or(int64, 0),
});

/** The completions of those parties, or of any party, whoever submitted the commands. */
export const COMMAND_COMPLETIONS: Route = post('/v2/commands/command-completions', {
  since: '3.5.7',
  body: ofPartiesBody,
  query: { limit: 'long', stream_idle_timeout_ms: 'long' },
  authorise: (call) => {
    const { parties } = call.body;
    if (parties.length === 0) requireReadAsAny(call);
    else requireReadAs(call, parties);
  },
  handle: ({ body: given, query }, { history }) => {
    const { parties, beginExclusive } = given;
    rejectMalformed(parties);
    return ok(listedAfter(history, query, beginExclusive, parties));
  },
});

/** The completions of these parties, or of any if there are none, after an offset. */
function listedAfter(
  history: History,
  query: URLSearchParams,
  beginExclusive: number,
  parties: readonly string[],
  ofUser: (completion: Completion) => boolean = () => true,
): readonly Json[] {
  rejectNegative('beginExclusive', beginExclusive);
  rejectBeyondEnd(history, 'beginExclusive', beginExclusive);
  rejectPruned(history, 'beginExclusive', beginExclusive);
  const isShown = (party: string): boolean => parties.length === 0 || parties.includes(party);
  const own = history.completions
    .filter((one) => one.offset > beginExclusive && ofUser(one))
    .map((one) => ({ ...one, actAs: one.actAs.filter(isShown) }))
    .filter(({ actAs }) => actAs.length > 0)
    .map((one): Json => ({ Completion: { value: completionJson(one, history.seed.version) } }));
  const end = endsWithCheckpoint(history, beginExclusive) ? [checkpoint(history)] : [];
  const elements = limited(history, query, [...own, ...end]);
  return elements.map((completionResponse) => ({ completionResponse }));
}

function completionJson(completion: Completion, version: Release): Json {
  const { status, deduplication, synchronizerId, recordTime, trace, cost, ...others } = completion;
  const { externalHash, ...kept } = others;
  return {
    ...kept,
    status: { ...status, details: [] },
    deduplicationPeriod: deduplication,
    traceContext: trace,
    synchronizerTime: { synchronizerId, recordTime },
    paidTrafficCost: cost,
    ...(isSince(version, '3.6') && { transactionHash: externalHash ?? null }),
  };
}

const byHashBody = object({ transactionHash: text });
type ByHash = Decoded<typeof byHashBody>;

/** The outcomes of the submissions with this hash that the caller may read, the latest rejected ones first. */
export const COMPLETION_BY_HASH: Route = post<ByHash>('/v2/commands/completion-by-hash', {
  since: '3.6',
  body: byHashBody,
  authorise: anyCaller,
  handle: ({ body: { transactionHash }, caller }, { history, version }) => {
    if (transactionHash === '') throw missingField('transactionHash');
    const mayRead = (party: string): boolean => caller.open || canReadAs(caller.rights, party);
    const found = history.completions.filter(
      ({ externalHash, actAs }) => externalHash === transactionHash && actAs.some(mayRead),
    );
    if (found.length === 0)
      throw notFound('COMPLETION_NOT_FOUND', 'TRANSACTION_HASH', transactionHash);
    const accepted = found.find(({ status }) => status.code === 0);
    const rejected = found.filter(({ status }) => status.code !== 0).toReversed();
    return ok({
      acceptedCompletion: accepted === undefined ? null : completionJson(accepted, version),
      lastRejectedCompletions: rejected.map((one) => completionJson(one, version)),
    });
  },
});
