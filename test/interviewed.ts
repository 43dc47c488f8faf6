/** Runs an interview with typed lines as its input. */
import { PassThrough } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import type { InitValues } from '../src/init/files.ts';
import { interview } from '../src/init/interview.ts';
import { promptsOn } from '../src/init/prompts.ts';
import { settingsOf } from '../src/input/settings.ts';
import { SURFACES, VERSIONED } from '../src/surfaces/index.ts';

/** Types these lines; the input ends after the last one. Returns the output. */
export async function interviewed(
  lines: readonly string[],
  tokens: Readonly<Record<string, string>> = {},
  leaves = false,
): Promise<{ values: InitValues; shown: string }> {
  for (const [name, value] of Object.entries(tokens)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk;
  });
  const prompts = promptsOn(input, output);
  for (const text of lines) input.write(`${text}\n`);
  if (leaves) input.end();
  try {
    const values = await interview(
      {
        fixtures: [],
        settingsFor: (tokenEnv) =>
          settingsOf(tokenEnv === undefined ? {} : { tokenEnv }, {
            registration: VERSIONED,
          }),
      },
      SURFACES,
      prompts,
    );
    return { values, shown: shown.replaceAll(/\s+/g, ' ') };
  } finally {
    prompts.close();
  }
}
