import { execFile } from 'node:child_process';
import { MAX_TEXT_BYTES } from '../contract/yaml.ts';

/** The output of a command, or why it cannot be used. */
export type CommandResult = { readonly stdout: string } | { readonly problem: string };

const LONGEST_OUTPUT = MAX_TEXT_BYTES;
const SHOWN_LINES = 5;

/** Runs a program without a shell and waits for it, at most `limitMs`. Never rejects. */
export function runCommand(
  argv: readonly string[],
  cwd: string,
  limitMs: number,
): Promise<CommandResult> {
  const [program = '', ...args] = argv;
  const options = {
    cwd,
    timeout: limitMs,
    killSignal: 'SIGKILL',
    maxBuffer: LONGEST_OUTPUT,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ stdout });
      const shown = stderr.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n  ');
      const output = shown === '' ? '' : ` Its last words:\n  ${shown}`;
      resolve({ problem: `${argv.join(' ')}: ${why(error, cwd, limitMs)}${output}` });
    });
    // A program that reads input gets the end of it instead of hanging.
    child.stdin?.end();
  });
}

function why(
  {
    code,
    killed,
    signal,
  }: { code?: number | string | null; killed?: boolean; signal?: string | null },
  cwd: string,
  limitMs: number,
): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `printed more than ${LONGEST_OUTPUT / 2 ** 20} MiB. Print the fixtures only.`;
  }
  if (typeof code === 'string') {
    return `cannot be started in ${cwd} (${code}). Check its path, and its right to be run.`;
  }
  if (killed === true) return `did not end within ${limitMs / 1000} s. Make it faster.`;
  const end = typeof code === 'number' ? `exit code ${code}` : `signal ${signal}`;
  return `ended with ${end}. Make it end with 0.`;
}
