/** Discovers updates, contracts, and the parties that see most. */
import { type Exchange, type Fixtures, jsonOf } from '../../../src/kit.ts';
import { canBeInPath } from '../../kit/ids.ts';
import { elements, member, string, strings } from '../../kit/json.ts';
import type { FoundContract, FoundUpdate } from '../fixtures.ts';
import {
  ANYTHING,
  eventsOf,
  eventsOfAny,
  LIMIT,
  movesIn,
  type Shape,
  updatesOf,
} from '../requests/formats.ts';
import { kindOf, stakeholdersOf } from '../requests/members.ts';
import { recentRange } from '../requests/offsets.ts';
import { idleOf } from '../requests/open-lists.ts';

/** The body of a 200; `undefined` for other responses. */
export type Get = (name: string, parts?: object) => Promise<unknown>;

/** Reads lists with the largest limit that the node accepts. */
export class Lists {
  readonly #send: SendNamed;
  #limit = LIMIT;
  #rejected = false;
  #longestMs = 0;

  constructor(send: SendNamed) {
    this.#send = send;
  }

  /** The body of a list; `undefined` if it is rejected with any limit. */
  async get(name: string, json: object): Promise<unknown> {
    for (;;) {
      const { response, durationMs, isAnswer } = await this.#send(name, {
        query: { limit: this.#limit },
        json,
      });
      this.#longestMs = Math.max(this.#longestMs, durationMs);
      if (response?.status === 200) return jsonOf(response);
      // An undocumented status may also be about the length, if it comes each time.
      const mayBeTooLong = response?.status === 413 || isAnswer;
      if (response === undefined || !mayBeTooLong || this.#limit === 1) return undefined;
      this.#rejected = true;
      this.#limit = smaller(this.#limit, string(jsonOf(response), 'cause'));
    }
  }

