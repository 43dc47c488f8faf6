/** A failure is repeated before it is reported; one that comes back only now and then is looked for longer. */
import type { Exchange } from '../words.ts';
import { type Case, judgeCase, type Known, nameOf, type Send, sendCase } from './case.ts';
import type { Failure, Tally } from './tally.ts';
import type { Target } from './target.ts';

/** Rounds of looking for an intermittent failure: finds one in forty with 99 %. */
const ROUNDS = 24;
/** Copies of a case sent at the same time in one round: a leak between requests shows only then. */
const COMPANY = 8;

export interface Confirmed {
  readonly failure: Failure;
  /** True when it came back at once, so that it can be shrunk. */
  readonly steady: boolean;
  readonly note?: string;
}

/** The lowest kept failure that fails again at once; `undefined` when none does. */
export async function confirmAtOnce(
  tally: Tally,
  target: Target,
  known: Known,
): Promise<Confirmed | undefined> {
  for (const failure of tally.failures) {
    const again = await fails(tally, failure.at, target.send, known);
    if (!again) continue;
    // A hang-up is the target's own only while another request gets its answer.
    if ('owes' in tally.requirement) {
      const { operation } = failure.at.planned.probe;
      if (!(await target.answers(operation))) continue;
      if (!(await fails(tally, failure.at, target.send, known))) continue;
      if (!(await target.answers(operation))) continue;
    }
    return { failure: again, steady: true };
  }
  return undefined;
}

/**
 * Looks for failures that did not come back at once: the failing cases are sent again and again, in
 * company and beside a neighbour with other members, and every tally still open judges them. Returns
 * what came back, per tally.
 */
export async function confirmIntermittent(
  open: ReadonlySet<Tally>,
  target: Target,
  known: Known,
  neighbour: (one: Case) => Case | undefined,
): Promise<Map<Tally, Confirmed>> {
  const found = new Map<Tally, Confirmed>();
  const waiting = new Set(open);
  let sent = 0;
  for (let round = 0; round < ROUNDS && waiting.size > 0 && !target.stopped; round++) {
    for (const one of distinctCases(waiting)) {
      const beside = neighbour(one);
      const [company] = await Promise.all([
        Promise.all(
          Array.from({ length: COMPANY }, (_, k) =>
            sendCase(one.planned.probe, one.steps, target.send, nameOf(one), `!company-${k}`),
          ),
        ),
        beside && sendCase(beside.planned.probe, beside.steps, target.send, nameOf(one), '!beside'),
      ]);
      sent += company.length;
      for (const tally of waiting) {
        if (!tally.requirement.probes.includes(one.planned.probe)) continue;
        const back = company
          .map((e) => failureIn(tally, one, e, known))
          .find((f) => f !== undefined);
        if (!back) continue;
        waiting.delete(tally);
        const note = `intermittent: ${tally.failing} of the scan's cases failed, and it came back after ${sent} repetitions`;
        found.set(tally, { failure: back, steady: false, note });
      }
    }
  }
  return found;
}

function distinctCases(tallies: Iterable<Tally>): Case[] {
  const cases = new Map<number, Case>();
  for (const tally of tallies) {
    const first = tally.failures[0];
    if (first) cases.set(first.at.order, first.at);
  }
  return [...cases.values()].slice(0, 6);
}

async function fails(
  tally: Tally,
  one: Case,
  send: Send,
  known: Known,
): Promise<Failure | undefined> {
  const exchanges = await sendCase(one.planned.probe, one.steps, send, nameOf(one), '!again');
  tally.repeated = exchanges.at(-1);
  return failureIn(tally, one, exchanges, known);
}

function failureIn(
  tally: Tally,
  one: Case,
  exchanges: readonly Exchange[],
  known: Known,
): Failure | undefined {
  const { probe } = one.planned;
  const [told] = judgeCase(probe, [tally.requirement], one.steps.length, exchanges, known);
  if (!told?.culprit || told.findings.length === 0) return undefined;
  return { at: one, findings: told.findings, culprit: told.culprit };
}
