/** Operations that refuse good requests each time: what they send then is their answer, whatever its status. */
import type { Operation } from '../contract/contract.ts';
import type { CompleteExchange } from '../model/index.ts';
import type { Kept } from './evidence.ts';
import { accepted, type PresenceResult } from './presence.ts';

/** Statuses about the caller, or about the state of a resource at the moment. */
const NOT_ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([401, 403, 407, 409]);

/** Where a limit of sizes may be the reason, it is one for larger requests than these. */
const SMALL_BODY = 65_536;
const SHORT_PATH = 1500;

export class Refusals {
  readonly #statuses = new Map<Operation, number>();

  /**
   * From what the good request to each operation got, and from what was exchanged before. `hasToken`: a redirect is
   * not because credentials are missing.
   */
  constructor(results: readonly PresenceResult[], kept: readonly Kept[], hasToken: boolean) {
    for (const { probe, control, presence } of results) {
      const { operation } = probe;
      const status = control?.response?.status;
      if (status === undefined || status < 300 || NOT_ABOUT_THE_REQUEST.has(status)) continue;
      if (status < 400 && !hasToken && !operation.openToAll) continue;
      const others = kept.some(
        ({ exchange }) => exchange.request.operation !== operation && accepted(exchange),
      );
      // What a gateway sends in place of a server that is down differs from what it sends to unknown paths.
      const isOfTheRoute = presence === 'served' && status >= 400 && status < 500;
      if (others || isOfTheRoute) this.#statuses.set(operation, status);
    }
  }

  /** The exchange, marked where its refusal is an answer. */
  marked(exchange: CompleteExchange): CompleteExchange {
    const { request, response, isAnswer } = exchange;
    if (isAnswer || response.status < 300) return exchange;
    if (this.#statuses.get(request.operation) !== response.status || isLarge(exchange))
      return exchange;
    return { ...exchange, isAnswer: true };
  }
}

function isLarge({ request: { path, body = '' }, response: { status } }: CompleteExchange) {
  return (
    (status === 413 && body.length > SMALL_BODY) || (status === 414 && path.length > SHORT_PATH)
  );
}
