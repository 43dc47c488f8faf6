import type { Breaking } from './breaking.ts';
import { replacedBy } from './replace.ts';

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

export const format: Breaking = {
  keyword: 'format',
  breaks: ({ format: name = '' }) =>
    replacedBy(Object.hasOwn(NEARLY, name) ? (NEARLY[name] ?? []) : []),
};
