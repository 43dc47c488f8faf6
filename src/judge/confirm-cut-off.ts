/**
 * Requests that are lost now and then. A connection that was used before may be closed by anybody at any
 * time, and its request is sent again; over a connection of its own a lost request is the target's doing.
 */
import type { Exchange, Requirement, Step } from '../words.ts';
import { type Case, nameOf, onlyReads, type Send, sendCase } from './case.ts';
import type { Confirmed } from './confirm.ts';
import { isHangUp, judgeCase, type Known } from './judge-case.ts';
import type { Failure, Tally } from './tally.ts';
import type { Target } from './target.ts';

/** So many cases are remembered, however long the run is. */
const REMEMBERED = 128;
/** So few in a run are no reason to look. */
const WORTH_LOOKING = 3;
/** Finds one in forty with 98 %; one in a thousand, as networks have it, is found with less than 1 %. */
const MOST_REQUESTS = 320;
/** Cases of one round go out together; rounds in which some lose a request and others do not count. */
const TOGETHER = 4;
const ROUNDS_ENOUGH = 3;

/** The first cases of a run that lost a request, if only at first. */
export class CutOff {
  readonly cases: Case[] = [];

  watch(one: Case, exchanges: readonly Exchange[]): void {
    if (this.cases.length < REMEMBERED && exchanges.some(wasCutOff)) this.cases.push(one);
  }
}

/** True when a request got no answer, or only the second time. */
function wasCutOff(exchange: Exchange): boolean {
  return exchange.resent === true || isHangUp(exchange);
}

/** Sends cases that lost a request again, each request over a connection of its own. Only what reads is sent. */
export async function confirmCutOff(
  cutOff: readonly Case[],
  tallies: ReadonlyMap<Requirement, Tally>,
  target: Target,
  known: Known,
): Promise<Map<Tally, Confirmed>> {
  const suspects = cutOff.filter(({ planned }) => onlyReads(planned.probe));
  const found = new Map<Tally, Failure>();
  let [rounds, asked, requests] = [0, 0, 0];
  const send: Send = (call, ref) => {
    requests++;
    return target.send(call, ref);
  };
  if (suspects.length < WORTH_LOOKING) return new Map();
  while (rounds < ROUNDS_ENOUGH && Math.max(asked, requests) < MOST_REQUESTS) {
    if (target.stopped !== undefined) return new Map();
    const round = Array.from({ length: TOGETHER }, () => suspects[asked++ % suspects.length]);
    const lost = await Promise.all(
      round.map(async (one) => {
        if (one === undefined) return false;
        const steps = one.steps.map(overItsOwn);
        const exchanges = await sendCase(one.planned.probe, steps, send, nameOf(one), '!alone');
        return note(one, exchanges);
      }),
    );
    if (lost.includes(true) && lost.includes(false)) rounds++;
  }
  if (rounds < ROUNDS_ENOUGH) {
    if (rounds === 0) target.notes.push(closing(suspects.length));
    return new Map();
  }
  const text = `now and then: in ${rounds} of ${asked / TOGETHER} rounds of ${TOGETHER} cases some requests got no answer, each over a connection of its own`;
  return new Map(
    [...found].map(([tally, failure]) => [tally, { failure, steady: false, note: text }]),
  );

  /** Judges the exchanges of a case; true when one of them was lost. */
  function note(one: Case, exchanges: readonly Exchange[]): boolean {
    const { probe, requirements } = one.planned;
    const answers = requirements.filter((r) => 'owes' in r && r.owes === 'answer');
    for (const told of judgeCase(probe, answers, one.steps.length, exchanges, known)) {
      const tally = tallies.get(told.requirement);
      if (tally === undefined || told.culprit === undefined) continue;
      tally.add(one, told);
      found.set(tally, { at: one, findings: told.findings, culprit: told.culprit });
    }
    return exchanges.some(wasCutOff);
  }
}

function closing(cases: number): string {
  const many = cases < REMEMBERED ? `${cases}` : `${cases} or more`;
  return `in ${many} cases a request got no answer at first, and got one over a connection of its own: the target seems to close connections without announcing it (Connection: close)`;
}

/** The same step over a connection that nobody has used. */
function overItsOwn(step: Step): Step {
  if (typeof step !== 'function') return { ...step, fresh: true };
  return (before) => {
    const call = step(before);
    return call === undefined ? undefined : { ...call, fresh: true };
  };
}
