/** A time at which a gateway responded in place of the target, whatever the clock shows of requests side by side. */

import { describe, expect, it } from 'vitest';
import { purpose } from '../../test/purpose.ts';
import { callTo } from '../../test/servers.ts';
import { received } from '../exchange/received.ts';
import type { Exchange } from '../model/index.ts';
import { Timeline } from './timeline.ts';
import { isInOneOf, windowsIn } from './window.ts';

function responseAt(startedAt: number, durationMs: number, status: number): Exchange {
  const parts = { status, headers: {}, chunks: [], bytes: 0, limit: 0, sha256: undefined };
  return { request: callTo('/'), response: received(parts), startedAt, durationMs };
}
const served = (startedAt: number, durationMs = 2): Exchange =>
  responseAt(startedAt, durationMs, 200);
const refused = (startedAt: number, durationMs = 2): Exchange =>
  responseAt(startedAt, durationMs, 503);

/** Which of these exchanges of cases are held to be responses of a gateway. */
function heldAmong(exchanges: readonly Exchange[]): readonly boolean[] {
  const failed = exchanges.filter(({ response }) => response?.status === 503);
  const kept = exchanges.map((exchange, i) => ({
    exchange,
    purpose: purpose(`thing/good#numbers@${i}/0`),
  }));
  const windows = windowsIn(kept, failed);
  return exchanges.map((one) => isInOneOf(windows, one));
}

/** Three refusals; the first one ends at 1002.4. */
const AWAY = [refused(1000, 2.4), refused(1010), refused(1020)];

describe('an outage begins with the first refusal', () => {
  it.each([
    ['long before its end', served(1000, 4), true],
    ['shortly before its end', served(1002.399, 2), true],
    ['its end', served(1002.4, 2), false],
  ])('and does not end with a response to a request from %s', (_, beside, isOutage) => {
    const held = heldAmong([served(900), ...AWAY, beside, served(1040)]);
    expect(held.slice(1, 4)).toEqual([isOutage, isOutage, isOutage]);
    expect(held.slice(4)).toEqual([false, false]);
  });
});

it('refusals of requests from before its end are no further outages', () => {
  const late = [1030, 1031, 1032].map((start) => refused(start, 14));
  const back = [served(1040), served(1050)];
  const again = [1100, 1110, 1120].map((start) => refused(start));
  const after = [1200, 1210, 1220].map((start) => refused(start));
  // The late refusals come after a response of the target. Two outages are the most that one run forgives.
  const two = [served(900), ...AWAY, ...back, ...late, ...again, served(1150)];
  expect(heldAmong(two).filter(Boolean)).toHaveLength(AWAY.length + late.length + again.length);
  expect(heldAmong([...two, ...after, served(1300)])).not.toContain(true);
});

it('refusals with responses of the target between them are no outage', () => {
  const all = [served(900), refused(1000), served(1010), refused(1020), served(1030)];
  expect(heldAmong([...all, refused(1040), served(1050)])).not.toContain(true);
});

it('a refusal during an outage is no answer to its request', () => {
  const away = [1000, 1010, 1020].map((start) => responseAt(start, 2, 404));
  const exchanges = [served(900), ...away, served(1040)];
  const kept = exchanges.map((exchange, i) => ({
    exchange,
    purpose: purpose(`thing/good#numbers@${i}/0`),
  }));
  const timeline = new Timeline(kept, windowsIn(kept, away));
  expect(exchanges.map((one) => timeline.follows(one))).toEqual([
    'unknown',
    'time',
    'time',
    'time',
    'unknown',
  ]);
  expect(away.map((one) => timeline.isAccident(one))).toEqual([true, true, true]);
});
