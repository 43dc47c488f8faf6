/** The plainest request beside a failing one: what both show differs by itself, and nobody is blamed for it. */
import type { Exchange } from '../words.ts';
import { type Case, nameOf, type Send, sendCase } from './case.ts';
import { judgeCase, type Known, placeOf } from './judge-case.ts';
import type { Failure, Tally } from './tally.ts';

/** So many copies are sent together. */
const COPIES = 8;
/** So many are sent for each repetition, before a failure that comes and goes counts. */
const PER_REPETITION = 2;

/** The plain twins of failing cases, sent after them and without company. */
export class PlainTwins {
  readonly #sent = new Map<number, number>();

  /** Sends plain twins until there are enough of them beside the repetitions, or until one fails as well. */
  async catchUp(
    failing: ReadonlyMap<Tally, Failure>,
    one: Case,
    repetitions: number,
    send: Send,
    known: Known,
  ): Promise<void> {
    const plain = plainOf(one);
    const concerned = (): Tally[] =>
      [...failing.keys()].filter((t) => t.requirement.comparative && !t.plainToo);
    while (plain && concerned().length > 0) {
      const sent = this.#sent.get(one.order) ?? 0;
      if (sent >= PER_REPETITION * repetitions) return;
      const copies = Array.from({ length: COPIES }, (_, k) =>
        sendCase(one.planned.probe, plain, send, nameOf(one), `!plain-${k}`),
      );
      this.#sent.set(one.order, sent + copies.length);
      for (const exchanges of await Promise.all(copies))
        for (const tally of concerned()) notePlain(tally, one, exchanges, known);
      for (const tally of concerned()) if (excused(tally, known)) tally.plainToo = true;
    }
  }
}

/** Sends the plain twin of a case once, and notes what it fails of. False when the case has none. */
export async function askPlain(
  tally: Tally,
  one: Case,
  send: Send,
  known: Known,
): Promise<boolean> {
  const plain = plainOf(one);
  if (plain === undefined) return false;
  const exchanges = await sendCase(one.planned.probe, plain, send, nameOf(one), '!plain');
  notePlain(tally, one, exchanges, known);
  return true;
}

/** The same case with each request made plain, and without what is there to disturb. */
function plainOf({ planned: { probe }, steps }: Case): Case['steps'] | undefined {
  const { plain, wrong, disturbs } = probe;
  if (plain === undefined || wrong !== undefined) return undefined;
  const calls = steps.filter((step) => typeof step !== 'function');
  if (calls.length < steps.length) return undefined;
  return calls.map((call) => plain(disturbs ? (calls[0] ?? call) : call));
}

/** What a case of plain requests fails of differs by itself. */
function notePlain(tally: Tally, one: Case, exchanges: readonly Exchange[], known: Known): void {
  const { probe } = one.planned;
  const [told] = judgeCase(probe, [tally.requirement], one.steps.length, exchanges, known);
  if (!told || told.findings.length === 0) return;
  tally.plainToo = true;
  const places = known.unsteady.get(probe.operation) ?? new Set();
  for (const finding of told.findings) places.add(placeOf(finding));
  known.unsteady.set(probe.operation, places);
}

/** All that the failures are about differs by itself. */
function excused({ requirement, failures }: Tally, known: Known): boolean {
  return (
    requirement.comparative === true &&
    failures.every(({ at, findings }) => {
      const places = known.unsteady.get(at.planned.probe.operation);
      return findings.every((f) => places?.has(placeOf(f)));
    })
  );
}
