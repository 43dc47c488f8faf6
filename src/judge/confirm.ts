/** A failure is repeated before it is reported; one that comes back only now and then is looked for longer. */
import type { Exchange, Requirement } from '../words.ts';
import { type Case, nameOf, type Send, sendCase } from './case.ts';
import { judgeCase, type Known, ownFindings } from './judge-case.ts';
import { askPlain, PlainTwins } from './plain-twins.ts';
import type { Failure, Tally } from './tally.ts';
import type { Target } from './target.ts';

/** Rounds of looking for an intermittent failure: finds one in forty with 99 %. */
const ROUNDS = 24;
/** The failing case of a comparative requirement and its plain twin take turns so often. */
const TURNS = 5;
/** A comparative failure that comes and goes counts if it came back in so many rounds, and no plain twin failed. */
const ROUNDS_ENOUGH = 3;
/** Looking for what is intermittent ends after so many requests: every exchange of a run is to be kept. */
const MOST_REQUESTS = 6_000;
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
    const again = tally.requirement.comparative
      ? await failsBesidePlain(tally, failure.at, target.send, known)
      : await fails(tally, failure.at, target.send, known);
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
 * Looks for failures that did not come back at once: the failing cases are sent again and again, in company
 * and beside a neighbour with other members, the strongest requirements first, and every tally still open
 * judges them. Returns what came back, per tally.
 */
export async function confirmIntermittent(
  open: ReadonlySet<Tally>,
  target: Target,
  known: Known,
  neighbour: (one: Case, round: number) => Case | undefined,
): Promise<Map<Tally, Confirmed>> {
  const found = new Map<Tally, Confirmed>();
  const waiting = new Set([...open].sort((a, b) => rank(a.requirement) - rank(b.requirement)));
  const rounds = new Map<Tally, number>();
  const plain = new PlainTwins();
  let repetitions = 0;
  let requests = 0;
  const send: Send = (call, ref) => {
    requests++;
    return target.send(call, ref);
  };
  const over = (): boolean =>
    waiting.size === 0 || requests >= MOST_REQUESTS || target.stopped !== undefined;
  for (let round = 0; round < ROUNDS && !over(); round++) {
    for (const one of distinctCases(waiting)) {
      const beside = neighbour(one, round);
      const [company] = await Promise.all([
        Promise.all(
          Array.from({ length: COMPANY }, (_, k) =>
            sendCase(one.planned.probe, one.steps, send, nameOf(one), `!company-${k}`),
          ),
        ),
        beside && sendCase(beside.planned.probe, beside.steps, send, nameOf(one), '!beside'),
      ]);
      repetitions += company.length;
      const back = new Map<Tally, Failure>();
      for (const tally of waiting) {
        if (!tally.requirement.probes.includes(one.planned.probe)) continue;
        const failures = company.map((e) => failureIn(tally, one, e, known));
        const first = failures.find((f) => f !== undefined);
        if (first) back.set(tally, first);
      }
      await plain.catchUp(back, one, (round + 1) * COMPANY, send, known);
      for (const [tally, failure] of back) {
        if (tally.plainToo) waiting.delete(tally);
        // The plain twins may have shown by now that these places move by themselves.
        const { requirement } = tally;
        const findings = ownFindings({ ...failure, requirement }, one.planned, known);
        if (tally.plainToo || findings.length === 0 || !enough(tally, rounds)) continue;
        waiting.delete(tally);
        const note = `intermittent: ${tally.failing} of the scan's cases failed, and it came back after ${repetitions} repetitions`;
        found.set(tally, { failure: { ...failure, findings }, steady: false, note });
      }
    }
  }
  return found;
}

/** Whether a failure came back often enough to count. */
function enough(tally: Tally, rounds: Map<Tally, number>): boolean {
  const round = (rounds.get(tally) ?? 0) + 1;
  rounds.set(tally, round);
  return !tally.requirement.comparative || round >= ROUNDS_ENOUGH;
}

/** A failure that comes back each time, though the plain twin that takes turns with it does not show it. */
async function failsBesidePlain(
  tally: Tally,
  one: Case,
  send: Send,
  known: Known,
): Promise<Failure | undefined> {
  let again: Failure | undefined;
  for (let turn = 0; turn < TURNS; turn++) {
    const hasPlain = await askPlain(tally, one, send, known);
    again = await fails(tally, one, send, known);
    if (!again || !hasPlain) break;
  }
  if (again) tally.plainToo = false;
  return again;
}

/** MUST before the other levels. */
export function rank({ level }: Requirement): number {
  return level === 'MUST' ? 0 : 1;
}

function distinctCases(tallies: Iterable<Tally>): Case[] {
  const cases = new Map<number, Case>();
  for (const tally of tallies) {
    const first = tally.failures[0];
    if (first) cases.set(first.at.order, first.at);
  }
  return [...cases.values()].slice(0, 6);
}

/** The failing case once more: its failure, if it came back. */
export async function fails(
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
  if (!told?.culprit) return undefined;
  const findings = ownFindings(told, one.planned, known);
  return findings.length > 0 ? { at: one, findings, culprit: told.culprit } : undefined;
}
