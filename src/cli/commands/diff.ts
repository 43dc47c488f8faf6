import { InputError } from '../../input/error.ts';
import { contractNamed } from '../../input/registrations.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { type Format, printAs } from '../options/values.ts';
import type { Program } from '../program.ts';

export function addDiff(program: Program): void {
  program
    .command('diff <from> <to>')
    .description('show what changed between two versions of a contract')
    .format()
    .addHelpText('after', () => `\nContracts, the newest versions first:\n${known().join('\n')}`)
    .action(async (from: string, to: string, { format }: { format: Format }) => {
      const a = await contractNamed(SURFACES, from);
      const b = await contractNamed(SURFACES, to);
      if (a.id !== b.id) {
        throw new InputError(`${from} and ${to} are not versions of one API: ${a.id} and ${b.id}.`);
      }
      const { diff } = await import('../../contract/diff.ts');
      const { contractDiffIn } = await import('../../report/contract-diff.ts');
      printAs(format, contractDiffIn[format]({ from: a, to: b, differences: diff(a, b) }));
    });
}

/** The names of all contracts; an API has its plain name and one with each older version: `food-v1, food-v1@1.0.0`. */
function known(): readonly string[] {
  return SURFACES.flatMap(({ name, versions, apis }) => [
    ...(versions === undefined ? [] : [`  ${name}: ${versions.names.join(', ')}`]),
    ...(apis?.list ?? []).map(
      ({ api, versions: [, ...older] }) =>
        `  ${[api, ...older.map((version) => `${api}@${version}`)].join(', ')}`,
    ),
  ]);
}
