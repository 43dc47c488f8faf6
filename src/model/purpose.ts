/** Why a request is sent: as data, and as the text that evidence and reports have. */
import { defined } from './defined.ts';
import type { Call, Exchange } from './exchange.ts';

/** Repetitions of a case. */
const REPETITIONS = [
  ...(['again', 'plain', 'patient', 'load', 'company', 'beside', 'between', 'alone'] as const),
  ...(['shrink', 'put-back', 'sibling', 'run'] as const),
] as const;
export type Repetition = (typeof REPETITIONS)[number];

/**
 * `case`: of the scan. `presence`: about an operation before the scan; `look`: the same later, or whether the target
 * responds. `lookup`: of a fixture. `before`: sent before the run. `entry`: recorded traffic. `aside`: of no run.
 */
export type PurposeKind =
  | ('case' | Repetition)
  | ('discovery' | 'presence' | 'look' | 'lookup' | 'cleanup' | 'before' | 'entry' | 'aside');

export interface Purpose {
  readonly kind: PurposeKind;
  /** The id of the probe; outside cases the name of the operation. */
  readonly probe?: string | undefined;
  /** The label of the case group; only of cases. */
  readonly group?: string | undefined;
  /** fast-check's path of the case: a run index, and the steps of a shrink. */
  readonly index?: string | undefined;
  /** The position of the request in its case. */
  readonly step?: number | undefined;
  /** The number of such requests before it. */
  readonly nth?: number;
  /** Which request about the operation; the kind of fixture that is looked up; what is removed. */
  readonly about?: string;
  /** It is sent for the state that it leaves behind: the number of such requests before it. */
  readonly before?: number;
  /** How often it was sent before, while its response did not show what it waits for. */
  readonly waited?: number;
  /** Which of the requests with the same purpose, from 2 on. */
  readonly repeat?: number;
}

/** A request that is sent outside of a run. */
export const ASIDE: Purpose = { kind: 'aside' };

/** A request outside cases that every replay sends again. */
export const PRESENCE: Purpose = { kind: 'presence' };

const REPEATED: ReadonlySet<string> = new Set([...REPETITIONS, 'look', 'lookup', 'cleanup']);

/** True for what may be sent more than once. */
export function isRepetition({ kind, before }: Purpose): boolean {
  return before !== undefined || (kind !== 'case' && REPEATED.has(kind));
}

/** The name of the case of a repetition; of another request its own. */
export function caseText(purpose: Purpose): string {
  const { probe, group, index } = purpose;
  const isOfCase = isRepetition(purpose) && probe !== undefined;
  return purposeText(isOfCase ? { kind: 'case', probe, group, index } : purpose);
}

/** `<probe>#<group>@<index>/<step>!<kind>-<nth>!before-<n>+<waited>~<repeat>` for cases; `purposeIn` reads it. */
export function purposeText(purpose: Purpose): string {
  const { before, waited, repeat } = purpose;
  return formOf(purpose) + marked('!before-', before) + marked('+', waited) + marked('~', repeat);
}

function marked(mark: string, n: number | undefined): string {
  return n === undefined ? '' : mark + n;
}

function formOf({ kind, probe, group, index, step, nth, about = '' }: Purpose): string {
  switch (kind) {
    case 'discovery':
    case 'before':
      return `${kind}/${nth}`;
    case 'entry':
      return `entry ${nth}`;
    case 'cleanup':
      return `cleanup!${about}`;
    case 'lookup':
      return `${probe}/${about}!`;
    case 'look':
    case 'presence':
      return [probe, 'presence', `${about}${kind === 'look' ? '!' : ''}`].filter(Boolean).join('/');
    case 'aside':
      return kind;
  }
  const named = group === undefined ? (probe ?? 'presence') : `${probe}#${group}@${index}`;
  const mark = kind === 'case' ? '' : `!${kind}${nth === undefined ? '' : `-${nth}`}`;
  return `${named}${step === undefined ? '' : `/${step}`}${mark}`;
}

const NAMED = String.raw`(?:(?<probe>[^#]+)#(?<group>.*)@(?<index>\d+(?::\d+)*)|(?<operation>[^#]+?))`;
const STEP = String.raw`(?:/(?<step>\d+))?`;
const MARK = `!(?<kind>${REPETITIONS.join('|')})(?:-(?<nth>\\d+))?`;
const ENDING = String.raw`(?:!before-(?<before>\d+))?(?:\+(?<waited>\d+))?(?:~(?<repeat>\d+))?`;

/** The forms of text, in the order in which they are tried. */
const FORMS: readonly (readonly [kind: PurposeKind, form: RegExp])[] = (
  [
    ['aside', 'aside'],
    ['discovery', String.raw`discovery/(?<nth>\d+)`],
    ['before', String.raw`before/(?<nth>\d+)`],
    ['entry', String.raw`entry (?<nth>\d+)`],
    ['cleanup', 'cleanup!(?<about>.*?)'],
    ['presence', '(?:(?<probe>[^#]+)/)?presence(?:/(?<about>[a-z0-9-]+))?'],
    ['look', '(?:(?<probe>[^#]+)/)?presence/(?<about>[a-z0-9-]+)!'],
    ['lookup', '(?<probe>[^#]+)/(?<about>[^/!]+)!'],
    ['again', `${NAMED}${STEP}${MARK}`],
    ['case', `${NAMED}${STEP}`],
  ] as const
).map(([kind, form]) => [kind, new RegExp(`^${form}${ENDING}$`, 's')]);

/** Reads what `purposeText` writes; `undefined` for other text. */
export function purposeIn(text: string): Purpose | undefined {
  for (const [form, pattern] of FORMS) {
    const found = pattern.exec(text)?.groups;
    if (found === undefined) continue;
    const { kind = form, operation, probe = operation, group, index, about, ...numbers } = found;
    if (form === 'case' && group === undefined) return undefined;
    const counts = Object.entries(numbers).map(([name, n]) => [name, n && Number(n)]);
    const members = { probe: probe === 'presence' ? undefined : probe, group, index, about };
    return { kind: kind as PurposeKind, ...defined({ ...members, ...Object.fromEntries(counts) }) };
  }
  return undefined;
}

/** Sends a call. Never rejects. */
export type Send = (call: Call, purpose: Purpose) => Promise<Exchange>;

/** One exchange of a run, as it is kept for the report. */
export interface Kept {
  readonly exchange: Exchange;
  /** Unique in a run. */
  readonly purpose: Purpose;
}
