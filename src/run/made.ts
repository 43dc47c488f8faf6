/** Logs the objects that runs make at a target before they are made, so that they can be removed however a run ends. */
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeLog } from '../judge/cleanup.ts';
import type { Call } from '../model/index.ts';

/** A line about the run, then one for each object: what makes it, and what removes it; and one when it is gone. */
export const CREATED = 'created.ndjson';

/** A run, as far as its objects can be removed. */
export interface MadeBy {
  readonly surface: string;
  readonly contract: string;
  readonly url: string;
}

/** An object that may still be there. */
export interface Left extends MadeBy {
  readonly name: string;
  readonly made: string;
  readonly undo: Pick<Call, 'method' | 'path' | 'headers' | 'body'>;
  /** Only the run could see whether its removal is needed. */
  readonly looksFirst: boolean;
}

interface Log extends MadeLog {
  /** Removes the file if nothing is left. */
  end(): void;
}

/** Notes what a run makes in its folder. What earlier runs left stays noted. */
export function madeIn(folder: string, { surface, contract, url }: MadeBy): Log {
  const file = join(folder, CREATED);
  const open = new Set<string>();
  const earlier = existsSync(file);
  let begun = false;
  const write = (line: object): boolean => {
    try {
      // Before the first: what a killed run was writing has no end.
      if (!begun) appendFileSync(file, `\n${JSON.stringify({ surface, contract, url })}\n`);
      begun = true;
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      return true;
    } catch {
      return false;
    }
  };
  return {
    making: (made, { method, path, headers, body, onlyIf }, name) => {
      const undo = { method, path, headers, ...(body === undefined ? {} : { body }) };
      open.add(name);
      return write({ name, made, undo, looksFirst: onlyIf !== undefined });
    },
    gone: (name) => {
      if (open.delete(name)) write({ gone: name });
    },
    end: () => {
      if (begun && !earlier && open.size === 0) rmSync(file, { force: true });
    },
  };
}
