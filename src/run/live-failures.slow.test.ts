import { expect, it } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import { registryFor } from '../../test/reference.ts';
import type { Verdict } from '../model/index.ts';
import { problemsOf } from '../report/problems.ts';
import { type RunOptions, run } from './run.ts';

const FAULTS = [
  'error-named-message',
  'get-accepted',
  'debug-in-second-contract',
  'withdraw-not-served',
];

async function target(faults: readonly string[]): Promise<RunOptions> {
  const { url, fixtures } = await registryFor({ faults });
  const surface = await allocationApis();
  return { surface, url: new URL(url), fixtures, seed: 1, runs: 4 };
}

it('each failure is announced when it is confirmed, and none that the report does not have', async () => {
  const announced: Verdict[] = [];
  const options = await target(FAULTS);
  const { report } = await run({ ...options, onFailure: (verdict) => announced.push(verdict) });
  const failed = report.verdicts.filter((v) => v.outcome === 'failed');
  const last = new Map(announced.map((verdict) => [verdict.requirement, verdict]));
  expect([...last.keys()].sort()).toEqual(failed.map((v) => v.requirement).sort());
  for (const { requirement, findings, counterexample } of failed) {
    // What is printed is run at the end, and where its values were read is looked up then.
    const { reproduction: _, readFrom: __, ...known } = counterexample ?? {};
    expect(last.get(requirement), requirement).toMatchObject({ findings, counterexample: known });
  }
  expect(problemsOf({ verdicts: [...last.values()] })).toHaveLength(problemsOf(report).length);
  // What is not served is known before anything is repeated.
  expect(announced[0]?.requirement).toBe('registry/allocation-v1/withdraw/operation-exists');
});

it('a listener changes neither requests nor verdicts', async () => {
  const options = await target(FAULTS);
  const [plain, watched] = [
    await run({ ...options, concurrency: 1 }),
    await run({
      ...options,
      concurrency: 1,
      onFailure: () => undefined,
      onProgress: () => undefined,
    }),
  ];
  expect(watched.report.run.requests).toBe(plain.report.run.requests);
  const judged = ({ report }: typeof plain): unknown =>
    report.verdicts.map(({ requirement, outcome, conclusive }) => [
      requirement,
      outcome,
      conclusive,
    ]);
  expect(judged(watched)).toEqual(judged(plain));
});

it('a stopped run keeps its unconfirmed failures, and marks them', async () => {
  const options = await target(['get-accepted']);
  const controller = new AbortController();
  const { report } = await run({
    ...options,
    concurrency: 1,
    signal: controller.signal,
    onProgress: ({ suspected }) => suspected > 0 && controller.abort(),
  });
  expect(report.run.interrupted).toBe(true);
  const seen = report.verdicts.filter((v) => v.findings.length > 0);
  expect(seen.map((v) => [v.outcome, v.reason, v.note])).toEqual([
    [
      'untested',
      'interrupted',
      'unconfirmed: 1 of the cases failed, and the run stopped before they could be repeated',
    ],
  ]);
});

it('a conforming server causes no suspected or announced failure', async () => {
  const options = await target([]);
  const suspected = new Set<number>();
  const announced: Verdict[] = [];
  await run({
    ...options,
    onFailure: (verdict) => announced.push(verdict),
    onProgress: (progress) => suspected.add(progress.suspected),
  });
  expect(announced).toEqual([]);
  expect([...suspected]).toEqual([0]);
});
