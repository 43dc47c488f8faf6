import { styleText } from 'node:util';
import {
  type Counterexample,
  type OtherCounterexample,
  placeText,
  type Verdict,
} from '../../model/index.ts';
import { some } from '../../model/some.ts';
import { operationsText } from '../names.ts';
import { consequencesOf, knownPart, operationsOf, type Problem } from '../problems.ts';
import { linesOf, remarkOn } from '../reproduction.ts';
import { MARKS, markOf } from '../status.ts';
import { count, hanging, line } from '../text.ts';
import { titleOf } from '../titles.ts';
import { textOf } from '../words.ts';

export type Style = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim';
const VALUE = 160;
const CURL = 4000;
const OPERATIONS = 8;
/** Up to this many operations are named in the title. */
const NAMED = 3;
const RULES = 6;
const INDENT = '  ';
/** The column of text beside a label. */
const HANGING = 16;

/** The display of text: with colour or not, and its width. */
export interface Look {
  readonly colour: boolean;
  /** 80 by default. */
  readonly width?: number;
  /** True if everything is shown in full. */
  readonly verbose?: boolean;
}

/** The text in a style, or unchanged without colour. The caller decides this for any output stream. */
export function paint(colour: boolean, style: Style | Style[], text: string): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/**
 * A failed verdict as a block: level and requirement, expectation with clause, the labelled parts of each finding, the
 * fix if there is one, and a command on its own line.
 */
export function failure(verdict: Verdict, look: Look): string {
  return block(verdict, look, {
    title: titleOf(verdict),
    parts: [['Rule', ruleOf(verdict)]],
  });
}

/** A problem as a block like that of a {@link failure}, with its operations and its consequences. */
export function problemBlock(problem: Problem, number: number, look: Look): string {
  const { verdicts } = problem;
  const [first] = verdicts;
  const operations = operationsOf(problem);
  const consequences = consequencesOf(problem).map((name) => line(name, 80));
  return block(first, look, {
    title: `${number}. ${problem.title}`,
    parts: [
      ['Rule', ruleOf(first)],
      ...(operations.length > NAMED
        ? [['Operations', operationsText(operations, OPERATIONS)] as const]
        : []),
      ...(knownPart(problem) === '' ? [] : [['Baseline', knownPart(problem)] as const]),
      ...(consequences.length > 0 ? [['Also fails', some(consequences, RULES)] as const] : []),
    ],
  });
}

function ruleOf({ statement, requirement, clause }: Verdict): string {
  // An own rule may have no other sentence than its clause.
  const source = clause === statement ? '' : `; ${line(clause, VALUE)}`;
  return `${line(statement, 2 * VALUE)} (${line(requirement, VALUE)}${source})`;
}

interface Block {
  readonly title: string;
  readonly parts: readonly (readonly [label: string, text: string])[];
}

function block(verdict: Verdict, look: Look, { title, parts }: Block): string {
  return [
    ...titleLines(verdict, title, look),
    ...parts.flatMap(([name, text]) => labelled(name, text, look)),
    ...details(verdict, look),
  ].join('\n');
}

/** The title of a problem: complete, or as much as fits on one line. */
export function problemTitle(
  { verdicts: [first], title }: Problem,
  number: number,
  look: Look,
  whole: boolean,
): string {
  const lines = titleLines(first, `${number}. ${title}`, look);
  return whole || lines.length === 1 ? lines.join('\n') : `${lines[0]} …`;
}

/** The level, and the title beside it with a hanging indent. */
function titleLines(
  verdict: Verdict,
  title: string,
  { colour, width = 80 }: Look,
): readonly string[] {
  const mark = markOf(verdict);
  const level = `${MARKS[mark].symbol} ${verdict.level}`;
  const [first = '', ...more] = hanging(`${level}  `, title, width);
  const painted = paint(colour, [mark === 'failed' ? 'red' : 'yellow', 'bold'], level);
  return [first.replace(level, painted), ...more];
}

/** The expectation and the actual value, the likely cause, the fix, and a command to reproduce the failure. */
export function details(
  {
    findings: [finding, ...others],
    note,
    cause,
    fix,
    counterexample,
    otherCounterexamples,
  }: Verdict,
  look: Look,
): readonly string[] {
  const rest = others.length > 0 ? `, and ${count(others.length, 'more finding')}` : '';
  const found =
    finding === undefined
      ? ['  No finding was recorded.']
      : [
          ...labelled('Expected', line(textOf(finding.expected), VALUE), look, 'green'),
          ...labelled('Actual', line(textOf(finding.actual), VALUE), look, 'red'),
          ...labelled('At', line(placeText(finding.at), VALUE) + rest, look),
        ];
  return [
    ...found,
    ...(note ? labelled('Note', line(note, 3 * VALUE), look) : []),
    ...(cause ? labelled('Cause', line(cause, 3 * VALUE), look) : []),
    ...(fix ? labelled('Fix', line(fix, 3 * VALUE), look) : []),
    ...reproduction(counterexample, look),
    ...(otherCounterexamples ?? []).flatMap((other) => [
      ...labelled('Also', anotherWay(other), look),
      ...reproduction(other, look),
    ]),
  ];
}

/** A label with a colon, and its text with a hanging indent. */
function labelled(
  name: string,
  text: string,
  { colour, width = 80 }: Look,
  style?: Style,
): readonly string[] {
  const label = `${name}:`;
  const [first = '', ...others] = hanging(`${INDENT}${label} `.padEnd(HANGING), text, width);
  const painted = paint(colour, style ? [style, 'bold'] : 'bold', label);
  return [first.replace(label, painted), ...others];
}

function anotherWay({ findings: [finding] }: OtherCounterexample): string {
  const what = finding
    ? `: ${line(textOf(finding.actual), VALUE)} at ${line(placeText(finding.at), VALUE)}`
    : '';
  return `it also fails for another request${what}`;
}

function reproduction(example: Counterexample | undefined, look: Look): readonly string[] {
  const cyan = (text: string): string => paint(look.colour, 'cyan', text);
  if (example === undefined)
    return [cyan('  No single request shows it: see the evidence in the report.')];
  const remark = remarkOn(example);
  return [
    ...(remark === '' ? [] : labelled('Run', line(remark, 3 * VALUE), look)),
    ...linesOf(example).map((command) =>
      cyan(
        command.length > CURL
          ? `  Its curl command has ${command.length} characters: see the report.`
          : line(command, 6 * CURL),
      ),
    ),
  ];
}
