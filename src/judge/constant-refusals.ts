/** Operations that refuse their valid request before the scan, while others are served: that is their answer. */
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Kept, Send, Surface } from '../model/index.ts';
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
  readonly isContention: Surface['isContention'];
  /** It serves at other paths what it redirects there. */
  readonly servesElsewhere: boolean;
}

/** The status that each of these operations gives to valid requests. */
export function constantRefusals({
  results,
  ...findings
}: Findings): ReadonlyMap<Operation, number> {
  return new Map(
    results.flatMap((result) => {
      const { control, unknownResource, probe } = result;
      const changes = (probe.operation.effect ?? 'read') !== 'read';
      const exchange = changes ? unknownResource : control;
      const { status = 0 } = exchange?.response ?? {};
      if (exchange === undefined || (changes && OF_UNDECODABLE.has(status))) return [];
      return isAnswer(exchange, status, result, findings) ? [[probe.operation, status]] : [];
    }),
  );
}

function isAnswer(
  exchange: Exchange,
  status: number,
  { presence, probe: { operation } }: PresenceResult,
  { kept, hasToken, isContention, servesElsewhere }: Omit<Findings, 'results'>,
): boolean {
  if (status < 300 || OF_CALLER.has(status)) return false;
  // About the current state of a resource: each conflict is, if the surface does not know contention.
  if (status === 409 && exchange.response && (isContention?.(exchange.response) ?? true))
    return false;
  // Requests accept any media type, so that nothing can be the reason for a 406.
  if (status === 406 || (servesElsewhere && isMoved(exchange))) return true;
  // If each path is redirected, the operation may not be here at all.
  if (status < 400 && ((!hasToken && !operation.openToAll) || presence === 'unknown')) return false;
  // The response of a gateway whose server is down differs from its response to unknown paths.
  const isOfTheRoute =
    status < 400
      ? presence === 'redirected' && exchange.movedTo !== undefined
      : presence === 'served' && status < 500;
  return (
    isOfTheRoute ||
    kept.some(({ exchange: one }) => one.request.operation !== operation && accepted(one))
  );
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
