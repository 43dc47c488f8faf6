/** Problems of the reference servers: one fault is one problem, and two faults are never joined. By night, many faults. */

import { createHash } from 'node:crypto';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { once } from '../../suites/kit/once.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { NEWEST } from '../../suites/ledger/versions.ts';
import { registry } from '../../suites/registry/index.ts';
import { oneOfEachKind } from '../../test/allocation-apis.ts';
import { byDay, NIGHTLY } from '../../test/nightly.ts';
import { isOneStatus, kindOfPlace, type Verdict } from '../model/index.ts';
import { type Fault, faults, prove, tierOfFault } from '../prove/prove.ts';
import { startTarget } from '../prove/target.ts';
import { run } from '../run/run.ts';
import { operationNameOf } from './names.ts';
import { failuresOf } from './problems/split.ts';
import { problemsOf } from './problems.ts';
import { textOf } from './words.ts';

const SURFACES = {
  registry: NIGHTLY ? registry() : await oneOfEachKind(),
  ledger: ledger(),
} as const;
type Name = keyof typeof SURFACES;
const NAMES = ['registry', 'ledger'] as const;

const ALL = await faults();
/**
 * Every fault that the surface can find, but those that lose responses, whose results depend on the load of the machine.
 */
const faultsOf = (name: Name): readonly Fault[] =>
  ALL.filter(({ surface, killedBy, versions }) => {
    if (surface !== name || killedBy.includes('-responses')) return false;
    const kills = picomatch(killedBy);
    const isFound = SURFACES[name].requirements.some(({ id }) => kills(id));
    return isFound && versions?.includes(NEWEST) !== false;
  });
/** True for a fault that a run with default settings finds. */
const isPlain = (fault: Fault): boolean =>
  fault.token === undefined && tierOfFault(fault, SURFACES[fault.surface as Name]) === 'read';

/** Faults that many requirements notice, and how many of them at least. */
const NOTICED: Readonly<Record<string, number>> = {
  'unknown-id-returns-empty': 12,
  'meta-required': 9,
  'non-ascii-crash': 15,
  'error-as-text': 4,
  'unknown-package-is-empty': 1,
};

const digestOf = ({ id }: Fault): string => createHash('sha256').update(id).digest('hex');

/** How many plain faults. */
const SAMPLE = 60;

/** A pseudo-random order, so that a new fault changes few pairs of neighbours, and a sample hardly. */
function shuffled(all: readonly Fault[]): readonly Fault[] {
  return all.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1));
}

/** Some plain faults. */
function sampleOf(name: Name): readonly Fault[] {
  const plain = faultsOf(name).filter(isPlain);
  const rest = shuffled(plain.filter(({ id }) => !(id in NOTICED)));
  return [...plain.filter(({ id }) => id in NOTICED), ...rest].slice(0, SAMPLE);
}

async function verdictsWith(own: readonly Fault[]): Promise<readonly Verdict[]> {
  const name = own[0]?.surface === 'ledger' ? 'ledger' : 'registry';
  const ids = own.map(({ id }) => id);
  const { close, received: _, ...target } = await startTarget(name, SURFACES[name], ids);
  const timing = { timeoutMs: 2_000, patienceMs: 2_000, eventualConsistency: false } as const;
  const options = { ...target, surface: SURFACES[name], seed: 1, profile: 'full' } as const;
  try {
    return (await run({ ...options, ...timing })).report.verdicts;
  } finally {
    await close();
  }
}

/** The verdicts of a run with one fault. */
const alone = once((fault: Fault) => verdictsWith([fault]));

it.each(byDay(Object.entries(NOTICED), (_, nth) => nth % 2 === 0))(
  '%s is one problem with %i requirements at least',
  { timeout: 120_000 },
  async (id, least) => {
    const fault = ALL.find((one) => one.id === id);
    const [problem, ...others] = problemsOf({ verdicts: fault ? await alone(fault) : [] });
    expect(others).toEqual([]);
    expect(problem?.verdicts.length).toBeGreaterThanOrEqual(least);
  },
);

// By day the saved failures of the corpus in test/grouping show the same.
it.runIf(NIGHTLY).each(NAMES)(
  'of ten single faults of the %s nine are one problem, and few are more',
  { timeout: 600_000 },
  async (name) => {
    const found = new Map<string, number>();
    for (const fault of sampleOf(name))
      found.set(fault.id, problemsOf({ verdicts: await alone(fault) }).length);
    const others = shuffled(faultsOf(name).filter((fault) => !isPlain(fault)));
    for (const fault of others.slice(0, others.length / 5))
      found.set(fault.id, problemsOf(await prove(fault, SURFACES[name], { seed: 1 })).length);
    const numbers = [...found.values()];
    const split = JSON.stringify([...found].filter(([, n]) => n !== 1));
    expect(numbers.length).toBeGreaterThanOrEqual(10);
    expect(numbers.filter((n) => n === 1).length / numbers.length, split).toBeGreaterThanOrEqual(
      0.9,
    );
    expect(numbers.reduce((sum, n) => sum + n, 0) / numbers.length, split).toBeLessThanOrEqual(1.2);
  },
);

