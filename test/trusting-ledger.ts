/** A ledger that accepts bad requests: it corrects their mistakes and serves the rest. */
import type { Decoder } from '../src/reference/ledger/decode.ts';
import { DecodeError } from '../src/reference/ledger/errors.ts';
import type { Route } from '../src/reference/ledger/route.ts';
import type { Change } from '../src/reference/ledger/steps.ts';

const VETTING = ['postV2Package-vettingUpdate', 'postV2Package-vetting'];
const MOST_CORRECTIONS = 40;

/**
 * Malformed JSON counts as an empty object, a member of a wrong type as absent, a missing required member as empty. It
 * ignores dryRun and media types. Requests need no token; with `guardsReads` each GET needs one.
 */
export function trusting(guardsReads: boolean): Change {
  return ({ identify, decode, handle }, { users }) => ({
    identify: (headers, route) => {
      if (guardsReads && route.method === 'GET') return identify(headers, route);
      if (!guardsReads) return { userId: undefined, rights: [], open: true };
      const { id, rights } = users.get('auditor');
      return { userId: id, rights: [...rights.values()], open: false };
    },
    negotiate: () => {},
    decode: (bytes, route) => {
      const decoder = decoderOf(route);
      return decoder === undefined ? decode(bytes, route) : leniently(jsonOf(bytes), decoder);
    },
    handle: (route, call) => {
      if (!VETTING.includes(route.operationId)) return handle(route, call);
      return handle(route, { ...call, body: { ...(call.body as object), dryRun: false } });
    },
  });
}

function decoderOf({ body }: Route): Decoder | undefined {
  return body === 'bytes' ? undefined : body;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return {};
  }
}

/** Corrects one place after another until the decoder accepts the value. */
function leniently(value: unknown, decoder: Decoder): unknown {
  let corrected = value;
  const filled = new Map<string, number>();
  for (let left = MOST_CORRECTIONS; ; left--) {
    try {
      return decoder(corrected, '');
    } catch (error) {
      const place = error instanceof DecodeError && /at '([^']*)'/.exec(error.message)?.[1];
      if (!place || left === 0) throw error;
      const missing = String(error).includes('missing') || filled.has(place);
      const filler = FILLERS[filled.get(place) ?? 0];
      if (missing) filled.set(place, (filled.get(place) ?? 0) + 1);
      if (missing && filler === undefined) throw error;
      corrected = place === '$' ? {} : put(corrected, place, missing ? filler?.() : undefined);
    }
  }
}

/** The values that replace a missing required member, in the order of trial. */
const FILLERS: readonly (() => unknown)[] = [() => '', () => [], () => ({}), () => 0, () => false];

/** The value with `by` at a place such as `a.b[0].c`; without the place if `by` is `undefined`. */
function put(value: unknown, place: string, by: unknown): unknown {
  const path = place.split(/[.[\]]+/).filter((name) => name !== '');
  const copy = structuredClone(value);
  let inside = copy;
  for (const name of path.slice(0, -1))
    inside = (inside as Record<string, unknown> | undefined)?.[name];
  if (typeof inside !== 'object' || inside === null) return copy;
  const last = path.at(-1) ?? '';
  if (Array.isArray(inside) && by === undefined) inside.splice(Number(last), 1);
  else (inside as Record<string, unknown>)[last] = by;
  return copy;
}
