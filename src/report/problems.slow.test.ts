/** Problems of the reference servers: one fault is one problem, and two faults are never joined. */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { once } from '../../suites/kit/once.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { NEWEST } from '../../suites/ledger/versions.ts';
import { registry } from '../../suites/registry/index.ts';
import { NIGHTLY } from '../../test/nightly.ts';
import type { Profile, Report, Verdict } from '../model/index.ts';
import { type Fault, faults, prove } from '../prove/prove.ts';
import { startTarget } from '../prove/target.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';
import { operationNameOf } from './names.ts';
import { failuresOf } from './problems/failures.ts';
import { isStatus, placeOf } from './problems/places.ts';
import { problemsOf } from './problems.ts';
import { textOf } from './words.ts';

const SURFACES = { registry: registry(), ledger: ledger() } as const;

async function reportWith(faults: readonly string[], profile: Profile): Promise<Report> {
  const { url, fixtures, close } = await startRegistry({ faults });
  const options = { surface: registry(), url: new URL(url), fixtures, seed: 1, timeoutMs: 2_000 };
  try {
    return (await run({ ...options, profile, eventualConsistency: false })).report;
  } finally {
    await close();
  }
}

it.each([
  ['unknown-id-returns-empty', 12],
  ['meta-required', 9],
  ['error-as-text', 4],
])('%s is one problem with %i requirements at least', { timeout: 60_000 }, async (fault, least) => {
  const [problem, ...others] = problemsOf(await reportWith([fault], 'full'));
  expect(others).toEqual([]);
  expect(problem?.verdicts.length).toBeGreaterThanOrEqual(least);
});

const ALL = await faults();

/** Every nth fault, except those that lose responses, whose results depend on the load of the machine. */
const EVERY = { registry: NIGHTLY ? 6 : 24, ledger: 18 } as const;
const sampleOf = (surface: keyof typeof EVERY): readonly Fault[] =>
  ALL.filter((one) => one.surface === surface && !one.killedBy.includes('-responses')).filter(
    (_, i) => i % EVERY[surface] === 0,
  );

it.each(['registry', 'ledger'] as const)(
  'of ten single faults of the %s nine are one problem, and few are more',
  {
    timeout: 600_000,
  },
  async (name) => {
    const numbers: number[] = [];
    for (const fault of sampleOf(name)) {
      if (fault.versions?.includes(NEWEST) === false) continue;
      const { verdicts } = await prove(fault, SURFACES[name], { seed: 1 });
      numbers.push(problemsOf({ verdicts }).length);
    }
    expect(numbers.length).toBeGreaterThanOrEqual(12);
    expect(numbers.filter((n) => n === 1).length / numbers.length).toBeGreaterThanOrEqual(0.9);
    expect(numbers.reduce((sum, n) => sum + n, 0) / numbers.length).toBeLessThanOrEqual(1.2);
  },
);

/** The failures of a quick run with one fault. */
const failedBy = once(async ({ id }: Fault): Promise<ReadonlySet<string>> => {
  const { verdicts } = await reportWith([id], 'quick');
  const failed = verdicts.filter(({ outcome }) => outcome === 'failed');
  return new Set(failed.map(({ requirement }) => requirement));
});

/** Faults that lose no responses: the kit waits for lost ones. */
const FAULTS = ALL.filter(
  ({ surface, killedBy }) => surface === 'registry' && !killedBy.includes('-responses'),
);
/** Pairs that one response shows together: one causes an error, and the other turns that error into a crash. */
const TOGETHER: ReadonlySet<string> = new Set([
  ...['unknown-id-crash', 'last-allocation-missed'],
  ...['second-error-becomes-500', 'amount-number-crash'],
]);
/** Pairs of faults in a pseudo-random order, so that a new fault changes no other pair. */
function pairsOf(faults: readonly Fault[], every: number): readonly (readonly [Fault, Fault])[] {
  const digestOf = ({ id }: Fault): string => createHash('sha256').update(id).digest('hex');
  const shuffled = faults.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1));
  return shuffled.flatMap((fault, i) => {
    const other = shuffled[i + 1];
    const isChosen = Number.parseInt(digestOf(fault).slice(-6), 16) % every === 0;
    return isChosen && other !== undefined ? [[fault, other] as const] : [];
  });
}

const PAIRS = pairsOf(FAULTS, NIGHTLY ? 2 : 12).filter(
  (pair) => !pair.every(({ id }) => TOGETHER.has(id)),
);

