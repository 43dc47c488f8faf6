/** Findings from words, for tests: the words that code needs become data. */
import {
  type Finding,
  listed,
  type Part,
  parsedJson,
  type Shown,
  shownOf,
} from '../src/model/index.ts';
import { placeOfWords } from '../src/report/version-3.ts';
import { textOf } from '../src/report/words.ts';

export interface OldFinding extends Omit<Finding, 'at' | 'kind' | 'expected' | 'actual'> {
  readonly at: string;
  readonly kind?: Finding['kind'];
  readonly expected: string;
  readonly actual: string;
}

/** The finding as data with the same words. */
export function findingFrom({ kind, expected, actual, ...rest }: OldFinding): Finding {
  const { at, ...others } = rest;
  const isStatus = kind === 'status' || at.startsWith('status');
  const read = isStatus ? statusesFrom : valueFrom;
  const own = kind ?? (isStatus ? 'status' : 'body');
  return {
    ...others,
    kind: own,
    at: placeOfWords(at, /^[a-z][a-z-]*$/.test(at) ? 'header' : own),
    expected: read(expected),
    actual: read(actual),
  };
}

const AT_RANDOM = /, at random: (\d+) of (\d+) responses$/;

function statusesFrom(text: string): Shown {
  const [tail = '', count, of] = AT_RANDOM.exec(text) ?? [];
  const pieces = text.slice(0, text.length - tail.length).split(/\b(\d{3})\b/);
  const parts = pieces.map((piece, i): Shown | '' =>
    i % 2 === 1 ? { statuses: [Number(piece)] } : piece && shownOf(piece),
  );
  const random = tail === '' ? [] : [{ atRandom: { count: Number(count), of: Number(of) } }];
  const all = [...parts.filter((part) => part !== ''), ...random];
  return all.length === 0 ? shownOf(text) : listed(all, '');
}

const CONTRACT_ID = /\b([0-9a-f]{64,})/;

/** A value or a count, if the text is nothing else. */
function valueFrom(text: string): Shown {
  const value = valueIn(text);
  if (value !== undefined && textOf(value) === text) return value;
  const [, number, rest] = /^(\d{1,15})( elements?)?$/.exec(text) ?? [];
  if (number !== undefined && String(Number(number)) === number)
    return listed([Number(number), ...(rest ? [shownOf(rest)] : [])], '');
  const pieces = text.split(CONTRACT_ID);
  if (pieces.length === 1) return shownOf(text);
  const parts = pieces.map((piece, i): Shown => (i % 2 === 1 ? { text: piece } : shownOf(piece)));
  return listed(parts, '');
}

function valueIn(text: string): Part | undefined {
  if (text === 'nothing') return { type: 'nothing' };
  if (text === 'an empty array') return { type: 'array', length: 0 };
  if (text === 'an empty object') return { type: 'object', members: [], length: 0 };
  const [, items] = /^an array of (\d{1,15}) items?$/.exec(text) ?? [];
  if (items !== undefined) return { type: 'array', length: Number(items) };
  if (text.startsWith('an object with ')) {
    const members = text.slice('an object with '.length).split(', ');
    return { type: 'object', members, length: members.length };
  }
  if (/^".*…"$/s.test(text))
    return { type: 'string', start: text.slice(1, -2), length: text.length };
  const value = parsedJson(text.replace(/^the number /, ''));
  const isPlain = value !== undefined && (typeof value !== 'object' || value === null);
  return isPlain ? { value: value as string } : undefined;
}
