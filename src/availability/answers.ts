/** Refusals that follow their request, as comparisons show while a run goes on: the target's answer, whatever their status. */
import type { Operation } from '../contract/contract.ts';
import { pathOf } from '../contract/match.ts';
import { type CompleteExchange, type Exchange, endOf } from '../model/index.ts';
import { LARGE_BODY, LONG_PATH } from './numbers.ts';

/** A path or body that is longer may meet a limit of sizes. */
const LONG: Readonly<Record<number, (request: Exchange['request']) => boolean>> = {
  413: ({ body = '' }) => body.length > LARGE_BODY,
  414: ({ path }) => path.length > LONG_PATH,
};

export class Answers {
  readonly #constant: ReadonlyMap<Operation, number>;
  /**
   * By resource: when an operation first reported a conflict, and when another one accepted the same resource after
   * that. The contract is then not being changed.
   */
  readonly #conflicts = new Map<string, Map<string, { readonly at: number; refutedAt: number }>>();

  /** `constant`: the status that an operation gives to each valid request. */
  constructor(constant: ReadonlyMap<Operation, number> = new Map()) {
    this.#constant = constant;
  }

  note(exchange: Exchange): void {
    const { request, response, startedAt } = exchange;
    const { effect = 'read', pathParameters, key } = request.operation;
    if (pathParameters.length === 0 || effect !== 'read') return;
    if (response?.status === 409) {
      const known = this.#conflicts.get(resourceOf(request)) ?? new Map();
      if (!known.has(key)) known.set(key, { at: endOf(exchange), refutedAt: Infinity });
      this.#conflicts.set(resourceOf(request), known);
    } else if (this.#conflicts.size > 0 && response?.status === 200) {
      for (const [other, one] of this.#conflicts.get(resourceOf(request)) ?? [])
        if (other !== key && one.at < startedAt)
          one.refutedAt = Math.min(one.refutedAt, endOf(exchange));
    }
  }

  /**
   * True for a status that the operation gives to each valid request, and for a conflict of an operation that reported
   * one before, if another one accepted the resource in between: the contract would have to be reassigned twice.
   */
  include({ request, response: { status }, startedAt }: CompleteExchange): boolean {
    if (this.#constant.get(request.operation) === status) return LONG[status]?.(request) !== true;
    if (status !== 409) return false;
    const { refutedAt = Infinity } =
      this.#conflicts.get(resourceOf(request))?.get(request.operation.key) ?? {};
    return refutedAt < startedAt;
  }
}

/** The path up to the last id; another version of an API may show another state. */
function resourceOf({ operation, path }: Exchange['request']): string {
  let resource = pathOf(path);
  const after = operation.path.slice(operation.path.lastIndexOf('{'));
  for (let at = after.indexOf('/'); at >= 0; at = after.indexOf('/', at + 1))
    resource = resource.slice(0, Math.max(0, resource.lastIndexOf('/')));
  return resource;
}
