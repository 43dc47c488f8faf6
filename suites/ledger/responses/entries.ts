/** The entries of a list of active contracts, and comparisons of two such lists. */
import type { CheckResult, CompleteExchange, Exchange, Finding } from '../../../src/kit.ts';
import { difference, elements, isObject, type Json, member, string } from '../../kit/json.ts';
import { accepted, type Received } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { isFull, templateOf } from '../requests/formats.ts';
import { variantOf } from '../requests/members.ts';
import { counterOf } from './turns.ts';
import { sameView } from './views.ts';

export { qualifiedName } from '../requests/formats.ts';

/** One entry: an active contract, or an incomplete reassignment. */
export interface Entry {
  readonly contractId: string;
  /** The template as filters name it. */
  readonly template: string;
  /** Unique in a list. */
  readonly key: string;
  readonly created: Json;
  readonly active: boolean;
  /** The number of reassignments of an active contract. */
  readonly counter: number | undefined;
  /** The synchronizer of an active contract. */
  readonly synchronizerId: string;
  /** The unassignment of an incomplete reassignment. */
  readonly left: unknown;
  /** The entry without the token that continues the list. */
  readonly shown: Json;
}

/** The entries of a list, or of the `activeContracts` of a page, in their order. */
export function entriesOf(body: unknown): readonly Entry[] {
  const list = Array.isArray(body) ? body : elements(body, 'activeContracts');
  return list.flatMap((one): Entry[] => {
    const [{ kind, value } = { kind: '', value: {} }] = variantOf(member(one, 'contractEntry'));
    const created = member(value, 'createdEvent') ?? member(value, 'assignedEvent', 'createdEvent');
    if (!isObject(created)) return [];
    const contractId = string(created, 'contractId');
    const synchronizerId = string(value, 'synchronizerId');
    const left = member(value, 'unassignedEvent');
    // A contract may have several incomplete reassignments, if its assignments are not shown.
    const move = string(left ?? member(value, 'assignedEvent'), 'reassignmentId');
    return [
      {
        contractId,
        template: templateOf(created),
        key: `${kind} ${contractId} ${synchronizerId || move}`,
        created,
        active: kind === 'JsActiveContract',
        counter: counterOf(value),
        synchronizerId,
        left,
        shown: { workflowId: member(one, 'workflowId'), [kind]: value },
      },
    ];
  });
}

/** The members that identify the contract of an entry, and that filters name. */
const IDENTITY = ['contractId', 'templateId', 'packageName'];

/** The entries of a response; `undefined` if it was rejected, or if an entry cannot be identified. */
export function entriesIn(exchange: Exchange | undefined): readonly Entry[] | undefined {
  const { status, body } = exchange?.response ?? {};
  const entries = status === 200 ? entriesOf(body) : undefined;
  const isKnown = ({ active, created, synchronizerId }: Entry): boolean =>
    IDENTITY.every((name) => string(created, name) !== '') && !(active && synchronizerId === '');
  return entries?.every(isKnown) ? entries : undefined;
}

/** True for a complete list or page: below its limit, and without a token. */
export function isWhole(exchange: Exchange): boolean {
  return Array.isArray(exchange.response?.body) ? !isFull(exchange) : nextTokenOf(exchange) === '';
}

/** The entries by their keys, so that lists in another order are equal. */
export function byKey(entries: readonly Entry[]): readonly (readonly [string, Json])[] {
  return entries
    .map(({ key, shown }) => [key, shown] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function keysOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ key }) => key);
}

/** Members that depend on the parties and the filters of a request. */
const REQUESTED = ['witnessParties', 'createdEventBlob', 'interfaceViews'];

/** One finding if the entries or their contents differ, in any order. */
export function sameEntries(
  expected: readonly Entry[],
  actual: readonly Entry[],
  exchange: CompleteExchange,
  except: readonly string[] = REQUESTED,
): readonly Finding[] {
  const others = difference(keysOf(expected), keysOf(actual));
  if (others.length > 0) return others;
  const known = new Map(expected.map((entry) => [entry.key, entry]));
  return actual
    .flatMap(({ key, created }) =>
      sameView(exchange, 'CreatedEvent', known.get(key)?.created, created, {
        at: '/createdEvent',
        except,
      }),
    )
    .slice(0, 1);
}

export interface Selected {
  readonly entries: readonly Entry[];
  /** False if more elements follow. */
  readonly whole: boolean;
  readonly exchange: CompleteExchange;
}

export type Compare = (all: Selected, other: Selected) => CheckResult;

/** Compares the list of all entries with another one. */
export function against(plain: Received, other: Received, compare: Compare): CheckResult {
  return accepted(selectedIn, [plain, other], (all, selected) =>
    all.entries.length === 0 ? 'inapplicable' : compare(all, selected),
  );
}

export function selectedIn(exchange: CompleteExchange): Selected | undefined {
  const entries = entriesIn(exchange);
  return entries && { entries, whole: isWhole(exchange), exchange };
}
