import type { Report, Verdict } from '../../model/index.ts';

const LONGEST = 4000;

/** The command that sends a failure's case again; none when there is no case, or when it would be too long to copy. */
export function replayCommand(report: Report, verdict: Verdict): string | undefined {
  const example = verdict.counterexample;
  const [surface] = verdict.requirement.split('/');
  if (!example || !surface || !isCase(example.path)) return undefined;
  const [{ version } = {}] = report.contract;
  const words = [
    ...['assay', 'run', surface, report.target.url],
    ...(surface === 'ledger' && version !== undefined ? ['--contract', version] : []),
    ...['--only', verdict.requirement],
    ...['--seed', String(example.seed), '--path', example.path],
  ];
  const length = words.reduce((sum, word) => sum + word.length, 0);
  return length > LONGEST ? undefined : words.map(quoted).join(' ');
}

/** Recorded traffic has entries, which no run can send. */
function isCase(path: string): boolean {
  return !/^entry \d+$/.test(path);
}

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
