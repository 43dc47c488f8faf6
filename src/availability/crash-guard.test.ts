/** What is not sent again to a target that goes down, and what still is. */

import { expect, it } from 'vitest';
import { purpose } from '../../test/purpose.ts';
import { callTo } from '../../test/servers.ts';
import type { Call, Down } from '../model/index.ts';
import { CrashGuard } from './crash-guard.ts';

const OPERATIONS = ['a', 'b'].map((name) => ({ ...callTo('/').operation, name }));
const to = (nth: number, path: string): Call => {
  const operation = OPERATIONS[nth] ?? callTo('/').operation;
  return { ...callTo(`/${operation.name}${path}`), operation };
};

/** A crash guard before a target that goes down at paths with `zz`. Returns the requests that it got. */
function before(what: Down = 'target'): {
  readonly guard: CrashGuard;
  readonly got: readonly string[];
} {
  const got: string[] = [];
  const guard = new CrashGuard(async (request) => {
    got.push(request.path.slice(1));
    const noResponse = { kind: 'reset', message: 'closed' } as const;
    const wentDown = request.path.includes('zz') ? what : undefined;
    const seen = wentDown === undefined ? {} : { noResponse, wentDown };
    return { request, ...seen, startedAt: 0, durationMs: 0 };
  });
  return { guard, got };
}

it('a case is not sent if its operation went down at its probe, and another one at its group', async () => {
  const { guard, got } = before();
  await guard.send(to(0, '/zz1'), purpose('a/ids#one@0/0'));
  await guard.send(to(0, '/zz2'), purpose('a/ids#two@0/0'));
  // The operation b has not failed yet.
  await guard.send(to(1, '/zz2'), purpose('b/ids#two@0/0'));
  const { noResponse } = await guard.send(to(1, '/zz1'), purpose('b/ids#one@0/0'));
  expect(noResponse?.kind).toBe('spared');
  // Neither another group nor another probe was shown.
  await guard.send(to(1, '/3'), purpose('b/ids#three@0/0'));
  await guard.send(to(1, '/4'), purpose('b/others#one@0/0'));
  expect(got).toEqual(['a/zz1', 'a/zz2', 'b/zz2', 'b/3', 'b/4']);
  expect(guard.notes()).toEqual([
    'the target went down or closed the connection at 3 requests; 1 other like them was not sent',
  ]);
});

it('two values of a group are enough, and eight of an operation', async () => {
  const { guard, got } = before();
  for (let n = 0; n < 5; n++) await guard.send(to(0, `/zz${n}`), purpose(`a/ids#random@${n}/0`));
  expect(got).toHaveLength(2);
  for (let n = 0; n < 9; n++) await guard.send(to(0, `/zz-${n}`), purpose(`a/probe-${n}#one@0/0`));
  expect(got).toHaveLength(8);
  await guard.send(to(0, '/'), purpose('a/presence/control-at-the-end!'));
  expect(got).toHaveLength(9);
});

it('three cases of a probe are enough, and a target that only loses workers gets all', async () => {
  for (const [what, sent] of [
    ['target', 3],
    ['worker', 9],
  ] as const) {
    const { guard, got } = before(what);
    for (let n = 0; n < 9; n++) await guard.send(to(0, `/zz${n}`), purpose(`a/ids#group-${n}@0/0`));
    expect(got).toHaveLength(sent);
  }
});

it('one request is repeated as often as a report needs; others like it are not repeated', async () => {
  const { guard, got } = before();
  await guard.send(to(0, '/zz'), purpose('a/ids#one@0/0'));
  await guard.send(to(1, '/zz'), purpose('b/ids#one@0/0'));
  for (let n = 0; n < 9; n++) await guard.send(to(0, '/zz'), purpose('a/ids#one@0/0!again'));
  await guard.send(to(1, '/zz'), purpose('b/ids#one@0/0!again'));
  await guard.send(to(1, '/'), purpose('b/ids#one@0/0!plain'));
  expect(got).toEqual(['a/zz', 'b/zz', ...Array.from({ length: 5 }, () => 'a/zz'), 'b/']);
});
