/** The meaning of each status as an acceptance and as a rejection, and the paths that routers normalise. */
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../src/kit.ts';
import { searching } from '../../test/notes-surface.ts';
import { expects200, expectsRefusal, expectsRejection, isUntidy } from './statuses.ts';

/** The result of a check in one word. */
function wordOf(result: CheckResult): string {
  if (typeof result !== 'object') return result ?? 'nothing';
  return result.length === 0 ? 'right' : 'wrong';
}

describe('a status', () => {
  test.each([
    [200, 'right', 'right', 'wrong'],
    [201, 'wrong', 'wrong', 'wrong'],
    [302, 'nothing', 'nothing', 'nothing'],
    [400, 'wrong', 'wrong', 'right'],
    [401, 'nothing', 'wrong', 'right'],
    [404, 'wrong', 'wrong', 'right'],
    [406, 'nothing', 'wrong', 'right'],
    [409, 'nothing', 'nothing', 'right'],
    [429, 'nothing', 'nothing', 'right'],
    [500, 'wrong', 'wrong', 'wrong'],
    [501, 'wrong', 'wrong', 'wrong'],
    [503, 'nothing', 'nothing', 'nothing'],
  ])(
    '%i is as acceptance %s, beside an accepted request %s, and as rejection %s',
    (status, ...expected) => {
      const found = [expects200(status), expects200(status, true), expectsRejection(status, 400)];
      expect(found.map(wordOf)).toEqual(expected);
    },
  );
});

describe('a path', () => {
  test.each(['/a//b', '/a/./b', '/a/..', '/a%2Fb', '/a%5c', '/a%00', '/a/', '/a/?x=1'])(
    '%s is tidied up by routers',
    (path) => {
      expect(isUntidy(path)).toBe(true);
    },
  );

  test.each(['/a/b', '/a/b.c', '/a.b/c', '/a%20b', '/a?x=//&y=../'])(
    '%s reaches the server as it is',
    (path) => {
      expect(isUntidy(path)).toBe(false);
    },
  );
});

describe('a redirect in place of a rejection', () => {
  const judged = (more: object) => {
    const request = { ...searching('gold'), ...more };
    const response = { status: 302 } as Parameters<typeof expectsRefusal>[0]['response'];
    return wordOf(expectsRefusal({ request, response, startedAt: 0, durationMs: 0 }, 404));
  };

  test.each<[string, object, string]>([
    ['the caller whose valid request was accepted', {}, 'wrong'],
    ['a caller without a token', { anonymous: true }, 'nothing'],
    ['a path that routers tidy up', { path: '/search//' }, 'nothing'],
  ])('of %s is judged by the caller and the request', (_, more, expected) => {
    expect(judged(more)).toBe(expected);
  });
});
