/** Types and request formats for tests of the reference ledger. */

import { afterAll, beforeAll } from 'vitest';
import { type LedgerOptions, type RunningLedger, startLedger } from '../src/reference/ledger.ts';
import type { LedgerVersion } from '../suites/ledger/versions.ts';
import { LedgerClient } from './ledger-client.ts';

/** The pruned offset of the reference ledger. */
export const PRUNED = 3;

export interface Event {
  readonly nodeId: number;
  readonly offset: number;
  readonly contractId: string;
  readonly templateId: string;
  readonly witnessParties: readonly string[];
  readonly acsDelta?: boolean;
  readonly choice?: string;
  readonly lastDescendantNodeId?: number;
  readonly createArgument?: Readonly<Record<string, string>>;
  readonly createdEventBlob?: string;
  readonly interfaceViews?: readonly { readonly viewValue: unknown }[];
}
export interface Transaction {
  readonly offset: number;
  readonly updateId: string;
  readonly commandId: string;
  readonly synchronizerId: string;
  readonly traceContext: { readonly traceparent: string };
  readonly externalTransactionHash: string | null;
  readonly events: readonly Readonly<Record<string, Event>>[];
  readonly eventsById: Readonly<Record<string, Readonly<Record<string, { value: Event }>>>>;
}
/** An element of a list of updates, or the response of a lookup. */
export interface Listed {
  readonly update: Readonly<Record<string, { readonly value: Transaction }>>;
}

type Format = Readonly<Record<string, unknown>>;

const wildcard: Format = { cumulative: [] };
const DELTA = 'TRANSACTION_SHAPE_ACS_DELTA';
export const EFFECTS = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
export const anyParty: Format = { filtersForAnyParty: wildcard, verbose: true };

/** Filters with one element. */
export function filter(only: object): Format {
  return { cumulative: [{ identifierFilter: only }] };
}

/** An event format with a wildcard for each party. */
export function by(...parties: readonly string[]): Format {
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, wildcard]));
  return { filtersByParty, verbose: true };
}

/** An update format with every kind. */
export function format(eventFormat: object, transactionShape: string = DELTA): Format {
  return {
    includeTransactions: { eventFormat, transactionShape },
    includeReassignments: eventFormat,
    includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
  };
}

/** A request for all updates that are not pruned, without an end. */
export function all(eventFormat: object = anyParty, shape: string = DELTA): Format {
  return { beginExclusive: PRUNED, updateFormat: format(eventFormat, shape) };
}

/** The name of the only member. */
export function kindOf(one: object): string {
  return Object.keys(one)[0] ?? '';
}

/** The update in a list element. */
function updateIn({ update }: Listed): Transaction {
  const [wrapped] = Object.values(update);
  if (wrapped === undefined) throw new Error('an empty update');
  return wrapped.value;
}

/** The events of the transactions among the updates. */
export function eventsIn(list: readonly Listed[]): readonly Event[] {
  return list
    .filter(({ update }) => kindOf(update) === 'Transaction')
    .flatMap((one) => updateIn(one).events.flatMap((event) => Object.values(event)));
}

/** A ledger for the tests of a file or block, and its client. */
export interface Started {
  readonly ledger: LedgerClient;
  readonly server: RunningLedger;
  /** The ledger end at the start. */
  readonly end: number;
  /** A list of updates; the response must be 200. */
  readonly list: (body: object, path?: string) => Promise<readonly Listed[]>;
}

/** Starts a ledger before the tests of the block, and stops it after them. */
export function started(
  version: LedgerVersion,
  options: LedgerOptions = {},
  pick: (server: RunningLedger) => string | undefined = () => undefined,
): Started {
  const one: { -readonly [K in keyof Started]?: Started[K] } = {
    list: (body, path = '/v2/updates') => one.ledger?.good(path, body) ?? Promise.reject(),
  };
  beforeAll(async () => {
    one.server = await startLedger({ version, variants: ['deprecated-enabled'], ...options });
    one.ledger = new LedgerClient(one.server.url, version, pick(one.server));
    const heard = await one.ledger.get<{ offset: number }>('/v2/state/ledger-end');
    one.end = heard.body.offset;
  });
  afterAll(() => one.server?.close());
  return one as Started;
}
