import { reportAt } from '../../output/report-folder.ts';
import { EXIT } from '../exit.ts';
import { printAs } from '../options/values.ts';
import type { Program } from '../program.ts';

export function addCompareReports(program: Program): void {
  program
    .command('compare-reports <before> <after>')
    .description(
      'show what differs between two report.json files; exit code 1 if a requirement newly fails',
    )
    .option('--json', 'as JSON')
    .runs(compareCommand);
}

async function compareCommand(
  before: string,
  after: string,
  { json }: { readonly json?: true },
): Promise<number> {
  const { compareReports, comparisonJson, hasRegressed } = await import('../../compare/reports.ts');
  const { comparisonText } = await import('../../compare/report-text.ts');
  const comparison = compareReports(await reportAt(before), await reportAt(after));
  if (json) printAs('json', comparisonJson(comparison));
  else printAs('text', comparisonText(comparison));
  return hasRegressed(comparison) ? EXIT.failed : EXIT.good;
}
