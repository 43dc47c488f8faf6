import { expect, it } from 'vitest';
import { exitCodeOf } from '../src/cli/exit.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { apiBadges, toBadge } from '../src/report/formats/badge.ts';
import { toJson } from '../src/report/formats/json.ts';
import { toMarkdown } from '../src/report/formats/markdown.ts';
import { contradictions, readReport } from '../src/report/summary-check.ts';
import { summary } from '../src/report/terminal/terminal.ts';
import { run } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';

it('x', async () => {
  const s = await startRegistry({ variants: ['contexts-only-core'] });
  const surface = surfaces['registry']!();
  const { report } = await run({ surface, url: new URL(s.url), fixtures: s.fixtures, runs: 2 });
  await s.close();
  console.log(summary(report, { colour: false }));
  console.log(
    JSON.stringify(report.apis, null, 1),
    toBadge(report),
    [...apiBadges(report)],
    exitCodeOf(report, true),
    exitCodeOf(report, ['allocation-instruction-v1']),
  );
  const read = readReport(toJson(report))!;
  console.log(contradictions(read));
  expect(read).toEqual(report);
}, 60000);
