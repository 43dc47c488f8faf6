/** The older and the newer form of update formats, and the translation of the older one. */
import { invalidArgument } from '../errors.ts';
import {
  type EventFormat,
  type Filters,
  type TransactionFilter,
  type TransactionFormat,
  type UpdateFormat,
  wildcards,
} from '../filters/decode.ts';

/** The older pair of members; `verbose: false` counts as absent. */
export interface Older {
  readonly filter: TransactionFilter | undefined;
  readonly verbose: boolean;
}

/** The newer format, or the translation of the older pair. 400 INVALID_ARGUMENT with both, and with neither. */
function chosen<T>(
  newer: T | undefined,
  { filter, verbose }: Older,
  names: string,
  from: (format: EventFormat) => T,
): T {
  if (newer !== undefined && filter === undefined && !verbose) return newer;
  if (newer === undefined && filter !== undefined) return from({ ...filter, verbose });
  throw invalidArgument(`Exactly one of filter (with verbose) and ${names} is required.`, {
    inFront: true,
  });
}

/** The event format of a request that lists active contracts. */
export function eventFormatOf(
  body: Older & { readonly eventFormat: EventFormat | undefined },
): EventFormat {
  return chosen(body.eventFormat, body, 'eventFormat', (format) => format);
}

/** A body with the older or the newer form. */
export interface UpdatesRequest extends Older {
  readonly updateFormat: UpdateFormat | undefined;
}

/** The update format of a list of updates. The older pair selects reassignments, and transactions as deltas. */
export function updateFormatOf(body: UpdatesRequest): UpdateFormat {
  return chosen(body.updateFormat, body, 'updateFormat', (format) => ({
    includeTransactions: { eventFormat: format, transactionShape: 'TRANSACTION_SHAPE_ACS_DELTA' },
    includeReassignments: format,
    includeTopologyEvents: undefined,
  }));
}

/** The update format of a list of trees: every effect, and a wildcard for each party without filters. */
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

/** The format for every effect of transactions. */
export function effectsOf(eventFormat: EventFormat | undefined): TransactionFormat {
  return { eventFormat, transactionShape: 'TRANSACTION_SHAPE_LEDGER_EFFECTS' };
}

/** The format for the changes of active contracts that these parties see. */
export function deltasFor(parties: readonly string[]): TransactionFormat {
  return { eventFormat: wildcards(parties), transactionShape: 'TRANSACTION_SHAPE_ACS_DELTA' };
}

export function onlyTransactions(format: TransactionFormat): UpdateFormat {
  return {
    includeTransactions: format,
    includeReassignments: undefined,
    includeTopologyEvents: undefined,
  };
}

/** The transaction format of a lookup, or the one of its requesting parties. 400 with both, and with neither. */
export function transactionFormatOf(body: {
  readonly requestingParties: readonly string[];
  readonly transactionFormat: TransactionFormat | undefined;
}): TransactionFormat {
  const { requestingParties, transactionFormat } = body;
  if (transactionFormat !== undefined && requestingParties.length === 0) return transactionFormat;
  if (transactionFormat === undefined && requestingParties.length > 0) {
    return deltasFor(requestingParties);
  }
  throw invalidArgument('Exactly one of requestingParties and transactionFormat is required.', {
    inFront: true,
  });
}
