import { vi } from 'vitest';
import { main } from '../src/cli/main.ts';

/** The output of a command line, and its exit code. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line in this process. */
export async function printed(...argv: readonly string[]): Promise<Printed> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const problems = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const text = (said: typeof out): string => said.mock.calls.map(([chunk]) => chunk).join('');
  try {
    const code = await main(argv);
    return { code, stdout: text(out), stderr: text(problems) };
  } finally {
    out.mockRestore();
    problems.mockRestore();
  }
}
