/** A run inside a job of GitHub Actions: annotations, outputs of the step and the summary of the job. */
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../model/index.ts';
import {
  annotations,
  jobSummary,
  SUMMARY_BYTES,
  stepOutputs,
  type WorkflowCommand,
} from '../report/formats/github.ts';

/** True when what is printed goes to GitHub Actions. */
export function onGitHub(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/** What a job prints after the summary: commands for GitHub, and sentences for people. */
interface ForJob {
  readonly commands: readonly WorkflowCommand[];
  readonly problems: string;
}

/**
 * Writes outputs and summary into the files that the environment names; returns the annotations to print. The appendix
 * is Markdown for the end of the summary. An empty folder means that no report was written. A file that cannot be
 * written is reported in words only.
 */
export async function reportToGitHub(
  report: Report,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
  appendix = '',
): Promise<ForJob> {
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
  return { commands: annotations(report), problems: problems.join('') };
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
