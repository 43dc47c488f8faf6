/** Operations that refuse valid requests each time: such a refusal is their answer, whatever its status. */
import type { Operation } from '../contract/contract.ts';
import type {
  CompleteExchange,
  Exchange,
  HttpResponse,
  Kept,
  Send,
  Surface,
} from '../model/index.ts';
import { Conflicts } from './conflicts.ts';
import { LARGE_BODY, LONG_PATH } from './numbers.ts';
import { accepted, isMoved, type PresenceResult, presencePurpose } from './presence.ts';

/** Statuses about the caller. */
const OF_CALLER: ReadonlySet<number> = new Set([401, 403, 407]);
/** The right responses to a request that cannot be decoded. */
const OF_UNDECODABLE: ReadonlySet<number> = new Set([400, 404]);

/** What is known of the target before the scan. */
interface Findings {
  /** The response to the valid request of each operation, or, where one would change something, to the undecodable one. */
  readonly results: readonly PresenceResult[];
  readonly kept: readonly Kept[];
  /** Missing credentials are not the reason for a redirect. */
  readonly hasToken: boolean;
  readonly isContention?: Surface['isContention'];
  /** It serves at other paths what it redirects there. */
  readonly servesElsewhere?: boolean;
}

export class Refusals {
  readonly #statuses = new Map<Operation, number>();
  readonly #conflicts = new Conflicts();

  constructor({ results, kept, hasToken, isContention, servesElsewhere = false }: Findings) {
    for (const { exchange } of kept) this.note(exchange);
    for (const { probe, control, unknownResource, presence } of results) {
      const { operation } = probe;
      const changes = (operation.effect ?? 'read') !== 'read';
      const exchange = changes ? unknownResource : control;
      const { status = 0 } = exchange?.response ?? {};
      if (changes && OF_UNDECODABLE.has(status)) continue;
      if (!exchange?.response || status < 300 || OF_CALLER.has(status)) continue;
      if (status === 409 && isOfState(exchange.response, isContention)) continue;
      const isOwn = servesElsewhere && isMoved(exchange);
      if (status < 400 && !isOwn && !hasToken && !operation.openToAll) continue;
      // Each path is redirected: the operation may not be here at all.
      if (status < 400 && !isOwn && presence === 'unknown') continue;
      const others = kept.some(
        ({ exchange }) => exchange.request.operation !== operation && accepted(exchange),
      );
      // The response of a gateway whose server is down differs from its response to unknown paths.
      const isOfTheRoute =
        status < 400
          ? presence === 'redirected' && exchange.movedTo !== undefined
          : presence === 'served' && status < 500;
      // Requests accept any media type, so that nothing can be the reason for a 406.
      if (others || isOfTheRoute || isOwn || status === 406) this.#statuses.set(operation, status);
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

/**
 * True if the target redirects each path, and serves one with another slash at its end: then it redirects by itself,
 * and no gateway that leads to it.
 */
export async function servesElsewhere(
  results: readonly PresenceResult[],
  send: Send,
): Promise<boolean> {
  const moved = results.filter(({ presence }) => presence === 'unknown');
  const found = moved.find(({ control }) => control?.request.method === 'GET' && isMoved(control));
  const { request, movedTo } = found?.control ?? {};
  if (request === undefined || movedTo === undefined || moved.length < results.length) return false;
  const path = request.path.endsWith('/') ? request.path.slice(0, -1) : `${request.path}/`;
  if (!movedTo.endsWith(path)) return false;
  return accepted(await send({ ...request, path }, presencePurpose(request.operation, 'moved')));
}

/** True for a 409 about the current state of a resource: each of them, if the surface does not know contention. */
function isOfState(response: HttpResponse, isContention: Surface['isContention']): boolean {
  return isContention?.(response) ?? true;
}

/** A limit of sizes may be the reason. */
function isLarge({ request: { path, body = '' }, response: { status } }: CompleteExchange) {
  return (
    (status === 413 && body.length > LARGE_BODY) || (status === 414 && path.length > LONG_PATH)
  );
}
