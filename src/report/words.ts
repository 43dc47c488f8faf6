/** The words of findings: only this file turns their data into text. */
import {
  escaped,
  type Finding,
  isNothing,
  type Part,
  partsOf,
  placeText,
  type Shown,
  textsIn,
  type Value,
  type Words,
} from '../model/index.ts';
import { type Apart, apartIn } from './look-alike.ts';

/** The expected or the actual value, in words. */
export function textOf(shown: Shown): string {
  return partsOf(shown).map(textOfPart).join('');
}

/** A finding whose data is in words. */
export interface InWords extends Omit<Finding, 'at' | 'expected' | 'actual'> {
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

export function inWords(finding: Finding): InWords {
  const { expected, actual, apart } = bothTexts(finding);
  return {
    ...finding,
    at: placeText(finding.at),
    expected: `${expected}${apart?.expected ?? ''}`,
    actual: `${actual}${apart?.actual ?? ''}`,
  };
}

/** Both values in words, and what tells them apart if they look alike. */
export function bothTexts({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): {
  readonly expected: string;
  readonly actual: string;
  readonly apart?: Apart;
} {
  const [[due, ...otherDue], [came, ...otherCame]] = [textsIn(expected), textsIn(actual)];
  const isOne = otherDue.length + otherCame.length === 0;
  const apart = isOne && came !== undefined && due !== undefined ? apartIn(came, due) : undefined;
  return { expected: textOf(expected), actual: textOf(actual), ...(apart && { apart }) };
}

/** `"a" is missing`, `"b" is unexpected` or `"b" instead of "a"`: an element of a list, with both texts as `shown` gives them. */
export function elementText(
  { expected, actual }: Finding,
  shown: (text: string) => string,
): string {
  const [came, due] = [shown(textOf(actual)), shown(textOf(expected))];
  if (isNothing(actual)) return `${due} is missing`;
  return isNothing(expected) ? `${came} is unexpected` : `${came} instead of ${due}`;
}

/** Words as the text that they are. */
function readable(words: Words): string {
  return words as unknown as string;
}

function textOfPart(part: Part): string {
  if ('words' in part) return readable(part.words);
  if ('statuses' in part) return either(part.statuses);
  if ('number' in part) return String(part.number);
  if ('text' in part) return part.text;
  if ('json' in part) return part.json;
  if ('atRandom' in part) {
    const { count, of, which } = part.atRandom;
    return `${which === undefined ? ', at random' : WHICH[which]}: ${count} of ${of} responses`;
  }
  return textOfValue(part);
}

/** Which of the responses have a status at random. */
export const WHICH = {
  first: ' for the first request with each id',
  'first-of-operation': ' for the first request to each operation',
  'as-success': ' with the body of a success, at random',
} as const;

/** `400, 404 or 405`. */
function either(statuses: readonly number[]): string {
  const [last, ...others] = statuses.toReversed();
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} or ${last}`;
}

/** ` with excludeDebugFields true`, the condition of an absent value; empty without one. */
export function conditionIn(shown: Shown): string {
  const { with: condition } = 'type' in shown && shown.type === 'nothing' ? shown : {};
  return condition === undefined ? '' : ` with ${condition.name} ${condition.value}`;
}

/** `; contract_id is there instead`: what is in the place of a missing member. */
function insteadIn({ near, others = [] }: Extract<Value, { readonly type: 'nothing' }>): string {
  if (near !== undefined) return `; ${escaped(near)} is there instead`;
  return others.length === 0 ? '' : `; ${escaped(others.join(', '))} are there instead`;
}

function textOfValue(part: Value): string {
  if ('value' in part) {
    const { value } = part;
    if (typeof value === 'string') return `"${escaped(value)}"`;
    return typeof value === 'number' ? `the number ${value}` : String(value);
  }
  switch (part.type) {
    case 'nothing':
      return `nothing${conditionIn(part)}${insteadIn(part)}`;
    case 'string':
      return `"${escaped(part.start)}…"`;
    case 'number':
      return `the number ${part.start}`;
    case 'array':
      if (part.length === 0) return 'an empty array';
      return `an array of ${part.length} ${part.length === 1 ? 'item' : 'items'}`;
    case 'object':
      if (part.length === 0) return 'an empty object';
      return `an object with ${escaped(part.members.join(', '))}`;
  }
}
