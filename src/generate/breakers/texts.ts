/** Breaks the keywords of strings, and formats. */
import * as fc from 'fast-check';
import { linearPattern } from '../../contract/pattern.ts';
import { texts } from '../text.ts';
import { type Breaks, oneWay, replacedBy } from './breaking.ts';

export const minLength: Breaks = ({ minLength: least = 0 }) =>
  least === 0 ? [] : [oneWay(texts({ maxLength: least - 1 }).map((text) => () => text))];

export const maxLength: Breaks = ({ maxLength: most }) => {
  if (most === undefined) return [];
  const tooLong = fc.oneof(
    texts({ minLength: most + 1, maxLength: most + 1 }),
    texts({ minLength: 2 * most + 1 }),
  );
  return [oneWay(tooLong.map((text) => () => text))];
};

/** Texts that few patterns match; those that match this one are left out. */
const UNUSUAL = ['', ' ', '!', 'a b', '-', '_', 'A', '0', '\n', 'é', '漢字', '🙂', '../..'];

export const pattern: Breaks = ({ pattern: source, minLength: least = 0, maxLength: most }) => {
  if (source === undefined) return [];
  const taken = linearPattern(source);
  const padded = UNUSUAL.map((text) => (text === '' ? text : text.padEnd(least, text)));
  const lengthFits = ({ length }: string): boolean =>
    length >= least && length <= (most ?? Number.POSITIVE_INFINITY);
  return replacedBy(padded.filter((text) => lengthFits(text) && !taken.test(text)));
};

/** Almost valid values of each format. int64 has no entry, because JSON numbers cannot exceed it exactly. */
const NEARLY: Readonly<Record<string, readonly unknown[]>> = {
  'date-time': [
    '',
    'now',
    '2026-01-01',
    '12:00:00Z',
    '2026-01-01T12:00:00',
    '2026-13-01T12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-01-01T25:00:00Z',
    '1767225600',
    'Thu, 01 Jan 2026 12:00:00 GMT',
  ],
  int32: [2 ** 31, -(2 ** 31) - 1, 2 ** 53],
};

export const format: Breaks = ({ format: name = '' }) =>
  replacedBy(Object.hasOwn(NEARLY, name) ? (NEARLY[name] ?? []) : []);
