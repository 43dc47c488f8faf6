import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import type { Report } from '../../model/index.ts';
import { EXIT, type Finish } from '../exit.ts';

export function addCompareReports(program: Command, finish: Finish): void {
  program
    .command('compare-reports <before> <after>')
    .description(
      'what differs between two report.json; exit code 1 when something fails that did not',
    )
    .option('--json', 'as JSON')
    .action(async (before: string, after: string, { json }: { json?: true }) =>
      finish(await compareCommand(before, after, json === true)),
    );
}

async function compareCommand(before: string, after: string, json: boolean): Promise<number> {
  const { compareReports, hasRegressed } = await import('../../compare/reports.ts');
  const { comparisonJson, comparisonText } = await import('../../compare/reports-text.ts');
  const comparison = compareReports(await reportAt(before), await reportAt(after));
  process.stdout.write(json ? comparisonJson(comparison) : comparisonText(comparison));
  return hasRegressed(comparison) ? EXIT.failed : EXIT.good;
}

async function reportAt(path: string): Promise<Report> {
  const { readReport } = await import('../../report/summary-check.ts');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${error.code}). Check the path and its rights.`);
  });
  const report = readReport(text);
  if (report !== undefined) return report;
  throw new InputError(`${path}: it is not a report. Name a report.json, as a run writes it.`);
}
