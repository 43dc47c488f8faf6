import type { Command } from 'commander';
import { reportAt } from '../../output/report-folder.ts';
import { EXIT, type Finish } from '../exit.ts';
import { printAs } from '../options/options.ts';

export function addCompareReports(program: Command, finish: Finish): void {
  program
    .command('compare-reports <before> <after>')
    .description('what differs between two report.json files; exit code 1 if something newly fails')
    .option('--json', 'as JSON')
    .action(async (before: string, after: string, { json }: { json?: true }) =>
      finish(await compareCommand(before, after, json === true)),
    );
}

async function compareCommand(before: string, after: string, json: boolean): Promise<number> {
  const { compareReports, comparisonJson, hasRegressed } = await import('../../compare/reports.ts');
  const { comparisonText } = await import('../../compare/report-text.ts');
  const comparison = compareReports(await reportAt(before), await reportAt(after));
  if (json) printAs('json', comparisonJson(comparison));
  else printAs('text', comparisonText(comparison));
  return hasRegressed(comparison) ? EXIT.failed : EXIT.good;
}
