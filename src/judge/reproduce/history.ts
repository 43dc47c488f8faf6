/** What a run shows of a failure that began in its course: right responses before it, and what came in between. */
import type { Operation } from '../../contract/contract.ts';
import type { Exchange } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { hasResponse } from '../case.ts';
import type { Kept } from '../evidence.ts';
import type { Observations } from '../observations.ts';
import type { Reproduced, ShownFailure, Trials } from './trials.ts';

/** So many requests in between are shown, the latest of each operation and status. */
const SHOWN = 6;
/** So many of the first and of the last exchanges of an operation are looked at. */
const LOOKED_AT = 24;

export class History {
  readonly #trials: Trials;
  readonly #kept: readonly Kept[];
  readonly #own = new Map<Operation, readonly Exchange[]>();

  constructor(trials: Trials, kept: readonly Kept[]) {
    this.#trials = trials;
    this.#kept = kept;
  }

  /**
   * The last right response to the same request; or, where the first responses of the operation were right and all
   * later ones are wrong, the last right one of these.
   */
  rightBefore(tally: Observations, shown: ShownFailure): Exchange | undefined {
    const key = keyOf(shown.culprit.request);
    const own = this.#ownOf(shown);
    const isRight = (one: Exchange): boolean => this.#fails(tally, shown, one) === false;
    const same = own.filter((one) => one !== shown.culprit && keyOf(one.request) === key);
    const known = same.slice(0, LOOKED_AT).findLast(isRight);
    if (known !== undefined || 'relation' in tally.requirement) return known;
    const first = own.slice(0, LOOKED_AT);
    const last = first.findLastIndex(isRight);
    if (last < 0) return undefined;
    const later = [...first.slice(last + 1), ...own.slice(LOOKED_AT).slice(-LOOKED_AT)];
    const began = later.find((one) => this.#fails(tally, shown, one));
    if (began === undefined || later.some(isRight)) return undefined;
    // What was right once is wrong when it is sent again: it is not the request that makes the difference.
    const right = new Set(
      first
        .slice(0, last + 1)
        .filter(isRight)
        .map(({ request }) => keyOf(request)),
    );
    const again = later.some(
      (one) => right.has(keyOf(one.request)) && this.#fails(tally, shown, one),
    );
    return again ? first[last] : undefined;
  }

  /** The right response, and what came between it and the first wrong one. */
  since(
    tally: Observations,
    shown: ShownFailure,
    right: Exchange,
  ): Pick<Reproduced, 'rows' | 'after'> {
    const { culprit } = shown;
    const wrong =
      this.#ownOf(shown).find(
        (one) => one.startedAt > right.startedAt && this.#fails(tally, shown, one),
      ) ?? culprit;
    const before = this.#latest(
      ({ exchange }) =>
        exchange.startedAt >= right.startedAt &&
        exchange.startedAt <= wrong.startedAt &&
        exchange !== wrong &&
        exchange !== culprit,
    );
    return {
      rows: [...before.map(({ exchange }) => [exchange.request]), [culprit.request]],
      after: before.map(({ ref }) => ref),
    };
  }

  /** One request of each kind that came before the failure. */
  kinds({ culprit }: ShownFailure): readonly Kept[] {
    return this.#latest(
      ({ exchange }) => exchange.startedAt <= culprit.startedAt && exchange !== culprit,
    );
  }

  /** The latest of each operation and status. */
  #latest(isMeant: (one: Kept) => boolean): readonly Kept[] {
    const latest = new Map<string, Kept>();
    for (const one of this.#kept) {
      const { request, response } = one.exchange;
      if ((request.operation.effect ?? 'read') !== 'read' || !isMeant(one)) continue;
      const kind = `${request.operation.key} ${response?.status}`;
      latest.delete(kind);
      latest.set(kind, one);
    }
    return [...latest.values()].slice(-SHOWN);
  }

  #fails(tally: Observations, shown: ShownFailure, one: Exchange): boolean | undefined {
    return this.#trials.failsWith(tally, shown, one);
  }

  /** The exchanges of an operation with a response, in the order in which they began. */
  #ownOf({ culprit: { request } }: ShownFailure): readonly Exchange[] {
    const { operation } = request;
    const known =
      this.#own.get(operation) ??
      this.#kept
        .map(({ exchange }) => exchange)
        .filter((one) => one.request.operation === operation && hasResponse(one))
        .sort((a, b) => a.startedAt - b.startedAt);
    this.#own.set(operation, known);
    return known;
  }
}
