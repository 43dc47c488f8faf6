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

type Cases = Readonly<Record<string, Decoder>>;
type Picked<C extends Cases> = {
  [K in keyof C]: { readonly case: K; readonly value: Decoded<C[K]> };
}[keyof C];

/** Exactly one of those members, with its type. */
export function pick<C extends Cases>(cases: C): Decoder<Picked<C>> {
  return oneOf(cases) as Decoder<Picked<C>>;
}

/** The text form of an identifier: package, module, entity. */
export const identifier: Decoder<string> = checked(
  text,
  (value) => /^[^:]+:[^:]+:[^:]+$/.test(value),
  'an identifier in the form package:module:entity',
);

/** What one filter looks for, by the name of its kind. */
export type IdentifierFilter =
  | { readonly case: 'Empty' }
  | { readonly case: 'WildcardFilter'; readonly value: { readonly value: WithBlob } }
  | {
      readonly case: 'TemplateFilter';
      readonly value: { readonly value: WithBlob & { readonly templateId: string } };
    }
  | {
      readonly case: 'InterfaceFilter';
      readonly value: {
        readonly value: WithBlob & {
          readonly interfaceId: string;
          readonly includeInterfaceView: boolean;
        };
      };
    };
interface WithBlob {
  readonly includeCreatedEventBlob: boolean;
}

/** The filters of one party, or of all parties. */
export interface Filters {
  readonly cumulative: readonly { readonly identifierFilter: IdentifierFilter | undefined }[];
}

const blob = { includeCreatedEventBlob: or(bool, false) };
const identifierFilter: Decoder<IdentifierFilter> = pick({
  Empty: object({}),
  WildcardFilter: object({ value: object(blob) }),
  TemplateFilter: object({ value: object({ templateId: identifier, ...blob }) }),
  InterfaceFilter: object({
    value: object({ interfaceId: identifier, includeInterfaceView: or(bool, false), ...blob }),
  }),
});
const filters: Decoder<Filters> = object({
  cumulative: or(list(object({ identifierFilter: optional(identifierFilter) })), []),
});
const byParty = {
  filtersByParty: or(map(filters), {}),
  filtersForAnyParty: optional(filters),
};

/** The parties of a request, and their filters. */
export interface EventFormat {
  readonly filtersByParty: Readonly<Record<string, Filters>>;
  readonly filtersForAnyParty: Filters | undefined;
  readonly verbose: boolean;
}
/** The older form of an event format; `verbose` was beside it. */
export type TransactionFilter = Omit<EventFormat, 'verbose'>;

export const transactionFilter: Decoder<TransactionFilter> = object(byParty);
export const eventFormat: Decoder<EventFormat> = object({ ...byParty, verbose: or(bool, false) });

const SHAPES = [
  'TRANSACTION_SHAPE_UNSPECIFIED',
  'TRANSACTION_SHAPE_ACS_DELTA',
  'TRANSACTION_SHAPE_LEDGER_EFFECTS',
] as const;
type Shape = (typeof SHAPES)[number];

/** The event format and the shape of transactions. */
export interface TransactionFormat {
  readonly eventFormat: EventFormat | undefined;
  readonly transactionShape: Shape;
}
export const transactionFormat: Decoder<TransactionFormat> = object({
  eventFormat: optional(eventFormat),
  transactionShape: enumeration(...SHAPES),
});

/** The kinds of updates that a request selects, each with its own format. */
export interface UpdateFormat {
  readonly includeTransactions: TransactionFormat | undefined;
  readonly includeReassignments: EventFormat | undefined;
  readonly includeTopologyEvents: TopologyFormat | undefined;
}
interface TopologyFormat {
  /** An empty list means any party. */
  readonly includeParticipantAuthorizationEvents:
    | { readonly parties: readonly string[] }
    | undefined;
}
export const updateFormat: Decoder<UpdateFormat> = object({
  includeTransactions: optional(transactionFormat),
  includeReassignments: optional(eventFormat),
  includeTopologyEvents: optional(
    object({
      includeParticipantAuthorizationEvents: optional(object({ parties: or(list(text), []) })),
    }),
  ),
});

/** Everything that these parties see: a wildcard for each. */
export function wildcards(parties: readonly string[]): EventFormat {
  return {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative: [] }])),
    filtersForAnyParty: undefined,
    verbose: true,
  };
}
