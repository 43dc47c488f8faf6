/** Sends the few requests of the doctor, counts them, and sends none that changes the target. */
import type { Operation } from '../contract/contract.ts';
import type { Client } from '../exchange/client.ts';
import { gateOf } from '../exchange/gate.ts';
import { type Access, clientFor } from '../input/client.ts';
import { paced } from '../input/pace.ts';
import { aside } from '../input/send-once.ts';
import type { Settings } from '../input/settings.ts';
import {
  type Allowance,
  type Call,
  type Exchange,
  type NoResponse,
  type Send,
  type Surface,
  unsent,
} from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import { groupBy } from '../report/names.ts';

/** Retries included. */
export const MAX_REQUESTS = 48;
/** Lookups of fixtures leave so many requests to find out what web pages can call. */
export const FOR_CALLERS = 8;
/** After this many requests without a response the target gets no more. */
const SILENCES = 2;
const NOTHING_CHANGES: Allowance = { undecodable: false, reversible: false, irreversible: false };

export class Visit {
  readonly url: URL;
  /** Every exchange in order. */
  readonly exchanges: Exchange[] = [];
  readonly #client: Client;
  #operations: readonly Operation[] = [];
  #silences = 0;
  readonly #most: number;

  /** One connection, because some targets do not accept a second one. */
  constructor(
    url: URL,
    access: Access & Pick<Settings, 'contractFile'>,
    most: number = MAX_REQUESTS,
  ) {
    this.url = url;
    const { contractFile = '' } = access;
    // A contract from an address may be controlled by the target.
    this.#most = most - (/^https?:/i.test(contractFile) ? 1 : 0);
    const at = { ...access, ...paced(access, {}, url) };
    this.#client = clientFor(url, at, {
      connections: 1,
      awaitsStart: false,
      gate: (call) => gateOf(this.#operations, NOTHING_CHANGES)(call),
      limit: () => ({ requests: this.#most, option: '' }),
    });
  }

  /** A `Send` for the operations of a surface. It blocks requests that change the target. */
  to({ operations }: Pick<Surface, 'operations'>): Send {
    this.#operations = [...this.#operations, ...operations];
    return (call) => this.#send(call);
  }

  /** Sends GET to a path outside the operations. */
  get(path: string): Promise<Exchange> {
    return this.#send({ operation: aside('GET', path), method: 'GET', path, headers: {} });
  }

  /** The exchange of an equal earlier request. */
  seen(call: Call): Exchange | undefined {
    const key = keyOf(call);
    return this.exchanges.find(({ request }) => keyOf(request) === key);
  }

  get requests(): number {
    return this.#client.requests();
  }

  /** The number of remaining requests. */
  get left(): number {
    return this.#most - this.requests;
  }

  /** Why nothing more is sent to a target that does not respond. */
  get silence(): NoResponse | undefined {
    const last = this.exchanges.at(-1)?.noResponse;
    const never = !this.exchanges.some(({ response }) => response !== undefined);
    return last && (never || this.#silences >= SILENCES) ? last : undefined;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #send(call: Call): Promise<Exchange> {
    const { silence } = this;
    if (silence !== undefined) return unsent(call, silence, 0);
    const exchange = await this.#client.send(call);
    const { kind } = exchange.noResponse ?? {};
    if (kind === 'unsafe' || kind === 'budget') return exchange;
    this.exchanges.push(exchange);
    this.#silences = kind === undefined ? 0 : this.#silences + 1;
    return exchange;
  }
}

/** The result of an exchange and its operation: `404 from withdraw`. */
export function cameFrom({ request, response, noResponse }: Exchange): string {
  const { operation }: { operation: Operation } = request;
  return response === undefined
    ? `no response (${noResponse?.kind}) from ${operation.name}`
    : `${response.status} from ${operation.name}`;
}

/** The first item of each API, then the second ones, and so on: the requests may not be enough for all. */
export function inTurns<T>(items: readonly T[], apiOf: (item: T) => string): readonly T[] {
  const own = groupBy(items, apiOf).flatMap(([, all]) => [...all.entries()]);
  const turns = new Map(own.map(([turn, item]) => [item, turn]));
  return items.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
}
