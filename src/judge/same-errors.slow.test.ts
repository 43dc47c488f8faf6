import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import type { Report } from '../model/index.ts';
import { finishing } from '../reference/registry/fault.ts';
import { jsonReply } from '../reference/registry/reply.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

/** A registry that gives every 404 the same body. */
const oneError = finishing((reply) =>
  reply.status === 404 ? jsonReply(404, { error: 'not found' }) : reply,
);

async function reportWith(isGiven: boolean): Promise<Report> {
  const { url, fixtures, close } = await startRegistry({ change: oneError });
  const { report } = await run({
    surface: registry(),
    url: new URL(url),
    fixtures: isGiven ? fixtures : {},
    only: 'registry/{transfer-v1,metadata-v1}/*/{operation-exists,rejects-unknown-id}',
    seed: 1,
    runs: 1,
  }).finally(close);
  return report;
}

const outcomes = ({ verdicts }: Report, name: string): string[] =>
  verdicts
    .filter(({ requirement }) => requirement.endsWith(`/${name}`))
    .map(({ outcome }) => outcome);

const GIVE = 'give transferInstructions in the fixtures';

it('is neither blamed for operations that it lists, nor reported to have them', async () => {
  const report = await reportWith(false);
  expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  const open = report.verdicts.filter(({ outcome }) => outcome === 'untested');
  expect(new Set(open.map(({ note }) => note))).toEqual(new Set([GIVE]));
  expect(outcomes(report, 'operation-exists').filter((one) => one === 'untested')).toHaveLength(3);
});

it('is reported to have them with good ids', async () => {
  const report = await reportWith(true);
  expect(new Set(outcomes(report, 'operation-exists'))).toEqual(new Set(['passed']));
});
