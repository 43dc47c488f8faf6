/**
 * Incomplete responses. The target is responsible if the same request is lost each time, or if a connection is always
 * cut at the same position. Random losses may be the network's: they are a warning with their share. Either side may
 * close a used connection at any time (RFC 9112 §9.6), so a request that meets such an end is sent again and is not
 * lost. A gateway reports a lost response as 502.
 */
import { NO_CHANCE, TOGETHER } from '../availability/numbers.ts';
import type { Timeline } from '../availability/timeline.ts';
import {
  type Exchange,
  expects,
  type Requirement,
  type Step,
  statuses,
  worded,
} from '../model/index.ts';
import { wrongStatus } from '../plan/requirement.ts';
import { type Case, onlyReads, purposeOf, sendCase } from './case.ts';
import type { Confirmed } from './experiment/confirmed.ts';
import { isHangUp, ofConnection } from './hang-ups.ts';
import { COMPARED, MEANWHILE_MS, RARE } from './numbers.ts';
import type { Observations } from './observations.ts';
import type { Target } from './target.ts';

interface Loss {
  readonly at: Case;
  readonly exchange: Exchange;
}

type AllObserved = ReadonlyMap<Requirement, Observations>;

export interface LossScene {
  readonly allObserved: AllObserved;
  /** True for a requirement whose failure is known to come from lost requests. */
  readonly explained: (requirement: Requirement) => boolean;
  readonly target: Target;
  readonly affordable: () => boolean;
  /** True if these exchanges come at random, and not while the target is away. */
  readonly areSpread: (exchanges: ReadonlySet<Exchange>) => boolean;
}

export class Losses {
  readonly #lost: Loss[] = [];
  readonly #lostBehindGateway: Loss[] = [];
  readonly #resent: Case[] = [];
  #requests = 0;
  /** The time at which the latest request with a response was sent. */
  #latest = 0;

