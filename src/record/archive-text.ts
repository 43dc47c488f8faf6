/** The result of judging an archive, as text and JSON, and what changed since an earlier report of it. */

import { isDeepStrictEqual } from 'node:util';
import { VERSION } from '../exchange/version.ts';
import type { Report, Verdict } from '../model/index.ts';
import { look } from '../report/terminal/look.ts';
import { count, line } from '../report/text.ts';
import { isSameContract, type JudgedArchive } from './archive.ts';

/** The verdicts of another report of the same evidence. */
export interface ComparedText {
  readonly file: string;
  readonly changes: readonly { readonly requirement: string; readonly what: string }[];
  /** Why a difference may not come from the recording. */
  readonly notes: readonly string[];
}

/** An earlier report. */
export interface Before {
  readonly file: string;
  readonly report: Report;
}

/** Compares the judgement with an earlier report. */
export function compare({ file, report }: Before, { ran, surface }: JudgedArchive): ComparedText {
  const { version } = report.kit;
  return {
    file,
    changes: changes(report, ran.report).map((change) => ({
      requirement: change.requirement,
      what: inWords(change),
    })),
    notes: [
      ...(version === VERSION ? [] : [`Assay ${version} made that report; this is ${VERSION}`]),
      ...(isSameContract(report.contract, surface)
        ? []
        : [
            'that report was judged by contract documents that differ from those of this version of Assay',
          ]),
    ],
  };
}

/** Everything as one JSON text. */
export async function asJson(
  judged: JudgedArchive,
  compared: ComparedText | undefined,
): Promise<string> {
  const { toJson } = await import('../report/formats/json.ts');
  const { judged: how, complete, unrecorded, unused, ran } = judged;
  const report: unknown = JSON.parse(toJson(ran.report));
  const printed = { judged: how, complete, unrecorded, unused, compared: compared ?? null, report };
  return `${JSON.stringify(printed, null, 2)}\n`;
}

/** The most lines; the JSON form has all of them. */
const CHANGES = 40;

/** The summary of the report, and remarks for the reader. */
export async function asText(
  judged: JudgedArchive,
  compared: ComparedText | undefined,
  paths: readonly string[],
  {
    quiet,
    ...shown
  }: { readonly quiet: boolean; readonly verbose: boolean; readonly colour: boolean },
): Promise<string> {
  const { summary } = await import('../report/terminal/terminal.ts');
  const { headline, sentence } = await import('../report/digest.ts');
  const { report } = judged.ran;
  const first = quiet
    ? `${headline(report)}: ${sentence(report)}`
    : `${summary(report, look(shown.colour, shown.verbose), paths)}\n`;
  const lines = [first, ...incomplete(judged), ...(compared ? difference(compared) : [])];
  return `${lines.join('\n')}\n`;
}

function incomplete({ complete, unrecorded, unused }: JudgedArchive): string[] {
  const left = unused > 0 ? [`Not used: ${count(unused, 'recorded exchange')}.`] : [];
  if (unrecorded > 0) {
    return [`Incomplete: ${count(unrecorded, 'request')} not in the recording.`, ...left];
  }
  const cut = 'Incomplete: the recording does not hold every exchange of its run.';
  return complete ? left : [cut, ...left];
}

function difference({ file, changes, notes }: ComparedText): string[] {
  const because = notes.map((note) => `Note: ${line(note, 200)}.`);
  if (changes.length === 0)
    return [`Compared with ${file}: every verdict is the same.`, ...because];
  const shown = changes.slice(0, CHANGES).map((c) => `  ${line(c.requirement, 200)}: ${c.what}`);
  const more = changes.length > CHANGES ? [`  … and ${changes.length - CHANGES} more`] : [];
  const verdicts = count(changes.length, 'verdict');
  return [`Compared with ${file}: ${verdicts} changed.`, ...shown, ...more, ...because];
}

/** A verdict that changed; without `before` it is new, without `after` it is gone. */
interface RecordedChange {
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
  return `${now} both times, with different ${differ.join(', ')}`;
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
