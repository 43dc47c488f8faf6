/** The way to a target that is only looked at: few requests, none that changes something, each counted. */
import type { Operation } from '../contract/contract.ts';
import { type Client, connect } from '../exchange/client.ts';
import { gateOf } from '../exchange/gate.ts';
import { paced } from '../input/pace.ts';
import { aside } from '../input/send-once.ts';
import type { SettingsFile } from '../input/settings.ts';
import type { Send } from '../judge/case.ts';
import type { Allowance, Call, Exchange, NoResponse, Surface } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';

/** Retries included. */
export const MAX_REQUESTS = 40;
/** A target that left this many requests without a response gets no more. */
const SILENCES = 2;
const TIMEOUT_MS = 10_000;
const NOTHING_CHANGES: Allowance = { undecodable: false, reversible: false, irreversible: false };

type Access = Pick<
  SettingsFile,
  'headers' | 'secrets' | 'timeoutMs' | 'trust' | 'ratePerSecond' | 'contractFile'
>;

export class Visit {
  readonly url: URL;
  /** Every exchange, in the order in which they came. */
  readonly exchanges: Exchange[] = [];
  readonly #client: Client;
  #operations: readonly Operation[] = [];
  #silences = 0;
  readonly #most: number;

  /** One connection, since some targets take no second one. */
  constructor(url: URL, access: Access, most: number = MAX_REQUESTS) {
    this.url = url;
    const { headers, secrets, timeoutMs = TIMEOUT_MS, trust, contractFile = '' } = access;
    // A contract that is read from an address may be the target's own.
    this.#most = most - (/^https?:/i.test(contractFile) ? 1 : 0);
    this.#client = connect({
      ...paced(access, {}, url),
      ...{ headers, secrets, timeoutMs, trust, baseUrl: url },
      connections: 1,
      awaitsStart: false,
      gate: (call) => gateOf(this.#operations, NOTHING_CHANGES)(call),
      limit: () => ({ requests: this.#most, option: '' }),
    });
  }

  /** A way to send to the operations of a surface. What would change something is not sent. */
  to({ operations }: Pick<Surface, 'operations'>): Send {
    this.#operations = [...this.#operations, ...operations];
    return (call) => this.#send(call);
  }

  /** Reads a path that belongs to no operation. */
  get(path: string): Promise<Exchange> {
    return this.#send({ operation: aside('GET', path), method: 'GET', path, headers: {} });
  }

  /** The response to an equal request that was sent before. */
  seen(call: Call): Exchange | undefined {
    const key = keyOf(call);
    return this.exchanges.find(({ request }) => keyOf(request) === key);
  }

  get requests(): number {
    return this.#client.requests();
  }

  /** The number of requests that may still be sent. */
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
    if (silence !== undefined)
      return { request: call, noResponse: silence, startedAt: Date.now(), durationMs: 0, tries: 0 };
    const exchange = await this.#client.send(call);
    const { kind } = exchange.noResponse ?? {};
    if (kind === 'unsafe' || kind === 'budget') return exchange;
    this.exchanges.push(exchange);
    this.#silences = kind === undefined ? 0 : this.#silences + 1;
    return exchange;
  }
}

/** Where an operation is that an exchange is about, and what came: `404 from withdraw`. */
export function cameFrom({ request, response, noResponse }: Exchange): string {
  const { operation }: { operation: Operation } = request;
  return response === undefined
    ? `no response (${noResponse?.kind}) from ${operation.name}`
    : `${response.status} from ${operation.name}`;
}
