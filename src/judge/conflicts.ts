/** Conflicts that another operation refutes: a contract that it accepts is not being changed. */
import { type Exchange, endOf } from '../model/index.ts';
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
    const { effect = 'read', pathParameters } = exchange.request.operation;
    if (pathParameters.length === 0 || effect !== 'read') return;
    if (exchange.response?.status === 409) this.#add(exchange);
    else if (this.#byResource.size > 0 && accepted(exchange)) this.#refute(exchange);
  }

  #add(exchange: Exchange): void {
    const { key: operation } = exchange.request.operation;
    const known = this.#of(exchange);
    if (known.some((one) => one.operation === operation)) return;
    this.#byResource.set(resourceOf(exchange), [...known, { operation, at: endOf(exchange) }]);
  }

  #refute(exchange: Exchange): void {
    const { key } = exchange.request.operation;
    for (const one of this.#of(exchange))
      if (one.operation !== key && one.at < exchange.startedAt) one.refutedAt ??= endOf(exchange);
  }

  #of(exchange: Exchange): readonly Conflict[] {
    return this.#byResource.get(resourceOf(exchange)) ?? [];
  }

  /**
   * True for a conflict of an operation that reported one before, if another one accepted the resource in between: the
   * contract would have to be reassigned twice.
   */
  areRefuted(exchange: Exchange): boolean {
    const { request, response, startedAt } = exchange;
    return (
      response?.status === 409 &&
      this.#of(exchange).some(
        ({ operation, refutedAt = Infinity }) =>
          operation === request.operation.key && refutedAt < startedAt,
      )
    );
  }
}

/** The path up to the last id, with the ids; another version of an API may show another state. */
function resourceOf(exchange: Exchange): string {
  const { path } = exchange.request.operation;
  return `${path.slice(0, path.lastIndexOf('}') + 1)} ${idsOf(exchange)}`;
}
