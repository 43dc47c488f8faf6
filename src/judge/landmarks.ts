/** Is the operation there at all, and does it accept what is right? Settled before anything is judged. */
import type { Operation } from '../contract/contract.ts';
import type { Answer, Call, Exchange, Fixtures, Landmarks, Probe } from '../words.ts';
import type { Send } from './case.ts';

/** `served`: it accepted something, or refuses in its own words; `absent`: it answers like an unknown path. */
export type Presence = 'served' | 'absent' | 'unknown';

export interface Sighting {
  readonly landmarks: Landmarks;
  readonly presence: Presence;
  readonly twin?: Exchange;
  readonly stranger: Exchange;
  readonly absent: Exchange;
}

/** Sends the landmarks of one operation. */
export async function sight(landmarks: Landmarks, send: Send): Promise<Sighting> {
  const twin = landmarks.twin ? await send(landmarks.twin) : undefined;
  const stranger = await send(landmarks.stranger);
  const absent = await send(landmarks.absent);
  const presence = presenceOf(twin, stranger, absent);
  return { landmarks, presence, stranger, absent, ...(twin ? { twin } : {}) };
}

function presenceOf(twin: Exchange | undefined, stranger: Exchange, absent: Exchange): Presence {
  if (accepted(twin) && !alike(twin, absent)) return 'served';
  if (stranger.response === undefined || absent.response === undefined) return 'unknown';
  if (needsCredential(stranger.response)) return 'unknown';
  return alike(stranger, absent) ? 'absent' : 'served';
}

function needsCredential({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

export function accepted(exchange: Exchange | undefined): boolean {
  return exchange?.response?.status === 200;
}

/**
 * True when two answers cannot be told apart once what each echoes of its own request is masked:
 * the path, its segments, numbers and identifiers.
 */
export function alike(a: Exchange | undefined, b: Exchange): boolean {
  if (!a?.response || !b.response) return false;
  const same =
    a.response.status === b.response.status && a.response.mediaType === b.response.mediaType;
  return same && masked(a.request, a.response) === masked(b.request, b.response);
}

function masked(request: Call, response: Answer): string {
  const segments = request.path.split('/').filter((s) => s.length > 3);
  const texts = [request.path, ...segments.sort((a, b) => b.length - a.length)];
  const told = texts.reduce((text, t) => text.replaceAll(t, '·'), response.text);
  return told.replace(/[0-9a-f]*\d[0-9a-f]*/gi, '·').replace(/[·/]+/g, '·');
}

/** Answers what is known of twins: a refusal counts only while every twin of its probe is accepted. */
export class Twins {
  readonly #accepted = new Map<string, boolean>();
  readonly #fixtures: Fixtures;
  readonly #byProbe = new Map<Probe, string | undefined>();

  constructor(fixtures: Fixtures) {
    this.#fixtures = fixtures;
  }

  note(call: Call, wasAccepted: boolean): void {
    this.#accepted.set(key(call), wasAccepted);
  }

  accepted(probe: Probe): boolean {
    const twin = this.#twinOf(probe);
    return twin !== undefined && this.#accepted.get(twin) === true;
  }

  is(probe: Probe, call: Call): boolean {
    return this.#twinOf(probe) === key(call);
  }

  #twinOf(probe: Probe): string | undefined {
    if (!this.#byProbe.has(probe)) {
      const twin = probe.twin?.(this.#fixtures);
      this.#byProbe.set(probe, twin && key(twin));
    }
    return this.#byProbe.get(probe);
  }
}

function key(call: Call): string {
  return `${call.method} ${call.path} ${call.body ?? ''}`;
}

export type Sightings = ReadonlyMap<Operation, Sighting>;
