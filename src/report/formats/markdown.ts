import { OUTCOMES, placeText, type Report } from '../../model/index.ts';
import { apiRows } from '../apis.ts';
import { callerLines, leftOutLines } from '../callers.ts';
import type { Gap } from '../digest.ts';
import { gaps, gapTitle, groupBy, headline, nameOf, operationNameOf, sentence } from '../digest.ts';
import { operationsText } from '../names.ts';
import {
  consequencesOf,
  isKnown,
  knownPart,
  operationsOf,
  type Problem,
  problemCount,
  problemsOf,
  requestOf,
} from '../problems.ts';
import { notOffered, ofOffered } from '../served.ts';
import { MARKS, markOf } from '../status.ts';
import { isSelected } from '../summary.ts';
import { count, duration } from '../text.ts';
import { advice } from '../verdict-text.ts';
import { textOf } from '../words.ts';
import { code, fenced, prose } from './markdown-safe.ts';

/** Comments on code hosts have at most 65,536 characters; details are left out below that limit. */
const MAX_LENGTH = 60_000;
const PROBLEMS_SHOWN = 20;
const CURL_SHOWN = 2000;
const SYMBOLS = { conforming: '✅', nonconforming: '❌', partial: '⚠️' } as const;

/**
 * The report as summary.md for a pull request: the result, the counts, the failures, the open requirements with
 * reasons, and the folded passed ones. No text from the target becomes Markdown.
 */
export function toMarkdown(whole: Report): string {
  const report = ofOffered(whole);
  const { heldTo } = report.run;
  const blocks = [
    ...(heldTo === undefined ? [] : [prose(heldTo)]),
    `${SYMBOLS[report.result]} **${headline(report)}.** ${prose(sentence(report))}`,
    about(report),
    ...report.run.notes.map((note) => `> ${prose(note)}`),
    ...[...leftOutLines(report), ...(report.run.remarks ?? [])].map((text) => prose(text)),
    counts(report),
    ...apis(report),
    ...callerLines(report).map((text) => prose(text)),
    ...problems(report),
    ...notJudged(report),
  ];
  const text = blocks.join('\n\n');
  const details = passed(report);
  if (text.length + details.length <= MAX_LENGTH)
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

/** A row for each API that the target offers. */
function apis(report: Report): string[] {
  const rows = apiRows(report).map(
    ({ api, version, words, passed, problems: number }) =>
      `| ${code(`${api} ${version}`)} | ${words} | ${passed} | ${number} |`,
  );
  const gone = notOffered(report);
  const head = ['| API | Verdict | Passed | Problems |', '| --- | --- | ---: | ---: |'];
  return [
    ...(rows.length === 0 ? [] : [[...head, ...rows].join('\n')]),
    ...(gone.length === 0 ? [] : [`Not offered: ${gone.map(code).join(', ')}`]),
  ];
}

function counts(report: Report): string {
  const row = (level: 'MUST' | 'SHOULD' | 'MAY'): string => {
    const numbers = OUTCOMES.map((outcome) => report.summary[level][outcome]);
    const cells = isSelected(report.summary, level)
      ? numbers
      : ['not selected', ...numbers.slice(1).map(() => '')];
    return `| ${level} | ${cells.join(' | ')} |`;
  };
  return [
    `| | ${OUTCOMES.map((outcome) => `${MARKS[outcome].symbol} ${MARKS[outcome].label}`).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(OUTCOMES.length)}`,
    row('MUST'),
    row('SHOULD'),
    row('MAY'),
  ].join('\n');
}

function problems(report: Report): string[] {
  const all = problemsOf(report);
  if (all.length === 0) return [];
  // Known problems have a section of their own.
  const open = all.filter((problem) => !isKnown(problem));
  const shown = open.slice(0, PROBLEMS_SHOWN).map(problemText);
  const left = open.length - shown.length;
  const rest = left > 0 ? [`And ${left} more in report.html.`] : [];
  return [`### ${problemCount(all)}`, ...shown, ...rest];
}

function problemText(problem: Problem, index: number): string {
  const [first] = problem.verdicts;
  const [finding, ...others] = first.findings;
  const consequences = consequencesOf(problem).map(code);
  return [
    `**${index + 1}. ${MARKS[markOf(first)].symbol} ${first.level}** ${prose(problem.title)}  `,
    `${code(nameOf(first.requirement))} on ${operationsText(operationsOf(problem), undefined, code)} ${code(first.clause)}  `,
    finding
      ? `Expected ${code(textOf(finding.expected))} / Actual ${code(textOf(finding.actual))} at ${code(placeText(finding.at))}${others.length > 0 ? `, and ${count(others.length, 'more finding')}` : ''}`
      : 'No finding was recorded.',
    ...advice(first).flatMap(([title, words]) => ['', `${title}: ${prose(words)}`]),
    ...(knownPart(problem) === '' ? [] : ['', `Baseline: ${knownPart(problem)}`]),
    ...(consequences.length > 0 ? ['', `Also fails: ${consequences.join(', ')}`] : []),
    ...reproduce(requestOf(problem)),
  ].join('\n');
}

function reproduce(curl: string | undefined): string[] {
  if (curl === undefined) return [];
  return ['', curl.length > CURL_SHOWN ? 'Its long curl command is in report.html.' : fenced(curl)];
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

/** As many complete blocks as fit, so that no fence or table is cut. */
function shortened(blocks: readonly string[]): string {
  let text = '';
  for (const block of blocks) {
    if (text.length + block.length > MAX_LENGTH) break;
    text += text === '' ? block : `\n\n${block}`;
  }
  return text;
}
