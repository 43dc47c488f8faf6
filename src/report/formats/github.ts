/** The output for GitHub Actions: annotations of a run, outputs of a step, the summary of a job. */
import type { Report } from '../../model/index.ts';
import { some } from '../../model/some.ts';
import { nameOf, sentence } from '../digest.ts';
import { withoutLogCommands } from '../log-commands.ts';
import {
  consequencesOf,
  isKnown,
  knownPart,
  type Problem,
  problemsOf,
  requestOf,
} from '../problems.ts';
import { count, line, visible } from '../text.ts';
import { advice, differenceText } from '../verdict-text.ts';
import { toMarkdown } from './markdown.ts';

/** GitHub shows this many errors and this many warnings of a step, and silently drops the others. */
const SHOWN = 10;
const CURL = 2000;
/** The most bytes of a step's summary; GitHub rejects a longer one completely. */
export const SUMMARY_BYTES: number = 2 ** 20;

declare const COMMAND: unique symbol;
/** One line that GitHub reads as a command. Only this file makes them. */
export type WorkflowCommand = string & { readonly [COMMAND]: true };

/**
 * Workflow commands: an error for each problem with a failed MUST, a warning for each other problem, a notice for known
 * ones; at most ten of each, and the tenth then has the number of the others. They name no file, because the fault is
 * not in the user's repository. Empty without problems.
 */
export function annotations(report: Report): readonly WorkflowCommand[] {
  const all = problemsOf(report);
  const [problems, taken] = [all.filter((problem) => !isKnown(problem)), all.filter(isKnown)];
  return [
    ...commands('error', problems.filter(isFailure)),
    ...commands(
      'warning',
      problems.filter((problem) => !isFailure(problem)),
    ),
    ...commands('notice', taken),
  ];
}

const isFailure = ({ verdicts: [first] }: Problem): boolean => first.level === 'MUST';

function commands(
  name: 'error' | 'warning' | 'notice',
  problems: readonly Problem[],
): readonly WorkflowCommand[] {
  const shown = problems.length > SHOWN ? problems.slice(0, SHOWN - 1) : problems;
  const lines = shown.map((problem) => command(name, problem.title, story(problem)));
  const left = problems.slice(shown.length);
  if (left.length === 0) return lines;
  const title = count(left.length, 'more problem');
  const names = some(
    left.map(({ title }) => title),
    SHOWN,
  );
  return [...lines, command(name, title, `${names}. The report lists all of them.`)];
}

function story(problem: Problem): string {
  const [verdict] = problem.verdicts;
  const curl = requestOf(problem) ?? '';
  const consequences = consequencesOf(problem).map((name) => line(name, 80));
  return [
    `${verdict.level} ${line(nameOf(verdict.requirement), 200)}: ${line(verdict.statement, 500)} (${line(verdict.clause, 500)})`,
    differenceText(verdict),
    ...advice(verdict).map(([title, words]) => `${title}: ${line(words, 1000)}`),
    ...(knownPart(problem) === '' ? [] : [`Baseline: ${knownPart(problem)}`]),
    ...(consequences.length > 0 ? [`Also fails: ${some(consequences, 6)}`] : []),
    ...(curl === '' || curl.length > CURL ? [] : [line(curl, 2 * CURL)]),
  ].join('\n');
}

/** One workflow command on one line, with any text. */
function command(name: string, title: string, message: string): WorkflowCommand {
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${name} title=${property}::${escaped(message)}\n` as WorkflowCommand;
}

function escaped(text: string): string {
  const shown = withoutLogCommands(visible(text, '\n'));
  return shown.replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Lines for the file in GITHUB_OUTPUT: `verdict`, `report`, and the numbers of `passed` and `failed` MUSTs. */
export function stepOutputs(report: Report, path: string): string {
  const { passed, failed } = report.summary.MUST;
  const values = { verdict: report.result, report: visible(path), passed, failed };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/**
 * The summary of the job as Markdown in at most `room` bytes: complete, or one sentence, or empty. The appendix follows
 * if there is room.
 */
export function jobSummary(report: Report, room: number = SUMMARY_BYTES, appendix = ''): string {
  const short = `${sentence(report)} The rest is in the report.\n`;
  const forms = [toMarkdown(report) + appendix, short + appendix, short];
  return forms.find((form) => Buffer.byteLength(form) <= room) ?? '';
}
