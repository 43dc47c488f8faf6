/** Is the operation there at all, and does it accept what is right? Settled before anything is judged. */
import type { Call, Exchange, Fixtures, Landmarks, Probe } from '../words.ts';
import type { Send } from './case.ts';
import { wantsCredential } from './credential.ts';

/**
 * `served`: it accepted something, or rejects in its own words; `absent`: its response is that of an unknown
 * path, which is denied; `unimplemented`: its response is 501, and that of an unknown path is not;
 * `redirected`: it sends a good request elsewhere, and an unknown path not.
 */
export type Presence = 'served' | 'absent' | 'unimplemented' | 'redirected' | 'unknown';

export interface Sighting {
  readonly landmarks: Landmarks;
  readonly presence: Presence;
  readonly twin?: Exchange;
  readonly stranger: Exchange;
  readonly absent: Exchange;
}

/**
 * Sends the landmarks of one operation; the unknown path twice, to see what differs by itself. Where none
 * is answered in time, `gone` is asked first whether the target answers anything at all.
 */
export async function sight(
  landmarks: Landmarks,
  send: Send,
  gone: (silent: Exchange) => Promise<boolean>,
): Promise<Sighting> {
  const at = `${landmarks.operation.chapter}/landmarks`;
  const twin = landmarks.twin ? await send(landmarks.twin, `${at}/twin`) : undefined;
  const stranger = await send(landmarks.stranger, `${at}/stranger`);
  const mute = [twin, stranger].every((e) => !e || e.silence?.kind === 'timeout');
  if (mute && (await gone(stranger)))
    return {
      landmarks,
      presence: 'unknown',
      stranger,
      absent: stranger,
      ...(twin ? { twin } : {}),
    };
  const absent = await send(landmarks.absent, `${at}/absent`);
  const again = await send(landmarks.absent, `${at}/absent-again`);
  const presence = presenceOf(twin, stranger, absent, again);
  return { landmarks, presence, stranger, absent, ...(twin ? { twin } : {}) };
}

function presenceOf(
  twin: Exchange | undefined,
  stranger: Exchange,
  absent: Exchange,
  again: Exchange,
): Presence {
  if (accepted(twin) && !alike(twin, absent, again)) return 'served';
  if (stranger.response === undefined || absent.response === undefined) return 'unknown';
  // The documented method is asked for: who does not allow it does not serve the operation.
  if (stranger.response.status === 405) return 'absent';
  // Where a gateway asks for credentials at every path, nothing can be told.
  if (wantsCredential(stranger.response) && wantsCredential(absent.response)) return 'unknown';
  // A parser or a gateway that rejects each path in the same way shows nothing of any of them.
  if (alike(stranger, absent, again)) return rejectsAll(absent) ? 'unknown' : 'absent';
  if (isRedirect(twin ?? stranger)) return 'redirected';
  return stranger.response.status === 501 ? 'unimplemented' : 'served';
}

/** What an unknown path gets when the server knows its paths. */
const DENIED: ReadonlySet<number> = new Set([404, 405, 410, 501]);

function rejectsAll({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && !DENIED.has(response.status);
}

export function accepted(exchange: Exchange | undefined): boolean {
  return exchange?.response?.status === 200;
}

function isRedirect({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 300 && response.status < 400;
}

/**
 * True when an answer cannot be told apart from what an unknown path gets. What each echoes of its own
 * request does not count, nor do numbers, nor as many other words as differ between two answers to the
 * same unknown path: request ids, time stamps, nonces.
 */
function alike(one: Exchange | undefined, absent: Exchange, again: Exchange): boolean {
  if (!one?.response || !absent.response || !again.response) return false;
  const { status, mediaType } = absent.response;
  if (one.response.status !== status || one.response.mediaType !== mediaType) return false;
  const [words, first, second] = [wordsOf(one), wordsOf(absent), wordsOf(again)];
  const stable = new Set([...first].filter((word) => second.has(word)));
  const moving = Math.max(first.size, second.size) - stable.size;
  const own = [...words].filter((word) => !stable.has(word)).length;
  return own <= moving && words.size - own === stable.size;
}

function wordsOf({ request, response }: Exchange): ReadonlySet<string> {
  const segments = request.path.split('/').filter((s) => s.length > 3);
  const echoed = [request.path, ...segments.sort((a, b) => b.length - a.length)];
  const text = echoed.reduce((left, echo) => left.replaceAll(echo, ' '), response?.text ?? '');
  const words = text.split(/[\s"'<>(){}[\],:;=]+/);
  return new Set(words.filter((word) => word !== '' && !/^[0-9a-f-]*\d[0-9a-f-]*$/i.test(word)));
}

/** Answers what is known of twins: a refusal counts only while the twin of its probe is accepted. */
export class Twins {
  readonly #fixtures: Fixtures;
  readonly #noted: { readonly call: Call; accepted: boolean }[] = [];
  readonly #byProbe = new Map<Probe, Call | undefined>();

  constructor(fixtures: Fixtures) {
    this.#fixtures = fixtures;
  }

  note(call: Call, accepted: boolean): void {
    const known = this.#noted.find((n) => sameCall(n.call, call));
    if (known) known.accepted = accepted;
    else this.#noted.push({ call, accepted });
  }

  accepted(probe: Probe): boolean {
    const twin = this.#twinOf(probe);
    return twin !== undefined && this.#noted.some((n) => n.accepted && sameCall(n.call, twin));
  }

  is(probe: Probe, call: Call): boolean {
    const twin = this.#twinOf(probe);
    return twin !== undefined && sameCall(twin, call);
  }

  #twinOf(probe: Probe): Call | undefined {
    if (!this.#byProbe.has(probe)) this.#byProbe.set(probe, probe.twin?.(this.#fixtures));
    return this.#byProbe.get(probe);
  }
}

function sameCall(a: Call, b: Call): boolean {
  return a === b || (a.method === b.method && a.path === b.path && a.body === b.body);
}
