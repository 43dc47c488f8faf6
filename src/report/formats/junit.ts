import escapeHtml from 'escape-html';
import type { Report, Verdict } from '../../model/index.ts';
import { placeText, surfaceOf } from '../../model/index.ts';
import { apiLines } from '../apis.ts';
import { NO_TIMES, type TimeOf } from '../chart-data.ts';
import { anchors, groupBy, operationNameOf, sentence } from '../digest.ts';
import { withoutLogCommands } from '../log-commands.ts';
import { scriptOf } from '../reproduction.ts';
import { ofOffered } from '../served.ts';
import { head, visible } from '../text.ts';
import { titleOf } from '../titles.ts';
import { advice } from '../verdict-text.ts';
import { textOf } from '../words.ts';

const LONGEST = 4096;

/**
 * The report in the JUnit dialect of Jenkins, which other CI servers read too: one test case for each requirement and
 * operation, with the duration of its exchanges. Only a failed MUST is a failure. A failed SHOULD or MAY passes, with
 * its failure in the output. Verdicts that are not judged, and known failures, are skipped. The reason is an attribute:
 * Allure takes a skipped test with a text for a passed one, and Codecov one without an end tag. Jenkins shows the output.
 */
export function toJunit(whole: Report, timeOf: TimeOf = NO_TIMES): string {
  const report = ofOffered(whole);
  const names = anchors(report);
  const about = properties('    ', {
    target: report.target.url,
    result: report.result,
    sentence: sentence(report),
    contracts: report.contract.map((c) => `${c.id} ${c.version} ${c.sha256}`).join(', '),
    rules: report.rules?.map(({ file, sha256 }) => `${file} ${sha256}`).join(', '),
    seed: String(report.run.seed),
    requests: String(report.run.requests),
    apis: apiLines(report).join('; ') || undefined,
  });
  const suites = groupBy(report.verdicts, classOf).map(([name, verdicts]) =>
    [
      `  <testsuite name="${xml(name)}" ${totals(verdicts)} skipped="${skippedIn(verdicts)}" time="${seconds(total(verdicts.map(timeOf)))}" timestamp="${xml(report.run.startedAt)}">`,
      about,
      ...verdicts.map((verdict) =>
        testcase(verdict, names.get(verdict) ?? verdict.requirement, timeOf(verdict)),
      ),
      '  </testsuite>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`${report.kit.name} ${report.kit.version}`)}" ${totals(report.verdicts)} time="${seconds(report.run.durationMs)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function testcase(verdict: Verdict, name: string, ms: number): string {
  return [
    `    <testcase classname="${xml(classOf(verdict))}" name="${xml(`${verdict.level} ${name}`)}" time="${seconds(ms)}">`,
    ...result(verdict),
    '    </testcase>',
  ].join('\n');
}

function result(verdict: Verdict): string[] {
  const { outcome, reason, note, level } = verdict;
  if (outcome === 'passed') return [];
  if (outcome !== 'failed') {
    const message = [outcome, reason, note].filter(Boolean).join(': ');
    return [skipped(message), output(`${message}\n${rule(verdict)}`)];
  }
  if (verdict.known) return [skipped('known: the baseline lists it'), output(story(verdict))];
  if (level !== 'MUST') return [output(story(verdict))];
  return [
    `      <failure type="MUST" message="${xml(titleOf(verdict))}">${cdata(story(verdict))}</failure>`,
  ];
}

function skipped(reason: string): string {
  return `      <skipped message="${xml(reason)}"></skipped>`;
}

function output(text: string): string {
  return `      <system-out>${cdata(text)}</system-out>`;
}

function rule({ statement, clause }: Verdict): string {
  return clause === statement ? statement : `${statement} (${clause})`;
}

function story(verdict: Verdict): string {
  return [
    rule(verdict),
    ...verdict.findings.map(
      (f) =>
        `Expected ${head(textOf(f.expected), 500)} / Actual ${head(textOf(f.actual), 500)} at ${head(placeText(f.at), 500)}`,
    ),
    ...(verdict.counterexample ? [scriptOf(verdict.counterexample)] : []),
    ...advice(verdict).map(([title, words]) => `${title}: ${head(words, 1000)}`),
  ].join('\n');
}

function properties(indent: string, values: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${indent}  <property name="${name}" value="${xml(value ?? '')}"/>`);
  return [`${indent}<properties>`, ...lines, `${indent}</properties>`].join('\n');
}

function totals(verdicts: readonly Verdict[]): string {
  const failed = verdicts.filter(
    ({ outcome, level, known }) => outcome === 'failed' && level === 'MUST' && !known,
  ).length;
  return `tests="${verdicts.length}" failures="${failed}" errors="0"`;
}

function skippedIn(verdicts: readonly Verdict[]): number {
  return verdicts.filter(
    ({ outcome, known }) => known || (outcome !== 'failed' && outcome !== 'passed'),
  ).length;
}

function classOf(verdict: Verdict): string {
  return `${surfaceOf(verdict.requirement)}.${operationNameOf(verdict.requirement)}`;
}

/** A value of an attribute. Line breaks become references, because parsers would fold them. */
function xml(text: string): string {
  return escapeHtml(shortened(text)).replaceAll('\n', '&#10;');
}

/** The text of an element, as it is read: with its quotes and line breaks. */
function cdata(text: string): string {
  return `<![CDATA[${shortened(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Tools that publish test results print them in the log of a job. */
function shortened(text: string): string {
  const short = text.length > LONGEST ? `${head(text, LONGEST)} … cut` : text;
  return withoutLogCommands(visible(short, '\n'));
}
