/** Prompts on the terminal. */
import { createInterface } from 'node:readline/promises';
import { wrap } from '../report/text.ts';

/** The user ended the input. After a wrong input the prompt is repeated; after this it is not. */
class LeftError extends Error {
  readonly code = 'ASSAY_INPUT';
}

/** Prompts for input and shows messages; absent if there is no terminal. */
export interface Prompts {
  /** The trimmed input; empty if the user only presses Enter. Throws if the user ends the input. */
  prompt(label: string): Promise<string>;
  say(text: string): void;
  close(): void;
}

/** Prompts on these streams of a terminal. */
export function promptsOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream & { readonly columns?: number },
): Prompts {
  const terminal = createInterface({ input, output, prompt: '' });
  terminal.on('SIGINT', () => terminal.close());
  // It keeps lines that come before their prompt, because a user may paste several.
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async prompt(label) {
      terminal.setPrompt(`${label} `);
      terminal.prompt();
      const { value, done } = await lines.next();
      if (done) throw new LeftError('init: stopped. Nothing was written.');
      return value.trim();
    },
    say: (text) => output.write(`${wrap(text, Math.min(120, output.columns || 80)).join('\n')}\n`),
    close: () => terminal.close(),
  };
}
