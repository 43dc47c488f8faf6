/** Removes the objects that the run created at the target, however the run ends. */
import { type Call, type Exchange, hasResponse, type Send, unsent } from '../model/index.ts';

/** An object that the run created, and its state. */
export interface Made {
  readonly made: string;
  readonly undo: string;
  readonly removed: boolean;
}

/** Records each object before it is created, so that it is known even if the run is killed. */
export interface MadeLog {
  /** False if the record cannot be written: then the object must not be created. */
  making(made: string, undo: Call, name: string): boolean;
  /** Notes that the object was removed, or never created. */
  gone(name: string): void;
}

export class Cleanup {
  readonly #log: MadeLog | undefined;
  readonly #open = new Map<string, { readonly made: string; readonly undo: Call }>();
  readonly #made: Made[] = [];

  constructor(log?: MadeLog) {
    this.#log = log;
  }

  /** The number of requests to undo everything. */
  get open(): number {
    const undos = [...this.#open.values()];
    return undos.reduce((sum, { undo }) => sum + (undo.onlyIf ? 2 : 1), 0);
  }

  /** A `Send` that remembers what must be undone. */
  watching(wire: Send): Send {
    const sendWatched: Send = async (call, purpose) => {
      // An object that exists is undone even if a second creation is rejected.
      const undo = call.undo && !this.#open.has(nameOf(call.undo)) ? call.undo : undefined;
      // Remembered before it is sent: the object may exist even if no response arrives.
      if (undo && !this.#begin(nameOf(call), undo)) return notMade(call);
      const exchange = await wire(call, purpose);
      if (undo && rejected(exchange)) this.#forget(nameOf(undo));
      if (this.#open.size > 0 && isGone(exchange)) this.#close(nameOf(call), true);
      return exchange;
    };
    return (call, purpose) =>
      call.undo === undefined && this.#open.size === 0
        ? wire(call, purpose)
        : sendWatched(call, purpose);
  }

  /**
   * Undoes what is left, the last object first, and returns all created objects. After a request without a response in
   * time the others are not tried: a target that hangs would take a timeout for each.
   */
  async finish(send: Send): Promise<readonly Made[]> {
    let isSilent = false;
    for (const [name, { undo }] of [...this.#open].reverse()) {
      if (isSilent) {
        this.#close(name, false);
        continue;
      }
      if (!(await isNeeded(undo, send, name))) {
        this.#forget(name);
        continue;
      }
      const exchange = await send(undo, { kind: 'cleanup', about: name });
      this.#close(name, isGone(exchange));
      isSilent = exchange.noResponse?.kind === 'timeout';
    }
    return this.#made;
  }

  /**
   * Gives the target the states back that requests changed, before a case is repeated: what changed once may not change
   * again. Objects stay until the end. A sender that watches notes what is undone.
   */
  async restore(watching: Send): Promise<void> {
    for (const [name, { undo }] of [...this.#open].reverse()) {
      if (undo.onlyIf === undefined) continue;
      if (await isNeeded(undo, watching, name))
        await watching(undo, { kind: 'cleanup', about: name });
      else this.#forget(name);
    }
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
  const message =
    'The objects that this request creates could not be recorded in the report folder, so it was not sent.';
  return unsent(request, { kind: 'unsafe', message });
}

/** If the lookup gets no response, the undo is sent. */
async function isNeeded({ onlyIf }: Call, send: Send, name: string): Promise<boolean> {
  if (onlyIf === undefined) return true;
  const seen = await send(onlyIf.look, { kind: 'cleanup', about: `look ${name}` });
  if (!hasResponse(seen) || seen.response.truncated) return true;
  try {
    return onlyIf.shows(seen);
  } catch {
    // What may be there is removed.
    return true;
  }
}

function nameOf({ method, path, body }: Call): string {
  const named = body === undefined || method === 'DELETE' ? '' : ` ${body.slice(0, 200)}`;
  return `${method} ${path}${named}`;
}

/** A rejection by the target itself created nothing; a crash or a missing response may have. */
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
