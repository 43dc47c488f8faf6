/** The words about a baseline: a sentence of counts, and each problem with its state. */

import type { Report } from '../../model/index.ts';
import { code, prose } from '../formats/markdown-safe.ts';
import { groupBy } from '../names.ts';
import { count, line } from '../text.ts';
import { type Held, isWrong, knownFailures, knownProblems, type Standing } from './baseline.ts';

const WIDTH = 300;
const TITLE = 120;
const SHOWN = 20;
const NAMED = 3;

const SIGNS: Readonly<Partial<Record<Standing, string>>> = {
  known: '~',
  unfilled: '!',
  other: '!',
};

/** Requirements of one entry with the same state. */
interface Group {
  readonly first: Held;
  /** The title of the problem, or the id of its only requirement. */
  readonly title: string;
  /** The ids, if only some requirements of the entry have this state. */
  readonly which: readonly string[];
  /** The state and the remedy; for a known problem also who knows it, and why. */
  readonly statement: string;
}

/**
 * The counts; then wrong entries, incomplete ones and known ones, one on each line; further ones are only counted.
 * `quiet` gives one line, with the first wrong entry.
 */
export function baselineText(report: Report, held: readonly Held[], quiet = false): string {
  const { shown, left } = worthShowing(held);
  const lines = shown.map(({ first, title, which, statement }) => {
    const some = which.length === 0 ? '' : ` (${which.join(', ')})`;
    return line(
      `${SIGNS[first.standing] ?? '✗'} ${first.standing} ${line(title, TITLE)}${some}: ${statement}`,
      WIDTH,
    );
  });
  const counts = `Baseline: ${headline(report, held)}`;
  const [wrong] = held.some(isWrong) ? lines : [];
  if (quiet) return `${[counts, ...(wrong === undefined ? [] : [wrong])].join(' ')}\n`;
  return `${[counts, ...lines.map((text) => `  ${text}`), ...left].join('\n')}\n`;
}

/** The same as a section of summary.md. */
export function baselineMarkdown(report: Report, held: readonly Held[]): string {
  const { shown, left } = worthShowing(held);
  const lines = shown.map(({ first, title, which, statement }) => {
    const some = which.length === 0 ? '' : ` (${which.map(code).join(', ')})`;
    const name = first.entry.problem === undefined ? code(title) : prose(line(title, TITLE));
    return `- **${first.standing}** ${name}${some}: ${prose(statement)}`;
  });
  const list = [...lines, ...left].join('\n');
  return `\n### Baseline\n\n${prose(headline(report, held))}\n${list === '' ? '' : `\n${list}\n`}`;
}

/** `2 known problems; 7 failed MUSTs are known, 1 failed MUST is not, 1 entry is wrong.` */
function headline(report: Report, held: readonly Held[]): string {
  const known = knownFailures(report, held);
  const others = report.summary.MUST.failed - known;
  const entries = (all: readonly Held[]): number => new Set(all.map(({ entry }) => entry)).size;
  const wrong = entries(held.filter(isWrong));
  const unfilled = entries(having('unfilled', held));
  const parts = [
    `${count(known, 'failed MUST is', 'failed MUSTs are')} known`,
    ...(others > 0 ? [`${count(others, 'failed MUST is', 'failed MUSTs are')} not`] : []),
    ...(wrong > 0 ? [`${count(wrong, 'entry is', 'entries are')} wrong`] : []),
    ...(unfilled > 0 ? [`${count(unfilled, 'entry is', 'entries are')} not filled in`] : []),
  ];
  const problems = knownProblems(report, held).length;
  const whole = problems === 0 ? '' : `${count(problems, 'known problem')}; `;
  return `${whole}${parts.join(', ')}.`;
}

function worthShowing(held: readonly Held[]): {
  readonly shown: readonly Group[];
  readonly left: readonly string[];
} {
  const order: readonly Standing[] = ['unfilled', 'other', 'known'];
  const worth = [held.filter(isWrong), ...order.map((standing) => having(standing, held))];
  const groups = worth.flatMap(grouped);
  const more = groups.length - SHOWN;
  const left = more > 0 ? [`  … and ${count(more, 'more entry', 'more entries')}`] : [];
  return { shown: groups.slice(0, SHOWN), left };
}

/** What has the same entry and the same state, together. */
function grouped(held: readonly Held[]): readonly Group[] {
  const entries = [...new Set(held.map(({ entry }) => entry))];
  return entries.flatMap((entry) => {
    const own = held.filter((one) => one.entry === entry);
    return groupBy(own, ({ standing, statement }) => `${standing} ${statement}`).map(([, same]) =>
      groupOf(same),
    );
  });
}

function groupOf(same: readonly [Held, ...Held[]]): Group {
  const [first] = same;
  const { entry, standing, statement, requirement } = first;
  const { problem, requirements, owner, reason } = entry;
  const ids = same.map((one) => one.requirement);
  const more = ids.length - NAMED;
  const named = [...ids.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])];
  const because = standing === 'known' ? ` ${owner}: ${reason}` : '';
  return {
    first,
    title: problem ?? requirement,
    which: problem === undefined || same.length === requirements.length ? [] : named,
    statement: `${statement}${because}`,
  };
}

function having(standing: Standing, held: readonly Held[]): readonly Held[] {
  return held.filter((one) => one.standing === standing);
}
