import { OUTCOMES, type Report, type Verdict } from '../../model/index.ts';
import type { Gap } from '../digest.ts';
import {
  failures,
  gaps,
  gapTitle,
  groupBy,
  headline,
  nameOf,
  operationNameOf,
  sentence,
} from '../digest.ts';
import { MARKS } from '../status.ts';
import { count, duration } from '../text.ts';
import { advice } from '../verdict-text.ts';
import { code, fenced, prose } from './markdown-safe.ts';

/** Comment fields of code hosts take 65,536 characters; details are left out before that is reached. */
const MOST = 60_000;
const GROUPS_SHOWN = 20;
const CURL_SHOWN = 2000;
const SYMBOLS = { conforming: '✅', nonconforming: '❌', partial: '⚠️' } as const;

/**
 * The report as summary.md for a pull request: the result first, counts, failures, then what was not
 * judged and why, and the passed requirements folded away. Nothing from the target is read as Markdown.
 */
export function toMarkdown(report: Report): string {
  const blocks = [
    `${SYMBOLS[report.result]} **${headline(report)}.** ${prose(sentence(report))}`,
    about(report),
    ...report.run.notes.map((note) => `> ${prose(note)}`),
    counts(report),
    ...failing(report, 'MUST', 'Failures'),
    ...failing(report, 'SHOULD', 'Warnings'),
    ...notJudged(report),
  ];
  const text = blocks.join('\n\n');
  const details = passed(report);
  if (text.length + details.length <= MOST)
    return `${[text, details].filter(Boolean).join('\n\n')}\n`;
  return `${shortened(blocks)}\n\nThe rest is in report.html.\n`;
}

function about(report: Report): string {
  const contracts = report.contract.map((c) => code(`${c.id} ${c.version}`)).join(', ');
  const { requests, durationMs, seed, startedAt } = report.run;
  return [
    `Target ${code(report.target.url)} against ${contracts || 'no contract'}`,
    `${count(requests, 'request')} in ${duration(durationMs)}, seed ${seed}, ${prose(startedAt)}`,
    `${prose(report.kit.name)} ${prose(report.kit.version)}${report.run.interrupted ? ', **interrupted**' : ''}`,
  ].join(' · ');
}

function counts(report: Report): string {
  const row = (level: 'MUST' | 'SHOULD' | 'MAY'): string =>
    `| ${level} | ${OUTCOMES.map((outcome) => report.summary[level][outcome]).join(' | ')} |`;
  return [
    `| | ${OUTCOMES.map((outcome) => `${MARKS[outcome].symbol} ${MARKS[outcome].label}`).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(OUTCOMES.length)}`,
    row('MUST'),
    row('SHOULD'),
    row('MAY'),
  ].join('\n');
}

function failing(report: Report, level: 'MUST' | 'SHOULD', heading: string): string[] {
  const groups = failures(report, level);
  if (groups.length === 0) return [];
  const shown = groups.slice(0, GROUPS_SHOWN).map((group) => failure(group.verdicts));
  const left = groups.length - shown.length;
  const rest = left > 0 ? [`And ${left} more in report.html.`] : [];
  return [`### ${heading}`, ...shown, ...rest];
}

function failure([first, ...others]: readonly [Verdict, ...Verdict[]]): string {
  const also = others.map((v) => code(operationNameOf(v.requirement))).join(', ');
  const [finding] = first.findings;
  const more = first.findings.length - 1;
  return [
    `**${MARKS[first.level === 'MUST' ? 'failed' : 'warning'].symbol} ${first.level}** ${code(first.requirement)}${also ? ` (also ${also})` : ''}  `,
    `${prose(first.statement)} ${code(first.clause)}  `,
    finding
      ? `Expected ${code(finding.expected)} / Actual ${code(finding.actual)} at ${code(finding.at)}${more > 0 ? `, and ${count(more, 'more finding', 'more findings')}` : ''}`
      : 'No finding was recorded.',
    ...advice(first).flatMap(([title, words]) => ['', `${title}: ${prose(words)}`]),
    ...reproduce(first),
  ].join('\n');
}

function reproduce(verdict: Verdict): string[] {
  const curl = verdict.counterexample?.curl;
  if (curl === undefined) return [];
  return ['', curl.length > CURL_SHOWN ? 'Its long curl line is in report.html.' : fenced(curl)];
}

function notJudged(report: Report): string[] {
  const open = gaps(report, ['untested', 'cantTell']);
  return open.length === 0 ? [] : ['### Not judged, and why', open.map(gapLine).join('\n')];
}

function gapLine(gap: Gap): string {
  const names = groupBy(gap.verdicts, (v) => nameOf(v.requirement)).map(([name]) => code(name));
  const shown = names.length > 6 ? [...names.slice(0, 6), `${names.length - 6} more`] : names;
  return `- **${prose(gapTitle(gap))}** (${gap.verdicts.length}): ${shown.join(', ')}. ${prose(gap.unlock)}`;
}

function passed(report: Report): string {
  const verdicts = report.verdicts.filter((v) => v.outcome === 'passed');
  if (verdicts.length === 0) return '';
  const operations = groupBy(verdicts, (v) => operationNameOf(v.requirement)).map(
    ([operation, list]) =>
      `- ${code(operation)}: ${list.map((v) => `${code(nameOf(v.requirement))} ${v.level}`).join(', ')}`,
  );
  const summary = `<summary>${count(verdicts.length, 'requirement')} passed</summary>`;
  return ['<details>', summary, '', ...operations, '', '</details>'].join('\n');
}

/** Whole blocks from the start, as many as fit, so that no fence or table is cut in two. */
function shortened(blocks: readonly string[]): string {
  let text = '';
  for (const block of blocks) {
    if (text.length + block.length > MOST) break;
    text += text === '' ? block : `\n\n${block}`;
  }
  return text;
}
