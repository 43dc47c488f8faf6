/** A title says what the other responses of a run show: no route, a length, a time, another request. */
import { expect, it } from 'vitest';
import { failures } from '../../../test/reproductions.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { titleOf } from '../../report/titles.ts';

const cut = (bytes: number): Change => {
  let n = 0;
  return ({ finish }) => ({
    finish: (reply, incoming) => {
      const made = finish(reply, incoming);
      if (made.status !== 200 || ++n % 9 > 0) return made;
      return { ...made, body: made.body?.slice(0, bytes) };
    },
  });
};

/** An unknown contract gets the context of the request before it. */
const leftOver: Change = ({ finish }) => {
  let last: ReturnType<typeof finish> | undefined;
  return {
    finish: (reply, incoming) => {
      const made = finish(reply, incoming);
      if (made.status === 404 && last !== undefined) return last;
      if (made.status === 200) last = made;
      return made;
    },
  };
};

it.each([
  ['the length of cut bodies', cut(1000), /the body is cut after 1000 bytes/, /buffer/],
  ['the request before', leftOver, /with the data of the request before/, /left behind/],
])('%s', async (_, change, title, cause) => {
  const { failed } = await failures({ change }, '*/allocation-v1/withdraw/*');
  const found = failed.find((verdict) => title.test(titleOf(verdict)));
  expect(found?.cause).toMatch(cause);
});