/**
 * Pairs that one response shows together: an error that becomes a crash, a list that is wrong in two ways, or crashes at
 * values of one member, which one problem shows with an example of each.
 */
const TOGETHER: ReadonlySet<string> = new Set([
  ...['unknown-id-crash', 'last-allocation-missed'],
  ...['second-error-becomes-500', 'amount-number-crash'],
  ...['new-instruments-on-first-page-only', 'api-version-beyond-int32'],
  ...['pages-of-parties-repeat', 'parties-beside-overlooked'],
  ...['proto-key-crash', 'non-ascii-crash'],
]);

/** The subject of a failure: a kind of request and its status, or a place in a response. */
function traceOf({ requirement, counterexample, findings: [finding] }: Verdict): string {
  // Operations that are not served are one problem, which lists them.
  if (finding?.at.part === 'operation') return 'an operation that is not served';
  const operation = operationNameOf(requirement);
  if (finding === undefined || !isOneStatus(finding.at))
    return `${operation} ${finding ? kindOfPlace(finding.at) : ''}`;
  const [kind] = (counterexample?.path ?? requirement).split('#', 1);
  return `${operation} ${kind} ${textOf(finding.actual).slice(0, 3)}`;
}

const failedIn = (verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set(verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement));
const tracesIn = (verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set(failuresOf(verdicts).map(traceOf));

const isApart = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  ![...some].some((one) => others.has(one));

/** What one fault shows alone. */
interface Shown {
  readonly id: string;
  readonly failed: ReadonlySet<string>;
  readonly traces: ReadonlySet<string>;
}

async function shownBy(fault: Fault): Promise<Shown> {
  const verdicts = await alone(fault);
  return { id: fault.id, failed: failedIn(verdicts), traces: tracesIn(verdicts) };
}

/** One server with three faults shows three pairs of them. */
const SHARE_A_SERVER = 3;
const groupsOf = (all: readonly Fault[]): readonly (readonly Fault[])[] =>
  all.flatMap((_, i) => (i % SHARE_A_SERVER === 0 ? [all.slice(i, i + SHARE_A_SERVER)] : []));
const pairsOf = (all: readonly Shown[]): readonly (readonly [Shown, Shown])[] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const));

/** True if one of these belongs to the first fault alone, and one to the second fault alone. */
function joins(
  names: readonly string[],
  of: (one: Shown) => ReadonlySet<string>,
  [one, other]: readonly [Shown, Shown],
  group: readonly Shown[],
): boolean {
  const isOnlyOf = (fault: Shown) => (name: string) =>
    group.every((each) => of(each).has(name) === (each === fault));
  return names.some(isOnlyOf(one)) && names.some(isOnlyOf(other));
}

it.runIf(NIGHTLY).each(NAMES)(
  'faults of the %s on one server share no problem, and each is shown',
  { timeout: 600_000 },
  async (name) => {
    const mixed: string[] = [];
    const hidden: string[] = [];
    let different = 0;
    for (const faults of groupsOf(sampleOf(name))) {
      const group: Shown[] = [];
      for (const fault of faults) group.push(await shownBy(fault));
      const verdicts = await verdictsWith(faults);
      const shown = tracesIn(verdicts);
      for (const pair of pairsOf(group)) {
        const [one, other] = pair;
        if (pair.every(({ id }) => TOGETHER.has(id))) continue;
        const areDifferent = isApart(one.traces, other.traces);
        for (const problem of problemsOf({ verdicts })) {
          // A declared consequence belongs to its cause, even if another fault would break it too.
          const own = problem.verdicts.filter((v) => !v.followsFrom);
          const ids = own.map((v) => v.requirement);
          if (joins(ids, ({ failed }) => failed, pair, group))
            mixed.push(`${one.id} + ${other.id}: ${ids.join(', ')}`);
          const traces = [...tracesIn(own)];
          if (areDifferent && joins(traces, (by) => by.traces, pair, group))
            mixed.push(`${one.id} + ${other.id}: ${traces.join(', ')}`);
        }
        if (!areDifferent) continue;
        different++;
        if (pair.some(({ traces }) => isApart(traces, shown)))
          hidden.push(`${one.id} + ${other.id}`);
      }
    }
    expect(mixed).toEqual([]);
    expect(different).toBeGreaterThanOrEqual(6);
    // An endless list hides its own end.
    expect(hidden.length, hidden.join(', ')).toBeLessThanOrEqual(different / 3);
  },
);
