/** A title says what the other responses of a run show: here the length of cut bodies. */
import { expect, it } from 'vitest';
import { failures } from '../../../test/reproductions.ts';
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
