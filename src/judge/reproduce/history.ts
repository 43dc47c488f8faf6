/** Evidence about a failure that began during the run: right responses before it, and the requests in between. */
import { createHash } from 'node:crypto';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange, HttpResponse } from '../../model/index.ts';
import { isSameCall, keyOf } from '../../plan/call.ts';
import { hasResponse } from '../case.ts';
import type { Kept } from '../evidence.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Reproduced, Trials } from './trials.ts';

/** This many requests in between are shown: the latest of each operation and status. */
const SHOWN = 6;
/** The search covers this many of the first and of the last exchanges of an operation. */
const LOOKED_AT = 24;

/** The names of a body's members, without their values. */
function namesIn({ text }: HttpResponse): string {
  try {
    const places = new Set<string>();
    noteMembers(JSON.parse(text), '', places);
    return [...places].sort().join(' ');
  } catch {
    return text;
  }
}

function noteMembers(value: unknown, at: string, places: Set<string>): void {
  places.add(at);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    noteMembers(member, `${at}/${Array.isArray(value) ? '*' : name}`, places);
}

export class History {
  readonly #trials: Trials;
  readonly #kept: readonly Kept[];
  readonly #own = new Map<Operation, readonly Exchange[]>();
  readonly #names = new WeakMap<HttpResponse, string>();

  constructor(trials: Trials, kept: readonly Kept[]) {
    this.#trials = trials;
    this.#kept = kept;
  }

  /**
   * The last right response to the same request. If there is none, but the first responses of the operation were right
   * and no later one is, the last right one of these.
   */
  rightBefore(observed: Observations, shown: Failure): Exchange | undefined {
    const { culprit } = shown;
    const own = this.#ownOf(shown);
    const isRight = (one: Exchange): boolean => this.#fails(observed, shown, one) === false;
    const same = own.filter((one) => one !== culprit && isSameCall(one.request, culprit.request));
    const known = same.slice(0, LOOKED_AT).findLast(isRight);
    if (known !== undefined || 'relation' in observed.requirement) return known;
    const first = own.slice(0, LOOKED_AT);
    const last = first.findLastIndex(isRight);
    if (last < 0) return undefined;
    const later = [...first.slice(last + 1), ...own.slice(LOOKED_AT).slice(-LOOKED_AT)];
    const began = later.find((one) => this.#fails(observed, shown, one));
    if (began === undefined || later.some(isRight)) return undefined;
    // A request that succeeded once and fails when repeated is not itself the cause.
    const right = new Set(
      first
        .slice(0, last + 1)
        .filter(isRight)
        .map(({ request }) => keyOf(request)),
    );
    const again = later.some(
      (one) => right.has(keyOf(one.request)) && this.#fails(observed, shown, one),
    );
    return again ? first[last] : undefined;
  }

  /** The right response, and the exchanges between it and the first wrong one. */
  since(
    observed: Observations,
    shown: Failure,
    right: Exchange,
  ): Pick<Reproduced, 'rows' | 'after'> {
    const { culprit } = shown;
    const own = this.#ownOf(shown);
    const later = own.slice(own.indexOf(right) + 1);
    const wrong = later.find((one) => this.#fails(observed, shown, one)) ?? culprit;
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

  /**
   * An accepted request to the same path with the same response members, if no request to that path got another result:
   * state that it left behind may explain this response.
   */
  treatedAlike(observed: Observations, shown: Failure): Kept | undefined {
    const { request, response } = shown.culprit;
    if (response === undefined || response.status >= 300) return undefined;
    const others = this.#kept.filter(
      ({ exchange: one }) =>
        one.request.operation === request.operation &&
        one.request.path === request.path &&
        !isSameCall(one.request, request) &&
        hasResponse(one),
    );
    const alike = others.find(
      ({ exchange: one }) =>
        one.response?.status === response.status &&
        this.#namesOf(one.response) === this.#namesOf(response),
    );
    if (alike === undefined) return undefined;
    const { wrong } = shown.at.planned.probe;
    const isOtherwise = ({ exchange: one }: Kept): boolean =>
      wrong === undefined
        ? this.#fails(observed, shown, one) === false
        : one.response !== undefined && one.response.status >= 400;
    if (others.some(isOtherwise)) return undefined;
    if (wrong !== undefined) return alike;
    // A request that also fails by itself is not the cause of another failure.
    return this.#fails(observed, shown, alike.exchange) === true ? undefined : alike;
  }

  /** A digest, because the names of large bodies would take much memory. */
  #namesOf(response: HttpResponse): string {
    const digest =
      this.#names.get(response) ?? createHash('sha256').update(namesIn(response)).digest('base64');
    this.#names.set(response, digest);
    return digest;
  }

  /** One request of each kind that came before the failure. */
  kinds({ culprit }: Failure): readonly Kept[] {
    return this.#latest(
      ({ exchange }) => exchange.startedAt <= culprit.startedAt && exchange !== culprit,
    );
  }

  /** The latest exchange of each operation and status. */
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

  #fails(observed: Observations, shown: Failure, one: Exchange): boolean | undefined {
    return this.#trials.failsWith(observed, shown, one);
  }

  /** The exchanges of an operation with a response, in the order in which they began. */
  #ownOf({ culprit: { request } }: Failure): readonly Exchange[] {
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
