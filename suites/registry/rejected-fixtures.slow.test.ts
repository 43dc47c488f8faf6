import { expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit.ts';
import { surfaceOfApis } from '../../src/input/apis.ts';
import type { Report, Verdict } from '../../src/model/index.ts';
import { registrationOf } from '../../src/surfaces/index.ts';
import { ALLOCATION_API_NAMES } from '../../test/allocation-apis.ts';
import { type RegistryFixtures, reportOnRegistry } from '../../test/reports.ts';

/** The fixtures of these tests are those of the first two APIs; the third shows that others are unaffected. */
const APIS = [...ALLOCATION_API_NAMES, 'allocation-v2'];
const surface = await surfaceOfApis(registrationOf('registry'), APIS);
const MISTYPED = `00${'ab'.repeat(68)}`;

const reportWith = (
  change: (given: RegistryFixtures) => RegistryFixtures = (given) => given,
  server: { readonly variants?: readonly string[]; readonly faults?: readonly string[] } = {},
): Promise<Report> => reportOnRegistry(server, { surface, change, seed: 1, runs: 1 });

const failed = ({ verdicts }: Report): string[] =>
  verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);

/** The operations for the allocations of the fixtures, and those with their own fixtures. */
function outcomesOf({ verdicts }: Report, name: string): Record<'own' | 'others', string[]> {
  const ofRule = verdicts.filter((v) => v.requirement.endsWith(`/${name}`));
  const isOwn = ({ requirement }: Verdict): boolean =>
    requirement.startsWith('registry/allocation-v1/');
  return {
    own: ofRule.filter(isOwn).map((v) => v.outcome),
    others: ofRule.filter((v) => !isOwn(v)).map((v) => v.outcome),
  };
}

it('an id that is rejected while others are accepted is left out and named', async () => {
  const report = await reportWith((given) => ({
    ...given,
    allocations: [MISTYPED, ...given.allocations],
  }));
  expect(failed(report)).toEqual([]);
  expect(report.result).toBe('conforming');
  expect(report.run.notes).toEqual([
    'allocations[0] is not live here (404 from allocation-v1/withdraw)',
  ]);
  expect(report.run.deadFixtures).toEqual(['allocations[0]']);
  expect(exitCodeOf(report, false)).toBe(2);
});

it('a single id that is not found fails nothing, because nothing shows that it exists', async () => {
  const report = await reportWith((given) => ({
    ...given,
    allocations: [MISTYPED],
    reassigning: [],
  }));
  expect(failed(report)).toEqual([]);
  const accepts = outcomesOf(report, 'accepts-live-id');
  expect(accepts).toEqual({ own: Array(3).fill('untested'), others: Array(2).fill('passed') });
  expect(report.result).toBe('partial');
  expect(report.run.notes).toEqual([
    expect.stringMatching(
      /^allocations\[0\] is not live here \(404 from allocation-v1\/withdraw\); .*may also fail to find one/,
    ),
  ]);
  const untested = report.verdicts.find((v) => v.requirement.endsWith('/accepts-live-id'));
  expect(untested?.note).toBe('none of the allocations in the fixtures is live here: replace them');
});

it('an example that is rejected while others are accepted fails one requirement', async () => {
  const report = await reportWith(
    (given) => ({ ...given, choiceArguments: [{ spent: true }, ...given.choiceArguments] }),
    { variants: ['rejects-undeclared'] },
  );
  expect(failed(report)).toEqual([
    'registry/allocation-instruction-v1/allocation-factory/accepts-declared-arguments',
  ]);
  expect(report.run.notes).toEqual([
    expect.stringMatching(
      /^choiceArguments\[0\] is rejected here \(\d+ from allocation-instruction-v1\/allocation-factory\) and others are accepted; check it/,
    ),
  ]);
});

it('a single example that is rejected is named, and still judged', async () => {
  const report = await reportWith((given) => ({ ...given, choiceArguments: [{ spent: true }] }), {
    variants: ['rejects-undeclared'],
  });
  expect(failed(report)).toContain(
    'registry/allocation-instruction-v1/allocation-factory/accepts-declared-arguments',
  );
  expect(report.run.notes).toEqual([
    expect.stringMatching(
      /^choiceArguments\[0\] is rejected here \(\d+ from allocation-instruction-v1\/allocation-factory\); check it/,
    ),
  ]);
});

it('a live id that one operation does not find is not left out', async () => {
  const report = await reportWith(undefined, { faults: ['live-allocation-missed'] });
  expect(report.run.notes.join()).not.toContain('is not live here');
  expect(failed(report).join()).toContain('/accepts-live-id');
});

it.each([
  ['first-lookup-misses', 'accepts-live-id'],
  ['first-lookup-crashes', 'no-server-error'],
])(
  'a registry with the fault %s fails, although each fixture is accepted later',
  async (fault, rule) => {
    const report = await reportWith(undefined, { faults: [fault] });
    expect(failed(report)).toEqual([
      `registry/allocation-v1/withdraw/${rule}`,
      `registry/allocation-v2/withdraw/${rule}`,
    ]);
    expect(report.run.notes.join()).not.toContain('is not live here');
  },
);

it('a fixture that appears between two requests is no failure, and not a pass either', async () => {
  const report = await reportWith(
    (given) => {
      const allocations = given.allocations.slice(0, 1);
      return { ...given, allocations, allocationsV2: allocations };
    },
    { faults: ['first-lookup-misses'] },
  );
  expect(failed(report)).toEqual([]);
  expect(report.result).toBe('partial');
  expect(outcomesOf(report, 'accepts-live-id').own).toContain('cantTell');
});

it('an id that is not under reassignment, unlike others, is named and left out', async () => {
  const report = await reportWith((given) => ({
    ...given,
    reassigning: [...given.reassigning, MISTYPED, given.allocations[0] ?? ''],
  }));
  expect(failed(report)).toEqual([]);
  const is409 = outcomesOf(report, 'reassignment-is-409');
  expect(is409).toEqual({ own: Array(3).fill('passed'), others: Array(2).fill('passed') });
  expect(report.run.notes).toEqual([
    'reassigning[1] is not under reassignment here (404 from allocation-v1/withdraw)',
    'reassigning[2] is not under reassignment here (200 from allocation-v1/withdraw)',
  ]);
});

it.each(['reassigning-not-found', 'reassigning-accepted'])(
  'a registry with the fault %s is not excused by a wrong id beside the right one',
  async (fault) => {
    const report = await reportWith(
      (given) => ({ ...given, reassigning: [...given.reassigning, MISTYPED] }),
      { faults: [fault] },
    );
    expect(failed(report)).toContain('registry/allocation-v1/withdraw/reassignment-is-409');
  },
);
