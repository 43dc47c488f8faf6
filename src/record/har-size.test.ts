import { expect, it } from 'vitest';
import { callTo } from '../../test/servers.ts';
import { toHar } from '../exchange/har.ts';
import { ReceivedResponse } from '../exchange/response.ts';
import type { Exchange } from '../model/index.ts';
import { harBytes } from './har-bytes.ts';
import { readHar } from './har-read.ts';

const LARGE = 'x'.repeat(1_000_000);
const HOLDS = 64;
const exchange: Exchange = {
  request: callTo('/x'),
  response: new ReceivedResponse(200, { 'content-type': 'text/plain' }, LARGE),
  startedAt: 0,
  durationMs: 1,
};

function recording(refs: readonly string[], pointedAt: number): { log: object; leftOut: number } {
  return toHar(
    refs.map(() => exchange),
    {
      creator: { name: 'assay', version: '1' },
      urlOf: () => 'http://127.0.0.1/x',
      redact: (text) => text,
      about: (_, index) => ({
        ref: refs[index] ?? '',
        requirements: index === pointedAt ? ['r'] : [],
      }),
    },
  );
}

function textsIn(log: object): readonly (() => string | undefined)[] {
  const { entries } = readHar(JSON.stringify({ log }), 'evidence.har');
  return entries.map(
    ({ response }) =>
      () =>
        response?.text,
  );
}

it('leaves out the texts that would make the archive too large, those that verdicts point at last', () => {
  const refs = Array.from({ length: HOLDS + 3 }, (_, index) => `p/${index}`);
  const { log, leftOut } = recording(refs, HOLDS + 2);
  expect(leftOut).toBe(2);
  const texts = textsIn(log);
  expect(texts[0]?.()).toBe(LARGE);
  expect(texts[HOLDS + 2]?.()).toBe(LARGE);
  expect(texts[HOLDS]).toThrow('the body is not in the recording');
});

it('writes the text of a repetition once', () => {
  const refs = Array.from(
    { length: 2 * HOLDS },
    (_, index) => `p/0${index > 0 ? `!again~${index}` : ''}`,
  );
  const { log, leftOut } = recording(refs, 2);
  expect(leftOut).toBe(0);
  expect(JSON.stringify(log).length).toBeLessThan(3 * LARGE.length);
  for (const text of textsIn(log)) expect(text()).toBe(LARGE);
});

it.each([0, 1, 3])('is the same file when its %d entries are written one by one', (count) => {
  const refs = Array.from({ length: count }, (_, index) => `p/"entries":[]${index} é€`);
  const { log } = recording(refs, 0);
  const har = { log: { ...log, _assay: { seed: 1 } } };
  expect(harBytes(har).toString()).toBe(`${JSON.stringify(har)}\n`);
});