it('no problem mixes what only one of two faults causes', { timeout: 300_000 }, async () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(NIGHTLY ? 60 : 20);
  const mixed: string[] = [];
  for (const [one, other] of PAIRS) {
    const [byOne, byOther] = [await failedBy(one), await failedBy(other)];
    for (const { verdicts } of problemsOf(await reportWith([one.id, other.id], 'quick'))) {
      // A declared consequence belongs to its cause, even if another fault would break it too.
      const ids = verdicts.filter((v) => !v.followsFrom).map((v) => v.requirement);
      const onlyOne = ids.some((id) => byOne.has(id) && !byOther.has(id));
      const onlyOther = ids.some((id) => byOther.has(id) && !byOne.has(id));
      if (onlyOne && onlyOther) mixed.push(`${one.id} + ${other.id}`);
    }
  }
  expect(mixed).toEqual([]);
});

/** The subject of a failure: a kind of request and its status, or a place in a response. */
function traceOf({ requirement, counterexample, findings: [finding] }: Verdict): string {
  // Operations that are not served are one problem, which lists them.
  if (finding?.at === 'the operation') return 'an operation that is not served';
  const operation = operationNameOf(requirement);
  // Names with a number of requests differ from run to run.
  if (finding === undefined || !isStatus(finding))
    return `${operation} ${placeOf(finding?.at ?? '').replaceAll(/\d+/g, 'N')}`;
  const [kind] = (counterexample?.path ?? requirement).split('#', 1);
  return `${operation} ${kind} ${textOf(finding.actual).slice(0, 3)}`;
}

async function verdictsWith(own: readonly Fault[]): Promise<readonly Verdict[]> {
  const name = own[0]?.surface === 'ledger' ? 'ledger' : 'registry';
  const {
    close,
    received: _,
    ...target
  } = await startTarget(
    name,
    SURFACES[name],
    own.map(({ id }) => id),
  );
  const timing = { timeoutMs: 2_000, patienceMs: 2_000, eventualConsistency: false } as const;
  const options = { ...target, surface: SURFACES[name], seed: 1, profile: 'full' } as const;
  try {
    return (await run({ ...options, ...timing })).report.verdicts;
  } finally {
    await close();
  }
}

/** The faults that a run with default settings finds. */
function plainFaultsOf(name: keyof typeof SURFACES): readonly Fault[] {
  return ALL.filter(
    ({ surface, killedBy, allow, token, versions }) =>
      surface === name &&
      !killedBy.includes('-responses') &&
      allow === undefined &&
      token === undefined &&
      versions?.includes(NEWEST) !== false,
  );
}

it.each([
  ['registry', NIGHTLY ? 12 : 60],
  ['ledger', NIGHTLY ? 10 : 30],
] as const)(
  'two faults of the %s that are about different things share no problem, and both are shown',
  { timeout: 600_000 },
  async (name, every) => {
    const mixed: string[] = [];
    const hidden: string[] = [];
    let judged = 0;
    for (const pair of pairsOf(plainFaultsOf(name), every)) {
      const [one, other] = pair;
      const alone = [await verdictsWith([one]), await verdictsWith([other])] as const;
      const [byOne, byOther] = alone.map((v) => new Set(failuresOf(v).map(traceOf))) as [
        Set<string>,
        Set<string>,
      ];
      if ([...byOne].some((trace) => byOther.has(trace))) continue;
      const verdicts = await verdictsWith(pair);
      const traces = failuresOf(verdicts).map(traceOf);
      judged++;
      if ([byOne, byOther].some((by) => !traces.some((trace) => by.has(trace))))
        hidden.push(`${one.id} + ${other.id}`);
      for (const problem of problemsOf({ verdicts })) {
        // As above: a declared consequence belongs to its cause.
        const own = failuresOf(problem.verdicts.filter((v) => !v.followsFrom)).map(traceOf);
        if ([byOne, byOther].every((by) => own.some((trace) => by.has(trace))))
          mixed.push(`${one.id} + ${other.id}: ${own.join(', ')}`);
      }
    }
    expect(mixed).toEqual([]);
    expect(judged).toBeGreaterThanOrEqual(NIGHTLY ? 4 : 2);
    // An endless list hides its own end.
    expect(hidden.length, hidden.join(', ')).toBeLessThanOrEqual(judged / 3);
  },
);
