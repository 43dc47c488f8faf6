/**
 * Incomplete responses. The target is responsible if the same request is lost each time, or if a connection is always
 * cut at the same position. Random losses may be the network's: they are a warning with their share. Either side may
 * close a used connection at any time (RFC 9112 §9.6), so a request that meets such an end is sent again and is not
 * lost. A gateway reports a lost response as 502.
 */
import { LARGE_PART, NO_CHANCE, TOGETHER } from '../availability/numbers.ts';
import type { Share, Timeline } from '../availability/timeline.ts';
import {
  type Exchange,
  expects,
  type Requirement,
  type Send,
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

export interface LossScene {
  readonly allObserved: ReadonlyMap<Requirement, Observations>;
  readonly confirmed: ReadonlyMap<Observations, Confirmed>;
  readonly target: Target;
  readonly timeline: () => Timeline;
}

export class Losses {
  readonly #lost: Loss[] = [];
  readonly #behindGateway: Loss[] = [];
  readonly #resent: Loss[] = [];
  #requests = 0;
  /** The time at which the latest request with a response was sent. */
  #latest = 0;

  /** Notes the losses of a case of the scan. */
  watch(at: Case, exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      this.#requests++;
      const { response, noResponse, resent, startedAt } = exchange;
      if (response !== undefined) this.#latest = Math.max(this.#latest, startedAt);
      // If no later request gets a response meanwhile, the target or this machine pauses: nothing is lost.
      const isPause = noResponse?.kind === 'timeout' && this.#latest < startedAt + MEANWHILE_MS;
      const keep = (losses: Loss[]): unknown =>
        losses.length < COMPARED && losses.push({ at, exchange });
      if (isHangUp(exchange) && !isPause) keep(this.#lost);
      if (isBadGateway(exchange, at)) keep(this.#behindGateway);
      if (resent && onlyReads(at.planned.probe)) keep(this.#resent);
    }
  }

  /** Losses at a position that no connection passes, per requirement: the target is responsible. */
  byPosition({ allObserved, timeline }: LossScene): Map<Observations, Confirmed> {
    const found = new Map<Observations, Confirmed>();
    if (this.#lost.length === 0) return found;
    const all = timeline();
    const always = this.#lost.filter(({ exchange }) => all.follows(exchange) === 'position');
    for (const loss of always) {
      const { position } = loss.exchange;
      const { length } = always.filter(({ exchange }) => exchange.position === position);
      const note = `each of ${length} connections broke at its request number ${position}`;
      blame(found, observedAt(loss, allObserved, 'response'), loss, note);
    }
    return found;
  }

  /** Unexplained losses, per requirement: they are random, and a warning. */
  async atRandom(scene: LossScene): Promise<Map<Observations, Confirmed>> {
    const { allObserved, confirmed, timeline } = scene;
    const found = new Map<Observations, Confirmed>();
    const isOpen = ({ at }: Loss): boolean =>
      !at.planned.requirements.some((r) => 'expects' in r && isIn(confirmed, allObserved.get(r)));
    const isLate = (loss: Loss): boolean =>
      loss.exchange.noResponse?.kind === 'timeout' &&
      observedAt(loss, allObserved, 'response')?.otherCause !== undefined;
    const behind = new Set(this.#behindGateway.map(({ exchange }) => exchange));
    const isSpread = behind.size > 0 && timeline().areSpread(behind);
    const lost = [...this.#lost, ...(isSpread ? this.#behindGateway : [])];
    const own = await overOwnConnections(this.#resent.filter(isOpen), scene.target);
    const all = [...lost.filter((loss) => isOpen(loss) && !isLate(loss)), ...own.lost];
    if (all.length < 2 && own.lost.length === 0) return found;
    const share = { count: all.length, of: this.#requests + own.requests };
    const words = `${share.count} of ${share.of} requests`;
    for (const loss of all) {
      const complete = observedAt(loss, allObserved, 'completeness');
      blame(found, complete, loss, `at random: ${words} got no complete response`, share);
      const concerned = observedAt(loss, allObserved, 'response');
      if (concerned && !found.has(concerned)) concerned.lostAtRandom = words;
    }
    return found;
  }
}

/**
 * Repeats, over separate connections, the requests that met a closing connection: a server that loses one in forty is
 * found with 92 %.
 */
async function overOwnConnections(
  resent: readonly Loss[],
  target: Target,
): Promise<{ readonly lost: readonly Loss[]; readonly requests: number }> {
  const lost: Loss[] = [];
  let requests = 0;
  if (resent.length < NO_CHANCE) return { lost, requests };
  const affordable = target.spending(LARGE_PART);
  const alone: Send = (call, purpose) => target.send({ ...call, fresh: true }, purpose);
  for (let n = 0; requests < 2.5 / RARE && affordable(); n += TOGETHER / 2) {
    const next = Array.from({ length: TOGETHER / 2 }, (_, i) => resent[(n + i) % resent.length]);
    const sent = next.map(async (loss) => {
      if (loss === undefined) return;
      const { planned, steps } = loss.at;
      const exchanges = await sendCase(planned.probe, steps, alone, purposeOf(loss.at, 'alone'));
      requests += exchanges.length;
      for (const exchange of exchanges)
        if (isHangUp(exchange)) lost.push({ at: loss.at, exchange });
    });
    await Promise.all(sent);
  }
  if (target.stopped !== undefined) return { lost: [], requests };
  if (lost.length === 0) {
    const many = resent.length < COMPARED ? `${resent.length}` : `${resent.length} or more`;
    target.notes.push(
      `in ${many} cases the connection closed before a response, and ${requests} requests over dedicated connections all got a response: the target seems to close connections without announcing it (Connection: close)`,
    );
  }
  return { lost, requests };
}

/** True for a response of a gateway to a request to the operation of the case. */
function isBadGateway({ request, response, isAnswer }: Exchange, { planned }: Case): boolean {
  const isOwn = request.operation === planned.probe.operation;
  return isOwn && !isAnswer && response?.status === 502;
}

function isIn<Key>(known: ReadonlyMap<Key, unknown>, key: Key | undefined): boolean {
  return key !== undefined && known.has(key);
}

function observedAt(
  { at }: Loss,
  allObserved: LossScene['allObserved'],
  kind: 'response' | 'completeness',
): Observations | undefined {
  const requirement = at.planned.requirements.find((r) => expects(r, kind));
  return requirement && allObserved.get(requirement);
}

function blame(
  found: Map<Observations, Confirmed>,
  observed: Observations | undefined,
  { at, exchange }: Loss,
  note: string,
  atRandom?: Share,
): void {
  if (observed === undefined || found.has(observed)) return;
  const { response, noResponse } = exchange;
  const finding =
    response === undefined
      ? ofConnection('a complete response', noResponse?.message ?? '')
      : wrongStatus(
          worded`a response of the server`,
          worded`${statuses(response.status)}${atRandom ? { atRandom } : ''}`,
        );
  const failure = { at, findings: [finding], culprit: exchange };
  observed.fail(failure);
  found.set(observed, { failure, steady: false, note });
}
