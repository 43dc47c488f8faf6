/** The results of a replay in words: by problem, with its requirements. */
import type { Report } from '../model/index.ts';
import { problemsOf } from '../report/problems.ts';
import { details, type Look, paint } from '../report/terminal/failure.ts';
import { count, line } from '../report/text.ts';
import { titleOf } from '../report/titles.ts';
import type { Replayed } from './failures.ts';

type Fate = Replayed['fate'];

const MARKS = {
  fixed: ['FIXED      ', 'green'],
  'still-fails': ['STILL FAILS', 'red'],
  changed: ['CHANGED    ', 'yellow'],
} as const;

/** A problem of the report, with what became of its requirements. */
interface ProblemNow {
  readonly title: string;
  readonly fate: Fate;
  readonly all: readonly Replayed[];
}

/** Each problem with its requirements, unless `quiet` with the findings of one that still fails; the last line counts. */
export function inWords(
  replayed: readonly Replayed[],
  report: Report,
  quiet: boolean,
  look: Look,
): string {
  const problems = problemsNow(replayed, report);
  const lines = problems.flatMap(({ title, fate, all }) => {
    const failing = all.find(({ now }) => now?.outcome === 'failed')?.now;
    return [
      `${marked(fate, look)}  ${line(title, 300)}`,
      ...all.map(({ before, fate: own, remark }) => {
        const why = remark === undefined ? '' : `: ${line(remark, 500)}`;
        return `  ${marked(own, look)}  ${before.level.padEnd(6)}  ${line(before.requirement, 200)}${why}`;
      }),
      ...(quiet || failing === undefined ? [] : details(failing, look)),
    ];
  });
  const number = (fate: Fate): number => problems.filter((one) => one.fate === fate).length;
  const [fixed, still, changed] = [number('fixed'), number('still-fails'), number('changed')];
  const all = `${count(problems.length, 'problem')} (${count(replayed.length, 'failure')})`;
  return `${[...lines, `${all} sent again: ${fixed} fixed, ${still} unchanged, ${changed} changed.`].join('\n')}\n`;
}

function marked(fate: Fate, look: Look): string {
  const [word, style] = MARKS[fate];
  return paint(look.colour, [style, 'bold'], word);
}

/** The problems in the report's order, then failed MAYs. A problem is fixed if all its requirements are. */
function problemsNow(replayed: readonly Replayed[], report: Report): readonly ProblemNow[] {
  const byId = new Map(replayed.map((one) => [one.before.requirement, one]));
  const problems = problemsOf(report).map(({ title, verdicts }) => {
    const ids = new Set(verdicts.map(({ requirement }) => requirement));
    return { title, all: [...ids].flatMap((id) => byId.get(id) ?? []) };
  });
  const inProblem = new Set(problems.flatMap(({ all }) => all));
  const others = replayed
    .filter((one) => !inProblem.has(one))
    .map((one) => ({ title: titleOf(one.before), all: [one] }));
  return [...problems, ...others].map((one) => ({ ...one, fate: fateOf(one.all) }));
}

/** The worst of all. */
function fateOf(all: readonly Replayed[]): Fate {
  const fates = new Set(all.map(({ fate }) => fate));
  if (fates.has('still-fails')) return 'still-fails';
  return fates.has('changed') ? 'changed' : 'fixed';
}