  /** Measures the time of the first element of an open list, which may be longer than that of a closed one. */
  async open(name: string, json: object): Promise<void> {
    const idle = Math.max(PATIENCE_MS, idleOf({ listMs: [this.#longestMs] }));
    const query = { limit: 1, stream_idle_timeout_ms: idle };
    const { response, durationMs } = await this.#send(name, { query, json });
    if (response?.status === 200 && elements(jsonOf(response)).length > 0)
      this.#longestMs = Math.max(this.#longestMs, durationMs);
  }

  /** The facts that discovery learned about the node. */
  learned(): Pick<Fixtures, 'listCap' | 'listMs'> {
    return { listCap: this.#rejected ? [this.#limit] : [], listMs: [this.#longestMs] };
  }
}

/** The idle time of the first open list; the first element ends it. */
const PATIENCE_MS = 5000;

type SendNamed = (name: string, parts: object) => Promise<Exchange>;

/** The error may contain the cap of the node or one more; otherwise half of the limit is tried. */
function smaller(limit: number, cause: string): number {
  const named = [...cause.matchAll(/\d+/g)].map(Number).find((n) => n > 1 && n <= limit);
  return named === undefined ? Math.floor(limit / 2) : named - 1;
}

/** The number of offsets before the end that are read, and the number of fixtures of each kind. */
export const KEPT = 20;
const READ_AS = 5;
const VERY_LONG = 100_000;

interface Learned {
  readonly ledgerEnd: readonly number[];
  readonly prunedTo: readonly number[];
  /** Parties whose contracts the caller may see. */
  readonly readable: readonly string[];
  /** True if it may read as any party. */
  readonly readsAny: boolean;
  /** Rows of vetted packages. */
  readonly vetted: readonly unknown[];
}

type History = Pick<Fixtures, 'parties' | 'updates' | 'contracts' | 'interfaces'>;

/** Reads the last updates and the active contracts. Unreadable data stays empty. */
export async function historyOf(lists: Lists, known: Learned): Promise<History> {
  const { ledgerEnd, prunedTo, vetted } = known;
  const [end = 0] = ledgerEnd;
  // An empty ledger has no updates, and may refuse 0 as the end of a range.
  const datable = end > 0 && prunedTo.length > 0;
  // A caller that may read as any party, and list none, learns from the events which parties there are.
  const isBlind = known.readable.length === 0 && known.readsAny && end > 0;
  const readable = isBlind ? await witnessesIn(lists, known) : known.readable;
  const shown = async (parties: readonly string[], shape?: Shape, topology?: boolean) => {
    if (parties.length === 0 || !datable) return [];
    const range = recentRange(known);
    const updateFormat = updatesOf(parties, shape, topology);
    const json = { ...range, updateFormat };
    return elements(await lists.get('updates', json)).slice(0, KEPT * 2);
  };
  // The parties that see most come first, so that requests about them have results.
  const seen = await shown(readable);
  const busiest = [...readable].sort((a, b) => mentions(seen, b) - mentions(seen, a));
  const parties = busiest.slice(0, READ_AS);
  const updates = (parties.length < readable.length ? await shown(parties) : seen)
    .toSorted((a, b) => substance(b) - substance(a))
    .map(updateOf)
    .filter((u) => u !== undefined);
  const offsets = updates.map(({ offset }) => offset);
  if (offsets.length > 0)
    await lists.open('updates', {
      beginExclusive: Math.min(...offsets) - 1,
      updateFormat: updatesOf(parties),
    });
  const active =
    parties.length === 0 || ledgerEnd.length === 0
      ? []
      : elements(
          await lists.get('active-contracts', {
            activeAtOffset: end,
            eventFormat: eventsOf(parties),
          }),
        ).slice(0, KEPT);
  const effects = await shown(parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS', false);
  const events = effects.flatMap((one) =>
    elements(one, 'update', 'Transaction', 'value', 'events'),
  );
  // A contract that was assigned from another synchronizer may not be found by its id alone.
  const bornHere = new Set(events.map((event) => string(event, 'CreatedEvent', 'contractId')));
  return {
    parties,
    updates: [
      ...updates.filter((u) => u.kind === 'transaction'),
      ...updates.filter((u) => u.kind !== 'transaction'),
    ],
    contracts: active
      .map(contractOf)
      .filter((c) => c !== undefined)
      .sort((a, b) => Number(bornHere.has(b.contractId)) - Number(bornHere.has(a.contractId))),
    interfaces: interfacesIn(events, vetted),
  };
}

/** The parties that see the latest updates, and the active contracts if these show none. */
async function witnessesIn(lists: Lists, known: Learned): Promise<readonly string[]> {
  const format = eventsOfAny(ANYTHING);
  const updates =
    known.prunedTo.length === 0
      ? undefined
      : await lists.get('updates', { ...recentRange(known), updateFormat: movesIn(format) });
  const seen = partiesIn(updates);
  if (seen.length > 0) return seen;
  const [activeAtOffset] = known.ledgerEnd;
  return partiesIn(await lists.get('active-contracts', { activeAtOffset, eventFormat: format }));
}

/** The witnesses of all events in a list, at any depth. */
function partiesIn(list: unknown): readonly string[] {
  const found = new Set<string>();
  JSON.stringify(list, (name, value: unknown) => {
    if (name === 'witnessParties')
      for (const party of strings({ value }, 'value')) if (canBeInPath(party)) found.add(party);
    return value;
  });
  return [...found].slice(0, KEPT);
}

/** The rank of an update for tests: one with more content shows more; very long ones are not read completely. */
function substance(update: unknown): number {
  const { length } = JSON.stringify(update);
  return length > VERY_LONG ? 0 : length;
}

function mentions(updates: readonly unknown[], party: string): number {
  return updates.filter((update) => JSON.stringify(update).includes(JSON.stringify(party))).length;
}

const KINDS = {
  Transaction: 'transaction',
  Reassignment: 'reassignment',
  TopologyTransaction: 'topology',
} as const;

function updateOf(element: unknown): FoundUpdate | undefined {
  const name = kindOf(member(element, 'update'));
  const kind = KINDS[name as keyof typeof KINDS] ?? 'other';
  const updateId = string(element, 'update', name, 'value', 'updateId');
  const offset = member(element, 'update', name, 'value', 'offset');
  const events = elements(element, 'update', name, 'value', 'events');
  const hash = string(element, 'update', name, 'value', 'transactionHash');
  const archives = events.some((event) => member(event, 'ArchivedEvent') !== undefined);
  const [oneOfWitnesses] = events
    .map((event) => strings(Object.values(Object(event))[0], 'witnessParties'))
    .filter((witnesses) => witnesses.length > 1)
    .flat();
  return name === 'OffsetCheckpoint' || !canBeInPath(updateId) || typeof offset !== 'number'
    ? undefined
    : {
        ...{ updateId, offset, kind },
        ...(archives && { archives }),
        ...(oneOfWitnesses !== undefined && { oneOfWitnesses }),
        ...(hash !== '' && { hash }),
      };
}

function contractOf(entry: unknown): FoundContract | undefined {
  const created = member(entry, 'contractEntry', 'JsActiveContract', 'createdEvent');
  const [contractId, templateId] = [string(created, 'contractId'), string(created, 'templateId')];
  if (!canBeInPath(contractId) || templateId === '') return undefined;
  const stakeholders = [...new Set(stakeholdersOf(created))];
  return { contractId, templateId, packageName: string(created, 'packageName'), stakeholders };
}

/** Interfaces of exercised choices, with the name of their vetted package. */
function interfacesIn(events: readonly unknown[], vetted: readonly unknown[]): readonly string[] {
  const packages = vetted.flatMap((row) => elements(row, 'packages'));
  const names = new Map(
    packages.map((one) => [string(one, 'packageId'), string(one, 'packageName')]),
  );
  return events.flatMap((event) => {
    const [packageId, ...rest] = string(event, 'ExercisedEvent', 'interfaceId').split(':');
    const name = names.get(packageId ?? '') ?? '';
    return name !== '' ? [`#${name}:${rest.join(':')}`] : [];
  });
}
