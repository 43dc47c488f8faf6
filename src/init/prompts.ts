/** Prompts on the terminal. */
import { createInterface, type Interface } from 'node:readline/promises';
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

type Input = NodeJS.ReadableStream;
type Output = NodeJS.WritableStream & { readonly columns?: number };

/** Prompts on these streams of a terminal. */
export function promptsOn(input: Input, output: Output): Prompts {
  return new AtTerminal(input, output);
}

class AtTerminal implements Prompts {
  readonly #lines: Interface;
  readonly #output: Output;
  readonly #left = new AbortController();
  /** Lines that came before their prompt, because a user may paste several. */
  readonly #early: string[] = [];
  #waiting: ((line: string) => void) | undefined;

  constructor(input: Input, output: Output) {
    this.#output = output;
    this.#lines = createInterface({ input, output, prompt: '' });
    this.#lines.on('line', (line) => {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (waiting) waiting(line);
      else this.#early.push(line);
    });
    this.#lines.on('SIGINT', () => this.#lines.close());
    this.#lines.on('close', () => this.#left.abort());
  }

  async prompt(label: string): Promise<string> {
    this.#lines.setPrompt(`${label} `);
    this.#lines.prompt();
    return (await this.#next()).trim();
  }

  say(text: string): void {
    const width = Math.min(120, this.#output.columns || 80);
    this.#output.write(`${wrap(text, width).join('\n')}\n`);
  }

  close(): void {
    this.#lines.close();
  }

  #next(): Promise<string> {
    const early = this.#early.shift();
    if (early !== undefined) return Promise.resolve(early);
    const { signal } = this.#left;
    return new Promise((resolve, reject) => {
      const leave = (): void => reject(new LeftError('init: stopped. Nothing was written.'));
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting = (line) => {
        signal.removeEventListener('abort', leave);
        resolve(line);
      };
    });
  }
}
