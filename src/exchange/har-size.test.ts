import { expect, it } from 'vitest';
import { callTo } from '../../test/servers.ts';
import type { Exchange } from '../words.ts';
import { ReceivedAnswer } from './answer.ts';
import { toHar } from './har.ts';
import { outcomeOf } from './har-read-answer.ts';

const LARGE = 'x'.repeat(1_000_000);
const HOLDS = 64;

it('leaves out the texts that would make the archive too large, those that verdicts point at last', () => {
  const exchange: Exchange = {
    request: callTo('/x'),
    response: new ReceivedAnswer(200, { 'content-type': 'text/plain' }, LARGE),
    startedAt: 0,
    durationMs: 1,
  };
  const { log, leftOut } = toHar(Array(HOLDS + 3).fill(exchange), {
    creator: { name: 'assay', version: '1' },
    urlOf: () => 'http://127.0.0.1/x',
    redact: (text) => text,
    about: (_, index) => ({ ref: `p/${index}`, requirements: index === HOLDS + 2 ? ['r'] : [] }),
  });
  expect(leftOut).toBe(2);
  const entries = log['entries'] as Record<string, unknown>[];
  const textOf = (index: number) => {
    const outcome = outcomeOf(entries[index] ?? {});
    return 'response' in outcome ? outcome.response.text : undefined;
  };
  expect(textOf(0)).toBe(LARGE);
  expect(textOf(HOLDS + 2)).toBe(LARGE);
  expect(() => textOf(HOLDS)).toThrow('the body is not in the recording');
});
