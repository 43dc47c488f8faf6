/** A comparison as text, JSON and Markdown. */

import { texts } from '../model/defined.ts';
import { code, prose } from '../report/formats/markdown-safe.ts';
import { count, line } from '../report/text.ts';
import { type Comparison, type Named, unexplained } from './compare.ts';
import type { Compared, Group } from './judge.ts';

const WIDE = 200;

/** The differences from A to B by operation, and the reasons of expected ones. */
function asText(comparison: Comparison): string {
  const { a, b, operations } = comparison;
  return [
    `A  ${nameOf(a)}`,
    `B  ${nameOf(b)}`,
    ...operations.flatMap(textBlock),
    '',
    verdict(comparison),
    '',
  ].join('\n');
}

function textBlock({ operation, groups, left }: Compared): readonly string[] {
  return texts(
    '',
    operation,
    ...groups.flatMap((group) => [
      `  ${group.expected === undefined ? '✗' : '·'} ${line(group.at || 'the body', WIDE)}: ${line(group.a, WIDE)} → ${line(group.b, WIDE)}${times(group)}`,
      group.expected === undefined
        ? `      first in ${line(group.request, WIDE)}`
        : `      expected: ${line(group.expected, WIDE)}`,
    ]),
    left > 0 && `    and ${count(left, 'more difference')}`,
  );
}

function times({ times: n }: Group): string {
  return n === 1 ? '' : `  (${count(n, 'time')})`;
}

/** The same as Markdown tables for a pull request. */
function asMarkdown(comparison: Comparison): string {
  const { a, b, operations } = comparison;
  const row = ({ at, a: one, b: other, times: n, expected }: Group): string =>
    `| ${expected === undefined ? '✗' : ''} | ${[at || 'the body', one, other].map(code).join(' | ')} | ${n} | ${prose(expected ?? '')} |`;
  const tables = operations.map(({ operation, groups, left }) =>
    [
      `### ${code(operation)}`,
      '',
      '| | Where | A | B | Times | Expected, because |',
      '| --- | --- | --- | --- | --- | --- |',
      ...groups.map(row),
      ...(left > 0 ? ['', `and ${count(left, 'more difference')}`] : []),
    ].join('\n'),
  );
  const head = [`**${verdict(comparison)}**`, `- A: ${code(nameOf(a))}\n- B: ${code(nameOf(b))}`];
  return `${[...head, ...tables].join('\n\n')}\n`;
}

function nameOf({ url, contract, announced }: Named): string {
  return `${line(url, WIDE)}  ${line(contract, WIDE)}${announced === undefined ? '' : ` (${line(announced, 60)})`}`;
}

function verdict(comparison: Comparison): string {
  const { requests, outcomes, operations } = comparison;
  const open = unexplained(comparison);
  const all = operations.reduce((sum, { groups }) => sum + groups.length, 0);
  const apart = texts(
    outcomes.nothing > 0 && `${outcomes.nothing} did not get a response from both targets`,
    outcomes.unstable > 0 &&
      `${outcomes.unstable} get different responses from target A at different times`,
  );
  const rest = apart.length === 0 ? '' : ` Of the requests, ${apart.join(', and ')}.`;
  if (outcomes.accepted === 0) {
    return `Nothing to compare: neither target accepted any of ${count(requests, 'request')}. Check the URLs and tokens.${rest}`;
  }
  const result = `${count(open, 'unexpected difference')}, ${all - open} expected, in ${count(requests, 'request')}.`;
  return `${result}${rest}`;
}

export const comparisonIn: Readonly<
  Record<'text' | 'json' | 'markdown', (comparison: Comparison) => string>
> = {
  text: asText,
  json: (all) => `${JSON.stringify({ schemaVersion: '1.0.0', ...all }, null, 2)}\n`,
  markdown: asMarkdown,
};
