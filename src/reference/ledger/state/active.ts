/** The contracts that are active at an offset: as a list, and from 3.5 in pages. */

import { type Move, placeAt, stakeholders, type Tracked } from '../contracts/model.ts';
import { bool, type Decoded, int32, int64, object, optional, or, text } from '../decode.ts';
import { invalidArgument, LedgerError } from '../errors.ts';
import { type EventFormat, eventFormat, transactionFilter } from '../filters/decode.ts';
import { requireFormats, type View, viewOf } from '../filters/filters.ts';
import type { Ledger } from '../ledger.ts';
import { createdEvent, type Json, unassignedEvent } from '../projections-events.ts';
import { ok } from '../reply.ts';
import { get, post, type Route } from '../route.ts';
import { eventFormatOf } from '../updates/formats.ts';
import { limited, rejectBeyondEnd, rejectNegative, rejectPruned } from '../updates/range.ts';
import { isSince, type Release } from '../versions.ts';
import { numbersIn, readToken, tokenFor } from './tokens.ts';

/** An entry, and the position of its contract in the order of creation. */
interface Entry {
  readonly place: number;
  /** The workflow of the update that made the contract active; empty if that is pruned. */
  readonly workflowId: string;
  readonly contractEntry: Json;
}

/** The entries at an offset, in the order of creation. 400 for a negative or pruned offset, and for a later one. */
function entriesAt(
  ledger: Ledger,
  format: EventFormat | undefined,
  offset: number,
): readonly Entry[] {
  const { history } = ledger;
  rejectNegative('activeAtOffset', offset);
  const view = viewOf(ledger, format);
  rejectBeyondEnd(history, 'activeAtOffset', offset);
  if (offset === 0) return [];
  rejectPruned(history, 'activeAtOffset', offset);
  return [...history.contracts.values()].flatMap((tracked, place) => {
    const entry = entryOf(ledger, view, tracked, offset);
    return entry === undefined ? [] : [{ place, ...entry }];
  });
}

function entryOf(
  { version, history }: Ledger,
  view: View,
  tracked: Tracked,
  offset: number,
): Omit<Entry, 'place'> | undefined {
  const { contract } = tracked;
  const at = placeAt(tracked, offset);
  const sight = at && view.sight(contract, stakeholders(contract));
  if (at === undefined || sight === undefined) return undefined;
  const { offset: since, nodeId } = standing(tracked, at.last);
  const event = createdEvent(contract, { offset: since, nodeId, acsDelta: true }, sight, version);
  const update = history.at(at.moving && at.last ? at.last.offset : since);
  const workflowId = update === undefined || update.kind === 'topology' ? '' : update.workflowId;
  if (at.moving && at.last !== undefined) {
    const value = { createdEvent: event, unassignedEvent: unassignedEvent(at.last, sight) };
    return { workflowId, contractEntry: { JsIncompleteUnassigned: value } };
  }
  const reassignmentCounter = at.last?.counter ?? 0;
  const { synchronizerId } = at;
  const value = { createdEvent: event, synchronizerId, reassignmentCounter };
  return { workflowId, contractEntry: { JsActiveContract: value } };
}

/** The place of the creation or of the last assignment. */
function standing(
  { contract, moves }: Tracked,
  last: Move | undefined,
): { offset: number; nodeId: number } {
  if (last === undefined) return contract;
  const assigned = moves.findLast(({ kind, offset }) => kind === 'assign' && offset <= last.offset);
  return assigned ?? contract;
}

function rendered({ workflowId, contractEntry }: Entry, version: Release, token: string): Json {
  const entry = { workflowId, contractEntry };
  return isSince(version, '3.5') ? { ...entry, streamContinuationToken: token } : entry;
}

const listBody = object({
  filter: optional(transactionFilter),
  verbose: or(bool, false),
  eventFormat: optional(eventFormat),
  activeAtOffset: or(int64, 0),
  streamContinuationToken: or(text, ''),
});

/** The position in a page token; -1 without a token. */
function placeAfter(request: unknown, token: string): number {
  if (token === '') return -1;
  const read = readToken(request, token);
  if (typeof read === 'object') return Number(read.place);
  const cause = 'The token does not continue this request.';
  throw new LedgerError('INVALID_CONTINUATION_TOKEN', 3, cause);
}

const ACTIVE_CONTRACTS = post('/v2/state/active-contracts', {
  body: listBody,
  query: { limit: 'long', stream_idle_timeout_ms: 'long' },
  authorise: (call) => {
    const { filter, eventFormat: newer } = call.body;
    requireFormats(call, newer, filter && { ...filter, verbose: false });
  },
  handle: ({ body: given, query }, ledger) => {
    const format = eventFormatOf(given);
    const request = { format, at: given.activeAtOffset };
    const token = isSince(ledger.version, '3.5') ? given.streamContinuationToken : '';
    const after = placeAfter(request, token);
    const entries = entriesAt(ledger, format, given.activeAtOffset);
    const rest = entries.filter(({ place }) => place > after);
    return ok(
      limited(ledger.history, query, rest).map((entry) =>
        rendered(entry, ledger.version, tokenFor(request, String(entry.place))),
      ),
    );
  },
});

const pageBody = object({
  activeAtOffset: optional(int64),
  eventFormat: optional(eventFormat),
  maxPageSize: optional(int32),
  pageToken: or(text, ''),
});

/** The size of a page, 100 by default; 400 below 1 and above the maximum. */
export function pageSize(given: number | undefined, most: number): number {
  if (given !== undefined && (given < 1 || given > most)) {
    throw invalidArgument(`maxPageSize must be from 1 to ${most}.`);
  }
  return given ?? 100;
}

const page: Parameters<typeof post<Decoded<typeof pageBody>>>[1] = {
  body: pageBody,
  authorise: (call) => requireFormats(call, call.body.eventFormat),
  handle: ({ body }, ledger) => {
    const { activeAtOffset, eventFormat: format, maxPageSize, pageToken } = body;
    const size = pageSize(maxPageSize, 1000);
    const request = { format, at: activeAtOffset };
    // A token contains its offset too, so that the ledger may move on between pages.
    const [at = activeAtOffset ?? ledger.history.end, after = -1] = numbersIn(
      request,
      pageToken,
      'INVALID_ACS_PAGE_TOKEN',
    );
    const rest = entriesAt(ledger, format, at).filter(({ place }) => place > after);
    const shown = rest.slice(0, size);
    const last = rest.length > size ? shown.at(-1) : undefined;
    return ok({
      activeContracts: shown.map((entry) => rendered(entry, ledger.version, '')),
      activeAtOffset: at,
      nextPageToken: last === undefined ? null : tokenFor(request, `${at}-${last.place}`),
    });
  },
};

const PATH_OF_PAGES = '/v2/state/active-contracts-page';

export const ACTIVE: readonly Route[] = [
  ACTIVE_CONTRACTS,
  get(PATH_OF_PAGES, { ...page, since: '3.5' }),
  post(PATH_OF_PAGES, { ...page, since: '3.5.10' }),
];
