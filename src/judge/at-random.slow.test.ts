/** What refusals at random have in common is in the title. */
import { expect, it } from 'vitest';
import { failures } from '../../test/reproductions.ts';
import { Rejection } from '../reference/registry/reply.ts';
import type { Change } from '../reference/registry/steps.ts';
import { titleOf } from '../report/titles.ts';

/** The first context of each contract is a 404. */
const firstUnknown: Change = ({ find }) => {
  const seen = new Set<string>();
  return {
    find: (id, operation) => {
      const found = find(id, operation);
      if (typeof found !== 'string' || seen.has(found)) return found;
      seen.add(found);
      return find(`${id}0`, operation);
    },
  };
};

/** After one rejection in four, the next success has its status. */
const statusSticks: Change = ({ finish }) => {
  let [rejections, left] = [0, 0];
  return {
    finish: (reply, incoming) => {
      const made = finish(reply, incoming);
      if (made.status >= 400) {
        if (++rejections % 4 === 0) left = made.status;
        return made;
      }
      if (made.status !== 200 || left === 0) return made;
      const status = left;
      left = 0;
      return { ...made, status };
    },
  };
};

/** The first request with valid arguments to each factory is a 404. */
const coldFactory: Change = ({ readArguments }) => {
  const warm = new Set<string>();
  return {
    readArguments: (given, operation) => {
      const read = readArguments(given, operation);
      if (read instanceof Rejection || warm.has(operation)) return read;
      warm.add(operation);
      return new Rejection(404, 'unknown', 'No factory is available.');
    },
  };
};

it('a title names the first request to each operation', async () => {
  const { failed } = await failures(
    { change: coldFactory },
    '*/{allocation,transfer}*/*-factory/*',
  );
  const found = failed.find((one) => /for the first request to each operation/.test(titleOf(one)));
  expect(found?.cause).toMatch(/loaded by its first request/);
});

it.each([
  [
    'the first request with each id',
    firstUnknown,
    /^404 instead of 200 for the first request with each id /,
    /starts to load/,
  ],
  [
    'the body of a success',
    statusSticks,
    /^40\d instead of 200 with the body of a success, at random \(/,
    /used again/,
  ],
])('a title names %s', async (_, change, title, cause) => {
  const { failed } = await failures(
    { change },
    '*/{allocation,transfer}-v1/{withdraw,cancel,accept,reject,execute-transfer}/*',
  );
  const found = failed.find((verdict) => title.test(titleOf(verdict)));
  expect(found?.cause).toMatch(cause);
});
