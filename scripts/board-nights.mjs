// Makes reports of three targets over thirty nights from one report with failures: each night fixes other problems.
// They are the sample of the board for browser-check.mjs. It needs a build. Usage: node scripts/board-nights.mjs
// REPORT_FOLDER OUT
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from '../dist/src/report/problems.js';
import { totalsOf } from '../dist/src/report/totals.js';

const NIGHTS = 30;
const TARGETS = ['alpha', 'beta', 'gamma'];
const DAY_MS = 86_400_000;

const [from, out] = process.argv.slice(2);
// The problems and the APIs of a report follow from its verdicts.
const { problems: _, ...report } = JSON.parse(readFileSync(join(from, 'report.json'), 'utf8'));
const problems = problemsOf(report);
for (const [t, name] of TARGETS.entries()) {
  for (let night = 0; night < NIGHTS; night += 1) {
    // Each problem comes and goes with its own rhythm; the last target ends without problems.
    const isThere = (i) =>
      (night + t * 7) % (i + 3) < 2 && !(t === TARGETS.length - 1 && night > 20);
    const left = problems.filter((_, i) => isThere(i));
    const failing = new Set(left.flatMap(({ verdicts }) => verdicts.map((v) => v.requirement)));
    write(join(out, name, String(night + 1).padStart(2, '0')), {
      ...withFailures(failing),
      target: { url: `https://${name}.registry.example/api` },
      run: {
        ...report.run,
        startedAt: new Date(Date.UTC(2026, 9, 1, 3) + night * DAY_MS).toISOString(),
      },
    });
  }
}

/** The report with only these failures; all other verdicts are passed. */
function withFailures(failing) {
  const verdicts = report.verdicts.map((verdict) => {
    if (verdict.outcome !== 'failed' || failing.has(verdict.requirement)) return verdict;
    const { counterexample: _, otherCounterexamples: __, failsWhen: ___, ...rest } = verdict;
    return { ...rest, outcome: 'passed', findings: [] };
  });
  const served = report.apis.map(({ result: _, summary: __, problems: ___, ...rest }) => rest);
  const isIncomplete = report.run.interrupted || report.run.leftOut !== undefined;
  return { ...report, verdicts, ...totalsOf(served, verdicts, isIncomplete) };
}

function write(folder, contents) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), JSON.stringify(contents));
  writeFileSync(join(folder, 'report.html'), '<!doctype html>\n');
}
