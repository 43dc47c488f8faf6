/** What the run made at the target is taken away again, whatever happens in between. */
import type { Call, Exchange } from '../model/index.ts';
import { hasResponse, type Send } from './case.ts';

/** Something that the run made, and what became of it. */
export interface Made {
  readonly made: string;
  readonly undo: string;
  readonly removed: boolean;
}

/** Where objects are noted before they are made, so that they are known even when the run is killed. */
export interface MadeLog {
  /** False when it cannot be noted: then it must not be made. */
  making(made: string, undo: Call, name: string): boolean;
  /** It is gone, or was never made. */
  gone(name: string): void;
}

export class Cleanup {
  readonly #log: MadeLog | undefined;
  readonly #open = new Map<string, { readonly made: string; readonly undo: Call }>();
  readonly #made: Made[] = [];

  constructor(log?: MadeLog) {
    this.#log = log;
  }

  /** Requests that undoing everything takes. */
  get open(): number {
    const undos = [...this.#open.values()];
    return undos.reduce((sum, { undo }) => sum + (undo.onlyIf ? 2 : 1), 0);
  }

  /** A way to send that remembers what has to be undone, and forgets what was. */
  watching(wire: Send): Send {
    return async (call, ref) => {
      // What is there already has to go, even if making it once more is rejected.
      const undo = call.undo && !this.#open.has(nameOf(call.undo)) ? call.undo : undefined;
      // Remembered before it is sent: a response that never comes may hide that it was made.
      if (undo && !this.#begin(nameOf(call), undo)) return notMade(call);
      const exchange = await wire(call, ref);
      if (undo && rejected(exchange)) this.#forget(nameOf(undo));
      if (this.#open.size > 0 && isGone(exchange)) this.#close(nameOf(call), true);
      return exchange;
    };
  }

  /** Sends what is still due, the last made first, and returns everything that was made. */
  async finish(send: Send): Promise<readonly Made[]> {
    for (const [name, { undo }] of [...this.#open].reverse()) {
      if (!(await isNeeded(undo, send, name))) {
        this.#forget(name);
        continue;
      }
      const exchange = await send(undo, `cleanup!${name}`);
      this.#close(name, isGone(exchange));
    }
    return this.#made;
  }

  #close(name: string, removed: boolean): void {
    const open = this.#open.get(name);
    if (open === undefined) return;
    this.#open.delete(name);
    if (removed) this.#log?.gone(name);
    this.#made.push({ made: open.made, undo: name, removed });
  }

  #begin(made: string, undo: Call): boolean {
    if (this.#log?.making(made, undo, nameOf(undo)) === false) return false;
    this.#open.set(nameOf(undo), { made, undo });
    return true;
  }

  #forget(name: string): void {
    this.#open.delete(name);
    this.#log?.gone(name);
  }
}

function notMade(request: Call): Exchange {
  const message = 'What this makes could not be noted in the report folder, so it was not sent.';
  return { request, noResponse: { kind: 'unsafe', message }, startedAt: Date.now(), durationMs: 0 };
}

/** A look that gets no response shows nothing: then the undo is sent. */
async function isNeeded({ onlyIf }: Call, send: Send, name: string): Promise<boolean> {
  if (onlyIf === undefined) return true;
  const seen = await send(onlyIf.look, `cleanup!look ${name}`);
  return !hasResponse(seen) || seen.response.truncated || onlyIf.shows(seen);
}

function nameOf({ method, path, body }: Call): string {
  const named = body === undefined || method === 'DELETE' ? '' : ` ${body.slice(0, 200)}`;
  return `${method} ${path}${named}`;
}

/** A rejection of the target's own made nothing; a crash or silence may have. */
function rejected({ response, noResponse }: Exchange): boolean {
  if (noResponse)
    return (
      noResponse.kind === 'unsafe' ||
      noResponse.kind === 'unrecorded' ||
      noResponse.kind === 'refused'
    );
  return response !== undefined && response.status >= 400 && response.status < 500;
}

function isGone({ response }: Exchange): boolean {
  return response !== undefined && (response.status < 300 || response.status === 404);
}
