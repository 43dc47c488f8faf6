/** Operations that refuse good requests each time: such a refusal is their answer, whatever its status. */
import type { Operation } from '../contract/contract.ts';
import type { CompleteExchange, Exchange, HttpResponse, Surface } from '../model/index.ts';
import { Conflicts } from './conflicts.ts';
import type { Kept } from './evidence.ts';
import { accepted, type PresenceResult } from './presence.ts';

/** Statuses about the caller. */
const OF_CALLER: ReadonlySet<number> = new Set([401, 403, 407]);
/** The right responses to a request that cannot be decoded. */
const OF_UNDECODABLE: ReadonlySet<number> = new Set([400, 404]);

/** A limit of sizes may be the reason only for requests that are larger than this. */
const SMALL_BODY = 65_536;
const SHORT_PATH = 1500;

export class Refusals {
  readonly #statuses = new Map<Operation, number>();
  readonly #conflicts = new Conflicts();

  /**
   * Takes the response to the good request of each operation, or, where one would change something, to the undecodable
   * one, and the earlier exchanges. `hasToken`: missing credentials are not the reason for a redirect.
   */
  constructor(
    results: readonly PresenceResult[],
    kept: readonly Kept[],
    hasToken: boolean,
    isContention?: Surface['isContention'],
  ) {
    for (const { exchange } of kept) this.note(exchange);
    for (const { probe, control, unknownResource, presence } of results) {
      const { operation } = probe;
      const changes = (operation.effect ?? 'read') !== 'read';
      const response = (changes ? unknownResource : control)?.response;
      const { status = 0 } = response ?? {};
      if (changes && OF_UNDECODABLE.has(status)) continue;
      if (response === undefined || status < 300 || OF_CALLER.has(status)) continue;
      if (status === 409 && isOfState(response, isContention)) continue;
      if (status < 400 && !hasToken && !operation.openToAll) continue;
      // Each path is redirected: the operation may not be here at all.
      if (status < 400 && presence === 'unknown') continue;
      const others = kept.some(
        ({ exchange }) => exchange.request.operation !== operation && accepted(exchange),
      );
      // The response of a gateway whose server is down differs from its response to unknown paths.
      const isOfTheRoute = presence === 'served' && status >= 400 && status < 500;
      if (others || isOfTheRoute) this.#statuses.set(operation, status);
    }
  }

  note(exchange: Exchange): void {
    this.#conflicts.note(exchange);
  }

  /** The exchange, marked if its refusal is an answer. */
  marked(exchange: CompleteExchange): CompleteExchange {
    const { request, response, isAnswer } = exchange;
    if (isAnswer || response.status < 300) return exchange;
    const isConstant = this.#statuses.get(request.operation) === response.status;
    if (!this.#conflicts.areRefuted(exchange) && (!isConstant || isLarge(exchange)))
      return exchange;
    return { ...exchange, isAnswer: true };
  }
}

/** True for a 409 about the current state of a resource: each of them, if the surface does not know contention. */
function isOfState(response: HttpResponse, isContention: Surface['isContention']): boolean {
  return isContention?.(response) ?? true;
}

function isLarge({ request: { path, body = '' }, response: { status } }: CompleteExchange) {
  return (
    (status === 413 && body.length > SMALL_BODY) || (status === 414 && path.length > SHORT_PATH)
  );
}
