import { type Report, surfaceOf, type Verdict } from '../../model/index.ts';

const LONGEST = 4000;

/** The command that sends a failure's case again; none when there is no case, or when it would be too long to copy. */
export function replayCommand(report: Report, verdict: Verdict): string | undefined {
  const example = verdict.counterexample;
  const surface = surfaceOf(verdict.requirement);
  if (!example || !surface || !isCase(example.path)) return undefined;
  const words = [
    ...['npx', 'assay', 'run', surface, report.target.url],
    ...versionOf(report, surface),
    ...['--only', verdict.requirement],
    ...['--seed', String(example.seed), '--path', example.path],
  ];
  const length = words.reduce((sum, word) => sum + word.length, 0);
  return length > LONGEST ? undefined : words.map(quoted).join(' ');
}

/** The option for the version; a surface that has several names its only contract by its own name. */
function versionOf({ contract }: Report, surface: string): readonly string[] {
  const [only, ...others] = contract;
  return only?.id === surface && others.length === 0 ? ['--contract', only.version] : [];
}

/** Recorded traffic has entries, which no run can send. */
function isCase(path: string): boolean {
  return !/^entry \d+$/.test(path);
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
