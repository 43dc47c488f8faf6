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

/** True when what is printed goes to GitHub Actions. */
export function onGitHub(environment: Environment = process.env): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/** The text as a job may print it: none of its lines is read as a command. */
export function printable(text: string): string {
  return withoutCommands(randomUUID(), text);
}

/** Prints text that may be from a target, so that a job reads none of its lines as a command. */
export function print(text: string): void {
  process.stdout.write(onGitHub() ? printable(text) : text);
}

/**
 * Writes outputs and summary into the files that the environment names; returns the annotations to print. The appendix
 * is Markdown for the end of the summary. An empty folder means that no report was written. A file that cannot be
 * written is reported in words only.
 */
export async function reportToGitHub(
  report: Report,
  folder: string,
  environment: Environment = process.env,
  appendix = '',
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
  return annotations(report) + problems.join('');
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
