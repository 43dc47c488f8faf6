/** Texts that look like values of another type: a field that takes any text keeps them, and conforms. */
import { expect, it } from 'vitest';
import { run } from '../../../src/run/run.ts';
import { ledgerFor } from '../../../test/reference.ts';
import { EVERYTHING } from '../../../test/reports.ts';
import { ledger } from '../index.ts';

const RULES = [
  'ledger/submit-and-wait-for-transaction/impossible-texts-are-rejected',
  'ledger/prepare/rejects-impossible-text',
];

it.each(['42', '12.5', '2026-01-31', '2026-01-31T12:00:00Z'])(
  'a name that reads %s may be any other text',
  async (name) => {
    const server = await ledgerFor();
    const [first] = server.fixtures.commands as readonly [Record<string, unknown>];
    const [{ CreateCommand: create }] = first['commands'] as readonly [{ CreateCommand: object }];
    const { createArguments } = create as { createArguments: object };
    const CreateCommand = { ...create, createArguments: { ...createArguments, name } };
    const { report } = await run({
      surface: ledger(),
      url: new URL(server.url),
      fixtures: { commands: [{ ...first, commands: [{ CreateCommand }] }] },
      only: RULES.join(','),
      allowed: EVERYTHING,
      ratePerSecond: 10_000,
    });
    const outcomes = report.verdicts.map((v) => [v.requirement, v.outcome]);
    expect(outcomes).toContainEqual([RULES[0], 'passed']);
    expect(outcomes.filter(([, outcome]) => outcome === 'failed')).toEqual([]);
  },
  60_000,
);
