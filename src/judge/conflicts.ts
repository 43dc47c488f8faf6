/** Conflicts that another operation refutes: a contract that it accepts is not being changed. */
import type { Exchange } from '../model/index.ts';
import { accepted, idsOf } from './presence.ts';

/** When an operation first reported a conflict, and when another one accepted the same resource after that. */
interface Conflict {
  readonly operation: string;
  readonly at: number;
  refutedAt?: number;
}

export class Conflicts {
  readonly #byResource = new Map<string, Conflict[]>();

  note(exchange: Exchange): void {
    const { request, response, startedAt } = exchange;
    const { effect = 'read', key: operation, pathParameters } = request.operation;
    const isConflict = response?.status === 409;
    if (pathParameters.length === 0 || effect !== 'read') return;
    if (!isConflict && (this.#byResource.size === 0 || !accepted(exchange))) return;
    const resource = resourceOf(exchange);
    const known = this.#byResource.get(resource) ?? [];
    if (!isConflict)
      for (const one of known)
        if (one.operation !== operation && one.at < startedAt) one.refutedAt ??= endOf(exchange);
    if (!isConflict || known.some((one) => one.operation === operation)) return;
    this.#byResource.set(resource, [...known, { operation, at: endOf(exchange) }]);
  }

  /**
   * True for a conflict of an operation that reported one before, if another operation accepted the resource in between: the
   * contract would have to be reassigned twice.
   */
  areRefuted(exchange: Exchange): boolean {
    const { request, response, startedAt } = exchange;
    if (response?.status !== 409) return false;
    const known = this.#byResource.get(resourceOf(exchange)) ?? [];
    return known.some(
      ({ operation, refutedAt = Infinity }) =>
        operation === request.operation.key && refutedAt < startedAt,
    );
  }
}

/** The path up to the last id, with the ids; another version of an API may show another state. */
function resourceOf(exchange: Exchange): string {
  const { path } = exchange.request.operation;
  return `${path.slice(0, path.lastIndexOf('}') + 1)} ${idsOf(exchange)}`;
}

function endOf({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs;
}
