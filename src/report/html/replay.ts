import { type Report, surfaceOf, type Verdict } from '../../model/index.ts';
import type { HtmlPage } from './document.ts';

const LONGEST = 4000;
/** Options that select requests, each with one value. */
const SELECTION = new Set([
  ...['--only', '--level', '--seed', '--runs', '--hunt', '--profile', '--max-requests'],
]);

type Ran = Pick<HtmlPage, 'report' | 'options'>;

/** The command that sends a failure's case again; none without a case, or if it is too long to copy. */
export function replayCommand({ report, options = [] }: Ran, verdict: Verdict): string | undefined {
  const example = verdict.counterexample;
  const surface = surfaceOf(verdict.requirement);
  if (!example || !surface || !isCase(example.path)) return undefined;
  const kept = options.filter(
    (word, i) => !SELECTION.has(word) && !SELECTION.has(options[i - 1] ?? ''),
  );
  return command(report, surface, [
    ...kept,
    ...['--only', verdict.requirement],
    ...['--seed', String(example.seed), '--path', example.path],
  ]);
}

/** The command that repeats the run; none if its options are unknown. */
export function runCommand({ report, options }: Ran): string | undefined {
  const surface = surfaceOf(report.verdicts[0]?.requirement ?? '');
  if (options === undefined || !surface) return undefined;
  const seed = options.includes('--seed') ? [] : ['--seed', String(report.run.seed)];
  return command(report, surface, [...options, ...seed]);
}

function command(report: Report, surface: string, options: readonly string[]): string | undefined {
  const words = ['npx', '--no-install', 'assay', 'run', surface, report.target.url];
  const version = options.some((option) => /^--(api|contract|contract-file)$/.test(option))
    ? []
    : versionOf(report, surface);
  const all = [...words, ...version, ...options];
  const length = all.reduce((sum, word) => sum + word.length, 0);
  return length > LONGEST ? undefined : all.map(quoted).join(' ');
}

/** The option for the version. On a surface with several names, the only contract is named by its own name. */
function versionOf({ contract }: Report, surface: string): readonly string[] {
  const [only, ...others] = contract;
  return only?.id === surface && others.length === 0 ? ['--contract', only.version] : [];
}

/** Recorded traffic has entries that no run can send. */
function isCase(path: string): boolean {
  return !/^entry \d+$/.test(path);
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
