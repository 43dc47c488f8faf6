/** Calls that wait for a change: they are repeated until it shows, at most as often as they say. */

import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { purpose } from '../../test/purpose.ts';
import {
  type Call,
  type CompleteExchange,
  type Exchange,
  type Probe,
  purposeText,
  type Send,
} from '../model/index.ts';
import { sendCase } from './case.ts';

const probe = registry().requirements[0]?.probes[0] as Probe;
const look: Call = { operation: probe.operation, method: 'GET', path: '/', headers: {} };
const until = {
  delaysMs: [10, 20, 30],
  holds: ({ response }: CompleteExchange): boolean => response.text === 'there',
};

/** Responds with these texts one after the other, and records the requests. */
function responding(...texts: readonly (string | number | undefined)[]) {
  const sent: [ref: string, delayMs: number | undefined][] = [];
  const send: Send = async (request, purpose) => {
    const text = texts[sent.length];
    sent.push([purposeText(purpose), request.delayMs]);
    const exchange = { request, startedAt: 0, durationMs: 0 };
    const response = typeof text === 'number' ? { status: text } : { text };
    return text === undefined ? exchange : ({ ...exchange, response } as unknown as Exchange);
  };
  return { sent, send };
}

it.each([
  ['shows at once', ['there'], 1],
  ['shows later', ['', '', 'there'], 3],
  ['never shows', ['', '', '', '', 'there'], 4],
  ['breaks off', ['', undefined, 'there'], 2],
])('a list that %s is looked up until it shows, at most four times', async (_, texts, times) => {
  const { sent, send } = responding(...texts);
  const exchanges = await sendCase(
    probe,
    [{ ...look, retryUntil: until }],
    send,
    purpose('a/b#c@0'),
  );
  expect(sent).toEqual(
    [
      ['a/b#c@0/0', undefined],
      ['a/b#c@0/0+1', 10],
      ['a/b#c@0/0+2', 20],
      ['a/b#c@0/0+3', 30],
    ].slice(0, times),
  );
  expect(exchanges.map(({ response }) => response?.text)).toEqual([texts[times - 1]]);
});

it.each([
  [200, 4],
  [403, 1],
])('after a change that got %i the list is looked up %i times', async (status, times) => {
  const { sent, send } = responding(status, '', '', '', '');
  const change: Call = { ...look, operation: { ...look.operation, effect: 'reversible' } };
  await sendCase(probe, [change, { ...look, retryUntil: until }], send, purpose('a/b#c@0'));
  expect(sent.filter(([ref]) => ref.startsWith('a/b#c@0/1'))).toHaveLength(times);
});
