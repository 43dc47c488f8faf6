/** A title says what the other responses of a run show: the length of cut bodies, a missing route, another request. */
import { expect, it } from 'vitest';
import { failures } from '../../../test/reproductions.ts';
import { Rejection } from '../../reference/registry/reply.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { titleOf } from '../../report/titles.ts';

const cut: Change = ({ finish }) => {
  let n = 0;
  return {
    finish: (reply, incoming) => {
      const made = finish(reply, incoming);
      if (made.status !== 200 || ++n % 9 > 0) return made;
      return { ...made, body: made.body.slice(0, 1000) };
    },
  };
};

it('bodies that end at the same length are cut there', async () => {
  const { failed } = await failures({ change: cut }, '*/allocation-v1/withdraw/*');
  const found = failed.find((verdict) => /the body is cut after 1000 bytes/.test(titleOf(verdict)));
  expect(found?.cause).toMatch(/buffer/);
});

/** The length is that of the text, not of its bytes. */
const ofCharacters: Change = ({ finish }) => ({
  finish: (reply, incoming) => {
    const made = finish(reply, incoming);
    const { body } = made;
    const bytes = Buffer.from(body);
    return { ...made, body: bytes.subarray(0, body.length).toString() };
  },
});

it('only bodies with characters beyond ASCII are cut', async () => {
  const { failed } = await failures({ change: ofCharacters }, '*/metadata-v1/*/*');
  const found = failed.find((one) => /is cut if it has characters beyond A/.test(titleOf(one)));
  expect(found?.cause).toMatch(/Content-Length/);
});

/** A body that is rejected is read as the one before it. */
const leftOver: Change = ({ check }) => {
  let last: Exclude<ReturnType<typeof check>, Rejection> | undefined;
  return {
    check: (value, route) => {
      const read = check(value, route);
      if (read instanceof Rejection) return last ?? read;
      last = read;
      return read;
    },
  };
};

it('a wrong request that is served with the arguments of the one before it', async () => {
  const { failed } = await failures({ change: leftOver }, '*/transfer-v1/transfer-factory/*');
  const titles = failed.map(titleOf);
  expect(titles.join('\n')).toMatch(
    /^Right after another request, .*200 instead of 400, with the data of the request before/m,
  );
});
