import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { mixed } from '../../test/sample-report.ts';
import { InputError } from '../input/error.ts';
import { type Held, hold } from '../report/baseline/baseline.ts';
import { exitCodeWith, readBaseline } from './baseline.ts';

const GOOD = `
- requirement: registry/allocation-v1/withdraw/debug-fields-omitted
  operation: allocation-v1#getAllocationWithdrawContext
  owner: team registry
  reason: ISSUE-17
  expires: 2026-12-31
`;

const PROBLEM = `
- problem: debugPackageName is unexpected
  owner: team registry
  reason: ISSUE-17
  expires: 2026-12-31
  requirements:
    - requirement: registry/allocation-v1/withdraw/debug-fields-omitted
      operation: allocation-v1#getAllocationWithdrawContext
`;

async function problemOf(text: string): Promise<string> {
  const file = join(folderWith({ 'known.yaml': text }), 'known.yaml');
  const error: unknown = await readBaseline(file).catch((reason: unknown) => reason);
  if (!(error instanceof InputError)) throw new Error(`no InputError: ${JSON.stringify(error)}`);
  return error.message.replace(file, 'known.yaml');
}

describe('a baseline file', () => {
  it('is a list of entries, which may be empty', async () => {
    const folder = folderWith({ 'known.yaml': GOOD, 'none.json': '[]' });
    const { entries } = await readBaseline(join(folder, 'known.yaml'));
    expect(entries).toEqual([
      {
        ...{ owner: 'team registry', reason: 'ISSUE-17', expires: '2026-12-31' },
        requirements: [
          {
            requirement: 'registry/allocation-v1/withdraw/debug-fields-omitted',
            operation: 'allocation-v1#getAllocationWithdrawContext',
          },
        ],
      },
    ]);
    expect((await readBaseline(join(folder, 'none.json'))).entries).toEqual([]);
  });

  it('may have incomplete entries', async () => {
    const empty = GOOD.replace('team registry', '""').replace('2026-12-31', "''");
    const { entries } = await readBaseline(join(folderWith({ 'known.yaml': empty }), 'known.yaml'));
    expect(entries).toMatchObject([{ owner: '', reason: 'ISSUE-17', expires: '' }]);
  });

  it.each([
    ['', 'known.yaml:1:1: is nothing (null) and must be of type array. Write a list'],
    ['requirement: x', 'known.yaml:1:1: is an object and must be of type array.'],
    [`${GOOD}  ticket: x\n`, 'known.yaml:7:3: [0].ticket: is not a known member here.'],
    [GOOD.replace(/ {2}owner:.*\n/, ''), "must have required property 'owner'. Write requirement,"],
    [GOOD.replace('debug-fields-omitted', '*'), 'Patterns do not work here.'],
    [GOOD.replace('2026-12-31', '31.12.2026'), 'Write the last day on which it may fail'],
    [
      GOOD.replace('2026-12-31', '2026-02-30'),
      'known.yaml:6:12: [0].expires: 2026-02-30 is not a valid date',
    ],
    [GOOD.replace('2026-12-31', '2026-13-01'), '2026-13-01 is not a valid date'],
    [
      GOOD.replace('ISSUE-17', '17'),
      'is the number 17 and must be of type string. Put it in quotes.',
    ],
    [GOOD + GOOD.replace('31', '30'), 'already has an entry. Keep one of them.'],
    [PROBLEM + GOOD, 'already has an entry. Keep one of them.'],
    [PROBLEM.replace('problem', 'title'), 'known.yaml:2:3: [0].title: is not a known member here'],
    [PROBLEM.replace(/ {2}owner:.*\n/, ''), "must have required property 'owner'. Write problem,"],
    [
      PROBLEM.replace(/ {6}operation:.*\n/, ''),
      "must have required property 'operation'. Write req",
    ],
    [
      `${PROBLEM}      fails: status 500\n`,
      'fails: is text and must be of type array. Write the ways',
    ],
  ])('that cannot be used is rejected with its place and a remedy: %j', async (text, problem) => {
    expect(await problemOf(text)).toContain(problem);
  });
});

describe('the exit code', () => {
  const catalogue = new Map(mixed.verdicts.map((v) => [v.requirement, v.operation]));
  const failing = mixed.verdicts.filter((v) => v.level === 'MUST' && v.outcome === 'failed');
  const known = (...ids: readonly string[]): readonly Held[] => {
    const entries = ids.map((requirement) => ({
      ...{ owner: 'o', reason: 'r', expires: '2999-01-01' },
      requirements: [{ requirement, operation: catalogue.get(requirement) ?? '' }],
    }));
    return hold(mixed, { entries }, catalogue);
  };
  // The sample contains an error of the kit, which has its own exit code.
  const report = {
    ...mixed,
    verdicts: mixed.verdicts.filter((v) => v.reason !== 'kit-fault' && v.reason !== 'unreachable'),
  };

  it('is 0 if only a SHOULD has an incomplete entry', () => {
    const [should] = report.verdicts.filter((v) => v.level === 'SHOULD' && v.outcome === 'failed');
    if (!should) throw new Error('the sample has a failed SHOULD');
    const [{ entry } = { entry: undefined }] = known(should.requirement);
    if (!entry) throw new Error('no entry');
    const empty = hold(mixed, { entries: [{ ...entry, reason: '' }] }, catalogue);
    const others = known(...failing.map((v) => v.requirement));
    expect(exitCodeWith(report, [...empty, ...others])).toBe(0);
  });

  it('is 1 if a failed MUST is not in the baseline', () => {
    expect(exitCodeWith(report, known(...failing.slice(1).map((v) => v.requirement)))).toBe(1);
  });
});
