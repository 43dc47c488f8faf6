/** The older and the newer way to choose what is shown, and the formats that the older ones stand for. */
import { invalidArgument } from '../errors.ts';
import {
  type EventFormat,
  type Filters,
  type TransactionFilter,
  type TransactionFormat,
  type UpdateFormat,
  wildcards,
} from '../filters/decode.ts';

/** The older pair; `verbose` counts as given when it is true. */
export interface Older {
  readonly filter: TransactionFilter | undefined;
  readonly verbose: boolean;
}

/**
 * The one format that a request means: the newer one, or what the older pair stands for. 400
 * INVALID_ARGUMENT when both or neither are given.
 */
function chosen<T>(
  newer: T | undefined,
  { filter, verbose }: Older,
  names: string,
  from: (format: EventFormat) => T,
): T {
  if (newer !== undefined && filter === undefined && !verbose) return newer;
  if (newer === undefined && filter !== undefined) return from({ ...filter, verbose });
  throw invalidArgument(`Exactly one of filter (with verbose) and ${names} is needed.`, {
    inFront: true,
  });
}

/** The event format of a request that lists active contracts. */
export function eventFormatOf(
  body: Older & { readonly eventFormat: EventFormat | undefined },
): EventFormat {
  return chosen(body.eventFormat, body, 'eventFormat', (format) => format);
}

/** A body that may say what it wants in either way. */
export interface UpdatesRequest extends Older {
  readonly updateFormat: UpdateFormat | undefined;
}

/** The update format of a request that lists updates: the older pair means transactions as deltas, and reassignments. */
export function updateFormatOf(body: UpdatesRequest): UpdateFormat {
  return chosen(body.updateFormat, body, 'updateFormat', (format) => ({
    includeTransactions: { eventFormat: format, transactionShape: 'TRANSACTION_SHAPE_ACS_DELTA' },
    includeReassignments: format,
    includeTopologyEvents: undefined,
  }));
}

/** The format behind a list of trees: every effect, and a wildcard for each party that has none. */
export function treeFormatOf(body: UpdatesRequest): UpdateFormat {
  const { includeTransactions, includeReassignments } = updateFormatOf(body);
  return {
    includeTransactions:
      includeTransactions && effectsOf(withWildcards(includeTransactions.eventFormat)),
    includeReassignments: withWildcards(includeReassignments),
    includeTopologyEvents: undefined,
  };
}

function withWildcards(format: EventFormat | undefined): EventFormat | undefined {
  if (format === undefined) return undefined;
  const { filtersByParty, filtersForAnyParty } = format;
  const parties = Object.entries(filtersByParty);
  return {
    ...format,
    filtersByParty: Object.fromEntries(parties.map(([party, one]) => [party, widened(one)])),
    filtersForAnyParty: filtersForAnyParty === undefined ? undefined : widened(filtersForAnyParty),
  };
}

function widened({ cumulative }: Filters): Filters {
  if (cumulative.some(({ identifierFilter }) => identifierFilter?.case === 'WildcardFilter')) {
    return { cumulative };
  }
  const value = { value: { includeCreatedEventBlob: false } };
  return { cumulative: [...cumulative, { identifierFilter: { case: 'WildcardFilter', value } }] };
}

/** Every effect of a transaction. */
export function effectsOf(eventFormat: EventFormat | undefined): TransactionFormat {
  return { eventFormat, transactionShape: 'TRANSACTION_SHAPE_LEDGER_EFFECTS' };
}

/** The changes of the active contracts that the parties see. */
export function deltasFor(parties: readonly string[]): TransactionFormat {
  return { eventFormat: wildcards(parties), transactionShape: 'TRANSACTION_SHAPE_ACS_DELTA' };
}

/** Transactions in that format and nothing else. */
export function onlyTransactions(format: TransactionFormat): UpdateFormat {
  return {
    includeTransactions: format,
    includeReassignments: undefined,
    includeTopologyEvents: undefined,
  };
}

/** The transaction format of a lookup: given, or meant by requesting parties. 400 when both or neither are given. */
export function transactionFormatOf(body: {
  readonly requestingParties: readonly string[];
  readonly transactionFormat: TransactionFormat | undefined;
}): TransactionFormat {
  const { requestingParties, transactionFormat } = body;
  if (transactionFormat !== undefined && requestingParties.length === 0) return transactionFormat;
  if (transactionFormat === undefined && requestingParties.length > 0) {
    return deltasFor(requestingParties);
  }
  throw invalidArgument('Exactly one of requestingParties and transactionFormat is needed.', {
    inFront: true,
  });
}
