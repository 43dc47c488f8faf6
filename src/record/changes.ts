/** The differences between two judgements of the same evidence. */
import { isDeepStrictEqual } from 'node:util';
import type { Report, Verdict } from '../model/index.ts';

/** A verdict that changed; without `before` it is new, without `after` it is gone. */
export interface RecordedChange {
  readonly requirement: string;
  readonly before?: Verdict;
  readonly after?: Verdict;
}

/** The verdicts that differ in any member, in the order of `after`; those that are gone come last. */
export function changes(before: Report, after: Report): readonly RecordedChange[] {
  const known = new Map(before.verdicts.map((verdict) => [nameOf(verdict), verdict]));
  const changed: RecordedChange[] = [];
  for (const verdict of after.verdicts) {
    const { requirement } = verdict;
    const old = known.get(nameOf(verdict));
    known.delete(nameOf(verdict));
    if (old === undefined) changed.push({ requirement, after: verdict });
    else if (!isSame(old, verdict)) changed.push({ requirement, before: old, after: verdict });
  }
  for (const old of known.values()) changed.push({ requirement: old.requirement, before: old });
  return changed;
}

/** A change in one clause: `passed before, failed now`; the words for both times can be replaced. */
export function inWords(
  { before, after }: RecordedChange,
  [first, second]: readonly [string, string] = ['before', 'now'],
): string {
  if (before === undefined) return `not judged ${first}, ${outcomeOf(after)} ${second}`;
  if (after === undefined) return `${outcomeOf(before)} ${first}, not judged ${second}`;
  const [old, now] = [outcomeOf(before), outcomeOf(after)];
  if (old !== now) return `${old} ${first}, ${now} ${second}`;
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differ = members.filter((name) => !isSame(memberOf(before, name), memberOf(after, name)));
  return `${now} both times, with other ${differ.join(', ')}`;
}

/** True if two values are the same in a report.json. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asRead(one), asRead(other));
}

function asRead(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

function nameOf({ requirement, operation }: Verdict): string {
  return `${requirement} ${operation}`;
}

function outcomeOf(verdict: Verdict | undefined): string {
  const reason = verdict?.reason === undefined ? '' : ` (${verdict.reason})`;
  return `${verdict?.outcome}${reason}`;
}

function memberOf(verdict: Verdict, name: string): unknown {
  return (verdict as unknown as Readonly<Record<string, unknown>>)[name];
}