  /** Notes the losses of a case of the scan. */
  watch(at: Case, exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      this.#requests++;
      const { response, resent, startedAt } = exchange;
      if (response !== undefined) this.#latest = Math.max(this.#latest, startedAt);
      // If no later request gets a response meanwhile, the target or this machine pauses: nothing is lost.
      const alone = this.#latest < startedAt + MEANWHILE_MS;
      const pause = exchange.noResponse?.kind === 'timeout' && alone;
      const isLost = isHangUp(exchange) && !pause;
      if (isLost && this.#lost.length < COMPARED) this.#lost.push({ at, exchange });
      const isBehind = isBadGateway(exchange, at) && this.#lostBehindGateway.length < COMPARED;
      if (isBehind) this.#lostBehindGateway.push({ at, exchange });
      if (resent && this.#resent.length < COMPARED && onlyReads(at.planned.probe))
        this.#resent.push(at);
    }
  }

  /** Losses at a position that no connection passes, per requirement: the target is responsible. */
  byPosition(allObserved: AllObserved, timeline: () => Timeline): Map<Observations, Confirmed> {
    const found = new Map<Observations, Confirmed>();
    if (this.#lost.length === 0) return found;
    const all = timeline();
    const always = this.#lost.filter(({ exchange }) => all.follows(exchange) === 'position');
    for (const loss of always) {
      const { position } = loss.exchange;
      const { length } = always.filter(({ exchange }) => exchange.position === position);
      const note = `each of ${length} connections broke at its request number ${position}`;
      blame(allObserved, found, loss, 'response', note);
    }
    return found;
  }

  /** Unexplained losses, per requirement: they are random, and a warning. */
  async settle(scene: LossScene): Promise<Map<Observations, Confirmed>> {
    const found = new Map<Observations, Confirmed>();
    const isSlow = ({ at, exchange: { noResponse } }: Loss): boolean =>
      noResponse?.kind === 'timeout' &&
      observationsOf(scene.allObserved, at, 'response')?.otherCause !== undefined;
    const behind = this.#lostBehindGateway;
    const lost = scene.areSpread(new Set(behind.map(({ exchange }) => exchange)))
      ? [...this.#lost, ...behind]
      : this.#lost;
    const random = lost.filter(
      (loss) => !loss.at.planned.requirements.some(scene.explained) && !isSlow(loss),
    );
    const own = await this.#overOwnConnections(scene);
    const all = [...random, ...own.lost];
    if (all.length < 2 && own.lost.length === 0) return found;
    const of = this.#requests + own.requests;
    const share = `${all.length} of ${of} requests`;
    const note = `at random: ${share} got no complete response`;
    for (const loss of all) {
      blame(scene.allObserved, found, loss, 'completeness', note, { count: all.length, of });
      const concerned = observationsOf(scene.allObserved, loss.at, 'response');
      if (concerned && !found.has(concerned)) concerned.lostAtRandom = share;
    }
    return found;
  }

  /**
   * Repeats, over separate connections, the requests that met a closing connection: a server that loses one in forty is
   * found with 92 %.
   */
  async #overOwnConnections({
    target,
    affordable,
    explained,
  }: LossScene): Promise<{ readonly lost: readonly Loss[]; readonly requests: number }> {
    const lost: Loss[] = [];
    let requests = 0;
    const suspects = this.#resent.filter((at) => !at.planned.requirements.some(explained));
    if (suspects.length < NO_CHANCE) return { lost, requests };
    for (let n = 0; requests < 2.5 / RARE && affordable(); n += TOGETHER / 2) {
      const group = Array.from(
        { length: TOGETHER / 2 },
        (_, i) => suspects[(n + i) % suspects.length],
      );
      await Promise.all(
        group.map(async (at) => {
          if (at === undefined) return;
          const steps = at.steps.map(overItsOwn);
          const { probe } = at.planned;
          const exchanges = await sendCase(probe, steps, target.send, purposeOf(at, 'alone'));
          requests += exchanges.length;
          for (const exchange of exchanges) if (isHangUp(exchange)) lost.push({ at, exchange });
        }),
      );
    }
    if (target.stopped !== undefined) return { lost: [], requests };
    if (lost.length === 0) target.notes.push(closing(suspects.length, requests));
    return { lost, requests };
  }
}

/** True for a response of a gateway to a request to the operation of the case. */
function isBadGateway({ request, response, isAnswer }: Exchange, { planned }: Case): boolean {
  const isOwn = request.operation === planned.probe.operation;
  return isOwn && !isAnswer && response?.status === 502;
}

function observationsOf(
  allObserved: AllObserved,
  { planned }: Case,
  kind: 'response' | 'completeness',
): Observations | undefined {
  const requirement = planned.requirements.find((r) => expects(r, kind));
  return requirement && allObserved.get(requirement);
}

function blame(
  allObserved: AllObserved,
  found: Map<Observations, Confirmed>,
  { at, exchange }: Loss,
  kind: 'response' | 'completeness',
  note: string,
  atRandom?: { readonly count: number; readonly of: number },
): void {
  const observed = observationsOf(allObserved, at, kind);
  if (observed === undefined || found.has(observed)) return;
  const { response, noResponse } = exchange;
  const findings = [
    response === undefined
      ? ofConnection('a complete response', noResponse?.message ?? '')
      : wrongStatus(
          worded`a response of the server`,
          worded`${statuses(response.status)}${atRandom ? { atRandom } : ''}`,
        ),
  ];
  const failure = { at, findings, culprit: exchange };
  observed.fail(failure);
  found.set(observed, { failure, steady: false, note });
}

function closing(cases: number, requests: number): string {
  const many = cases < COMPARED ? `${cases}` : `${cases} or more`;
  return `in ${many} cases the connection closed before a response, and ${requests} requests over dedicated connections all got a response: the target seems to close connections without announcing it (Connection: close)`;
}

/** The same step over a connection of its own. */
function overItsOwn(step: Step): Step {
  if (typeof step !== 'function') return { ...step, fresh: true };
  return (before) => {
    const call = step(before);
    return call === undefined ? undefined : { ...call, fresh: true };
  };
}
