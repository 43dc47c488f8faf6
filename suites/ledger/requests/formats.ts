/** What updates and contracts are asked in: filters, formats, and values that no ledger knows. */
import type { CompleteExchange, Fixtures } from '../../../src/index.ts';

/** A filter that lets everything through. */
export const ANYTHING: object = wildcard(false);

function wildcard(includeCreatedEventBlob: boolean): object {
  return { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob } } } };
}

/** Which events are shown, and to whom; its filters alone are the older form of a request. */
export interface EventFormat {
  readonly filtersByParty: object;
  readonly verbose: boolean;
}

/** Everything that these parties see. */
export function eventsOf(parties: readonly string[], blobs = false): EventFormat {
  const all = { cumulative: [blobs ? wildcard(true) : ANYTHING] };
  return { filtersByParty: Object.fromEntries(parties.map((p) => [p, all])), verbose: false };
}

export type Shape = 'TRANSACTION_SHAPE_ACS_DELTA' | 'TRANSACTION_SHAPE_LEDGER_EFFECTS';

/** An update format that lets nothing but transactions through. */
export function transactionsIn(
  eventFormat: object,
  transactionShape: Shape | 'TRANSACTION_SHAPE_UNSPECIFIED' = 'TRANSACTION_SHAPE_ACS_DELTA',
): object {
  return { includeTransactions: { transactionShape, eventFormat } };
}

export function transactionsOf(
  parties: readonly string[],
  transactionShape: Shape = 'TRANSACTION_SHAPE_ACS_DELTA',
): object {
  return { transactionShape, eventFormat: eventsOf(parties) };
}

/** Transactions and reassignments of these parties, and where asked for who was let in and out. */
export function updatesOf(parties: readonly string[], shape?: Shape, topology = true): object {
  return {
    includeTransactions: transactionsOf(parties, shape),
    includeReassignments: eventsOf(parties),
    ...(topology && topologyOf(parties)),
  };
}

/** Who was let in and out of these parties, and nothing else. */
export function topologyOf(parties: readonly string[]): object {
  return { includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } } };
}

/** How the version calls the largest page of a list. */
export type PageLimit = 'maxPartiesPageSize' | 'maxUsersPageSize' | 'maxVettedPackagesPageSize';

/** That many elements on a page, or as many as the version allows. */
export function pageOf(
  { pageLimits: [limits] }: Pick<Fixtures, 'pageLimits'>,
  limit: PageLimit,
  wanted: number,
): number {
  const most = limits?.[limit];
  return most !== undefined && most > 0 ? Math.min(wanted, most) : wanted;
}

/** True for the ids of users and identity providers that a run makes and is about to remove. */
export function isScratch(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('assay-');
}

/** Well-formed values that no ledger has. */
interface Absent {
  readonly updateId: string;
  readonly contractId: string;
  readonly packageId: string;
  readonly party: string;
  readonly user: string;
  readonly identityProvider: string;
  readonly packageName: string;
  readonly synchronizer: string;
  /** So far behind the end that no ledger gets there while it is asked. */
  readonly later: number;
}

const HEX = 'a55a'.repeat(16);
export const ABSENT: Absent = {
  updateId: `1220${HEX}`,
  contractId: `00${HEX}ca1212${HEX}`,
  packageId: HEX,
  party: `assay-nobody::1220${HEX}`,
  user: 'assay-knows-no-such-user',
  identityProvider: 'assay-knows-no-such-provider',
  packageName: 'assay-knows-no-such-package',
  synchronizer: `assay-nowhere::1220${HEX}`,
  later: 1_000_000_000,
};

/** At most so many elements of a list are asked for; nodes refuse to send more than 200 unless told otherwise. */
export const LIMIT = 100;

/** The limit that lists are asked for with: the node may refuse more. */
export function limitFor({ listCap: [cap = LIMIT] }: Pick<Fixtures, 'listCap'>): number {
  return Math.min(LIMIT, cap);
}

/** True for a list that reached the limit of its request, and so may go on behind it. */
export function isFull(list: Pick<CompleteExchange, 'request' | 'response'> | undefined): boolean {
  const limit = Number(/[?&]limit=(\d+)/.exec(list?.request.path ?? '')?.[1]);
  const body = list?.response.body;
  return Array.isArray(body) && body.length >= limit;
}
