/** Reads event, transaction and update formats from request bodies. Absent members have the meaning of the wire format. */
import {
  bool,
  checked,
  type Decoded,
  type Decoder,
  enumeration,
  list,
  map,
  object,
  oneOf,
  optional,
  or,
  text,
} from '../decode.ts';

/** The text form of an identifier: package, module, entity. */
export const identifier: Decoder<string> = checked(
  text,
  (value) => /^[^:]+:[^:]+:[^:]+$/.test(value),
  'an identifier in the form package:module:entity',
);

const blob = { includeCreatedEventBlob: or(bool, false) };
const identifierFilter = oneOf({
  Empty: object({}),
  WildcardFilter: object({ value: object(blob) }),
  TemplateFilter: object({ value: object({ templateId: identifier, ...blob }) }),
  InterfaceFilter: object({
    value: object({ interfaceId: identifier, includeInterfaceView: or(bool, false), ...blob }),
  }),
});
const filters = object({
  cumulative: or(list(object({ identifierFilter: optional(identifierFilter) })), []),
});
/** What one filter looks for, by the name of its kind. */
export type IdentifierFilter = Decoded<typeof identifierFilter>;
/** The filters of one party, or of all parties. */
export type Filters = Decoded<typeof filters>;

const byParty = {
  filtersByParty: or(map(filters), {}),
  filtersForAnyParty: optional(filters),
};

/** The older form of an event format; `verbose` was beside it. */
export const transactionFilter = object(byParty);
export type TransactionFilter = Decoded<typeof transactionFilter>;

/** The parties of a request, and their filters. */
export const eventFormat = object({ ...byParty, verbose: or(bool, false) });
export type EventFormat = Decoded<typeof eventFormat>;

/** The event format and the shape of transactions. */
export const transactionFormat = object({
  eventFormat: optional(eventFormat),
  transactionShape: enumeration(
    'TRANSACTION_SHAPE_UNSPECIFIED',
    'TRANSACTION_SHAPE_ACS_DELTA',
    'TRANSACTION_SHAPE_LEDGER_EFFECTS',
  ),
});
export type TransactionFormat = Decoded<typeof transactionFormat>;

/** The kinds of updates that a request selects, each with its own format. */
export const updateFormat = object({
  includeTransactions: optional(transactionFormat),
  includeReassignments: optional(eventFormat),
  includeTopologyEvents: optional(
    object({
      // An empty list means any party.
      includeParticipantAuthorizationEvents: optional(object({ parties: or(list(text), []) })),
    }),
  ),
});

export type UpdateFormat = Decoded<typeof updateFormat>;

/** Everything that these parties see: a wildcard for each. */
export function wildcards(parties: readonly string[]): EventFormat {
  return {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative: [] }])),
    filtersForAnyParty: undefined,
    verbose: true,
  };
}
