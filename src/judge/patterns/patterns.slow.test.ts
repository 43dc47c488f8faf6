/** A title says what the other responses of a run show: the length of cut bodies, a missing route, another request. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failures } from '../../../test/reproductions.ts';
import { accepts, good, reportOf, thing, tiny, verdictOn } from '../../../test/tiny-surface.ts';
import { sent } from '../../contract/request-body.ts';
import { jsonOf } from '../../model/index.ts';
import { call } from '../../plan/call.ts';
import { finding, requirement } from '../../plan/requirement.ts';
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

/** Requests with and without a flag; the response shows which one was read. */
const flags = {
  ...good,
  id: 'thing/flags',
  caseGroups: () => [
    {
      label: 'flags',
      cases: fc.boolean().map((flag) => [call(thing, { json: { n: 1, flag } })]),
    },
  ],
};
const showsFlag = requirement({
  ...accepts('MUST', flags),
  check: ({ request, response }) => {
    const [due, came] = [sent(request), jsonOf(response)].map((one) => Object(one).flag);
    return due === came ? [] : [finding('/flag', due, came)];
  },
});

it('of two requests at the same time only a flag is mixed up', async () => {
  let last: unknown;
  const report = await reportOf(
    ({ path, text }) => {
      if (path !== '/things') return { status: 404, body: {} };
      last = JSON.parse(text).flag;
      const body = {
        toJSON: () => ({ flag: last, text: 'a text that is too long to be equal by chance' }),
      };
      return { status: 200, body, delayMs: 5 };
    },
    { surface: tiny(showsFlag), runs: 20 },
  );
  const found = verdictOn(report, 'accepts-must');
  expect(titleOf(found)).toMatch(/^While other requests run: .*, as with flag of the other req/);
  expect(found.cause).toMatch(/^A part of one request is used for another/);
});
