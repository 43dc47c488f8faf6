import { VERSION } from '../../exchange/version.ts';
import { InputError } from '../../input/error.ts';
import { texts } from '../../model/defined.ts';
import { count, line } from '../../report/text.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import { collected } from '../options/values.ts';
import { withoutSecrets } from '../problem.ts';
import type { Program } from '../program.ts';

interface BoardFlags {
  readonly out: string;
  readonly key?: readonly string[];
  readonly force?: true;
}

export function addBoard(program: Program): void {
  program
    .command('board <report...>')
    .description(
      'create one page from many reports or entries of a list: folders, at any depth, and bundles',
    )
    .option('--out <file>', 'the page', 'board.html')
    .option('--key <file>', 'a public key to verify signed reports with; repeatable', collected)
    .option('--force', 'replace a file that is not a board')
    .runs(boardCommand);
}

/** Writes the page. Returns the exit code: 1 if a report or an entry was changed. */
async function boardCommand(paths: readonly string[], flags: BoardFlags): Promise<number> {
  const { out, key = [], force = false } = flags;
  const { prepareOutFile, writeOutFile } = await import('../../output/out-file.ts');
  const { BOARD } = await import('../../board/marks.ts');
  const { boardOf } = await import('../../board/board.ts');
  const { generatorMark } = await import('../../report/html/shell.ts');
  const { keysIn } = await import('../../sign/signing-key.ts');
  const { boardHeadline, toBoard } = await import('../../board/page.ts');
  const file = { path: out, option: '--out', mark: generatorMark(BOARD), force };
  prepareOutFile(file);
  const board = await boardOf(paths, await keysIn(key), Date.now(), SURFACES);
  for (const { path, why } of board.unread)
    process.stderr.write(withoutSecrets(`not read: ${line(path, 400)}: ${line(why, 600)}\n`));
  const reports = board.targets.flatMap((target) => target.reports);
  if (reports.length + board.products.length === 0) {
    throw new InputError(
      `board: there is no report at ${paths.join(', ')}. Name bundles, or report folders of runs.`,
    );
  }
  writeOutFile(file, toBoard(board, out, VERSION));
  const changed = reports.flatMap(({ path, signature }) =>
    signature.state === 'failed' ? [`${line(path, 400)}: ${line(signature.why, 600)}`] : [],
  );
  for (const { path, standing } of reports)
    if (standing === 'future')
      process.stderr.write(`dated in the future, so not counted: ${line(path, 400)}\n`);
  for (const text of changed) process.stderr.write(`changed after signing: ${text}\n`);
  const altered = board.products.flatMap(({ path, problems }) =>
    problems.map((why) => `${line(path, 400)}: ${line(why, 600)}`),
  );
  for (const text of altered) process.stderr.write(`changed after submission: ${text}\n`);
  const of = texts(
    reports.length > 0 && count(reports.length, 'report'),
    board.products.length > 0 && count(board.products.length, 'entry', 'entries'),
  );
  process.stdout.write(`${boardHeadline(board)}. Board of ${of.join(' and ')}: ${out}\n`);
  return changed.length + altered.length > 0 ? EXIT.failed : EXIT.good;
}
