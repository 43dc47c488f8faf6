/** A run inside a job of GitHub Actions: annotations, outputs of the step and the summary of the job. */
import { randomUUID } from 'node:crypto';
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../model/index.ts';
import {
  annotations,
  jobSummary,
  SUMMARY_BYTES,
  stepOutputs,
  withoutCommands,
} from '../report/formats/github.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The result of a baseline: Markdown for the end of the summary, and the requirements that may fail. */
export interface Known {
  readonly markdown: string;
  readonly known: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = { markdown: '', known: new Set() };

/** True when what is printed goes to GitHub Actions. */
export function onGitHub(environment: Environment = process.env): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/** The text as it may be printed in a job: no line of it is taken for a command. */
export function printable(text: string): string {
  return withoutCommands(randomUUID(), text);
}

/**
 * Writes outputs and summary into the files that the environment names and returns the annotations to
 * print. An empty folder: no report was written. A file that cannot be written is reported in words and changes nothing else.
 */
export async function tellGitHub(
  report: Report,
  folder: string,
  environment: Environment = process.env,
  { markdown: appendix, known }: Known = NOTHING_KNOWN,
): Promise<string> {
  const path = folder === '' ? '' : join(folder, 'report.json');
  const { GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary } = environment;
  const problems = [
    outputs ? await add(outputs, async () => stepOutputs(report, path)) : '',
    summary
      ? await add(summary, async () => {
          const room = SUMMARY_BYTES - (await sizeOf(summary));
          return jobSummary(report, room, appendix);
        })
      : '',
  ];
  return annotations(report, known) + problems.join('');
}

async function add(file: string, text: () => Promise<string>): Promise<string> {
  try {
    await appendFile(file, await text());
    return '';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `The job's file ${file} cannot be written (${code ?? message}).\n`;
  }
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.size ?? 0;
}
