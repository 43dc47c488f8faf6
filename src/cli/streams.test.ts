import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import { annotations } from '../report/formats/github.ts';
import { guard, writeCommands } from './streams.ts';

/** A stream under guard, and what has come out of it. */
function guarded(isTTY: boolean) {
  const through = new PassThrough();
  const stream = Object.assign(through, { isTTY }) as unknown as NodeJS.WriteStream;
  guard(stream);
  const written = (...texts: readonly string[]): string => {
    for (const text of texts) stream.write(text);
    return `${through.read()}`;
  };
  return { stream, written };
}

/** What the readers of GitHub and Azure take for a command. They skip ignorable characters. */
function commandsIn(text: string): readonly string[] {
  return text
    .split(/[\r\n]/)
    .map((line) => line.replace(/\p{DI}/gu, ''))
    .filter((line) => /##\p{L}*\[/u.test(line) || line.trim().startsWith('::'));
}

const COMMANDS = [
  '##[error]x',
  'in the middle ##[stop-commands]x',
  'a ##vso[task.complete result=Succeeded;]x',
  '##VSO[task.setvariable variable=a]b',
  "##teamcity[buildStatus status='SUCCESS']",
  '#\ufe0f#v\u034fso[task.complete]x',
  '###[error]x ##[error]y',
  '::stop-commands::x',
  '::error file=a,line=1::x',
  '  \t::error::x',
  '\u00a0\u3000::error::x',
  'first\n::error::x\r::error::y',
  ':\ufe0f:error::x',
  '\ufeff::error::x',
  '\u200b##[error]',
];

test.each([false, true])('no command goes out, on a terminal: %s', (isTTY) => {
  for (const text of COMMANDS) {
    expect(commandsIn(text), text).not.toEqual([]);
    expect(commandsIn(guarded(isTTY).written(`${text}\n`)), text).toEqual([]);
  }
});

test('no command goes out in parts either', () => {
  for (const text of COMMANDS) {
    const { written } = guarded(false);
    expect(commandsIn(written(...text)), text).toEqual([]);
  }
});

test('JSON stays the same document', () => {
  const document = { [COMMANDS.join()]: [...COMMANDS, '\u001b[2J\u202e\u009b\u007f', '\\##['] };
  const shown = guarded(false).written(`${JSON.stringify(document, null, 2)}\n`);
  expect(JSON.parse(shown)).toEqual(document);
  expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('other text stays as it is', () => {
  const text = '# Title\n## [a]\nalice::1220ab std::string [x] #1 http://[::1]:80\ta\n';
  expect(guarded(false).written(text)).toBe(text);
});

test('only a terminal gets colours, and no control that Assay does not use', () => {
  const own = '\u001b[31mred\u001b[39m\r\u001b[2A\u001b[J';
  expect(guarded(true).written(own)).toBe(own);
  expect(guarded(false).written(own)).toBe('\\u001b[31mred\\u001b[39m\\r\\u001b[2A\\u001b[J');
  expect(guarded(true).written('\u001b]0;title\u0007\u009b2J\u202e')).toBe(
    '\\u001b]0;title\\u0007\\u009b2J\\u202e',
  );
});

test('annotations of Assay itself are commands', () => {
  const { stream, written } = guarded(false);
  writeCommands(stream, annotations(mixed));
  expect(written()).toMatch(/^::error title=200 instead of 400.*\n::error title=/);
});
