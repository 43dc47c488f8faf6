/** The state of a baseline, for a screen and for a pull request. */

import type { Report } from '../../model/index.ts';
import { code, prose } from '../formats/markdown-safe.ts';
import { count, line } from '../text.ts';
import { type Held, knownFailures, STANDINGS, type Standing, wrongEntries } from './baseline.ts';

const WIDTH = 300;
const SHOWN = 20;
/** Wrong entries, then incomplete ones, then known ones, one on each line; further ones are only counted. */
export function baselineText(report: Report, held: readonly Held[]): string {
  const { shown, left } = worthShowing(held);
  const lines = shown.map(({ entry: e, standing, statement }) =>
    line(
      `  ${STANDINGS[standing].sign} ${standing} ${e.requirement}: ${statement}${because(standing, e)}`,
      WIDTH,
    ),
  );
  return `${[`Baseline: ${headline(report, held)}`, ...lines, ...left].join('\n')}\n`;
}

/** The same as a section of summary.md. */
export function baselineMarkdown(report: Report, held: readonly Held[]): string {
  const { shown, left } = worthShowing(held);
  const lines = shown.map(
    ({ entry: e, standing, statement }) =>
      `- **${standing}** ${code(e.requirement)}: ${prose(`${statement}${because(standing, e)}`)}`,
  );
  const list = [...lines, ...left].join('\n');
  return `\n### Baseline\n\n${prose(headline(report, held))}\n${list === '' ? '' : `\n${list}\n`}`;
}

/** The counts in one sentence. */
function headline(report: Report, held: readonly Held[]): string {
  const known = knownFailures(report, held);
  const others = report.summary.MUST.failed - known;
  const wrong = wrongEntries(held).length;
  const unfilled = having('unfilled', held).length;
  const parts = [
    `${count(known, 'failed MUST', 'failed MUSTs')} ${known === 1 ? 'is' : 'are'} known`,
    ...(others > 0 ? [`${others} ${others === 1 ? 'is' : 'are'} not`] : []),
    ...(wrong > 0 ? [`${count(wrong, 'entry is', 'entries are')} wrong`] : []),
    ...(unfilled > 0 ? [`${count(unfilled, 'entry is', 'entries are')} not filled in`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function because(standing: Standing, { owner, reason }: Held['entry']): string {
  return standing === 'known' ? ` ${owner}: ${reason}` : '';
}

function worthShowing(held: readonly Held[]): {
  readonly shown: readonly Held[];
  readonly left: readonly string[];
} {
  const worth = [...wrongEntries(held), ...having('unfilled', held), ...having('known', held)];
  const more = worth.length - SHOWN;
  const left = more > 0 ? [`  … and ${count(more, 'more entry', 'more entries')}`] : [];
  return { shown: worth.slice(0, SHOWN), left };
}

function having(standing: Standing, held: readonly Held[]): readonly Held[] {
  return held.filter((one) => one.standing === standing);
}
