/** A condition is tried: what two parts of requests that come together do alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accepts, good, reportOf, thing, tiny, verdictOn } from '../../../test/tiny-surface.ts';
import type { Distinction } from '../../model/index.ts';
import { call } from '../../plan/call.ts';

/** Valid requests: some have both members, the others have none of them. */
const both = {
  ...good,
  id: 'thing/members',
  caseGroups: () => [
    {
      label: 'members',
      cases: fc
        .record({ n: fc.nat(1000), isLarge: fc.boolean() })
        .map(({ n, isLarge }) => [
          call(thing, { json: isLarge ? { n, color: 'red', size: 'large' } : { n } }),
        ]),
    },
  ],
};

async function conditionOf(
  rejects: (body: Readonly<Record<string, unknown>>) => boolean,
): Promise<Distinction | undefined> {
  const report = await reportOf(
    ({ path, text }) => {
      if (path !== '/things') return { status: 404, body: {} };
      const body = JSON.parse(text);
      if (!Number.isInteger(body.n)) return { status: 400, body: {} };
      return rejects(body) ? { status: 500, body: {} } : { status: 200, body };
    },
    { surface: tiny(accepts('MUST', both)), runs: 20 },
  );
  return verdictOn(report, 'accepts-must').only;
}

it.each(['color', 'size'])('only %s matters of two members that come together', async (name) => {
  expect(await conditionOf((body) => name in body)).toEqual({ at: `/${name}`, is: 'there' });
});

it('both matter if each of them makes the difference', async () => {
  expect(await conditionOf((body) => 'color' in body && 'size' in body)).toEqual({
    ...{ at: '/color', is: 'there' },
    and: { at: '/size', is: 'there' },
  });
});
