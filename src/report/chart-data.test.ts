import { expect, test } from 'vitest';
import { chartDataOf, optionsOf, sentOf, timesIn } from './chart-data.ts';

const entry = (operation: string, status: number, time: number): object => ({
  time,
  request: { method: 'POST', url: 'http://h/things?n=1' },
  response: { status },
  _operation: operation,
  _probe: 'thing/valid#plain@3',
});
const har = (...entries: unknown[]): object => ({ log: { version: '1.2', entries } });

test('statuses and latency are counted by operation; missing responses count only as a status', () => {
  const times = Array.from({ length: 100 }, (_, i) => entry('b#y', i < 90 ? 200 : 404, 100 - i));
  expect(chartDataOf(har(entry('a#x', 0, 9000), ...times, entry('b#y', 0, 9000)))).toEqual([
    { operation: 'a#x', requests: 1, statuses: { none: 1 }, latencyMs: { p50: 0, p95: 0, max: 0 } },
    {
      operation: 'b#y',
      requests: 101,
      statuses: { '200': 90, '404': 10, none: 1 },
      latencyMs: { p50: 50, p95: 95, max: 100 },
    },
  ]);
});

test('a single exchange is its own median and maximum', () => {
  const [chart] = chartDataOf(har(entry('a#x', 200, 7.5)));
  expect(chart?.latencyMs).toEqual({ p50: 7.5, p95: 7.5, max: 7.5 });
});

test('each request keeps the index that it has in the archive', () => {
  const sent = sentOf(har({}, entry('a#x', 201, 1)));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({
    probe: 'thing/valid#plain@3',
    method: 'POST',
    url: 'http://h/things?n=1',
    status: 201,
    startedAt: 0,
    durationMs: 1,
  });
});

test.each([
  {},
  { log: null },
  { log: { entries: 'x' } },
  har(null, 3, { request: null, response: 'x', _operation: 4, time: 'soon' }),
])('a text that is not an archive of a run has no charts: %j', (odd) => {
  expect(chartDataOf(odd)).toEqual([]);
  expect(sentOf(odd).every(({ status, method }) => status === 0 && method === '')).toBe(true);
});

test('the time of a verdict is the sum of its exchanges in the archive, each counted once', () => {
  const timeOf = timesIn(har(entry('a#x', 200, 7.5), entry('a#x', 0, 20.2), { time: 'long' }));
  expect(timeOf({ evidence: [0, 1, 1] })).toBe(28);
  expect(timeOf({ evidence: [2, 9] })).toBe(0);
  expect(timesIn({})({ evidence: [0] })).toBe(0);
});

test.each([
  [{ log: { _assay: { commandOptions: ['--rate', '2/s'] } } }, ['--rate', '2/s']],
  [{ log: { _assay: { commandOptions: ['--rate', 2] } } }, undefined],
  [{ log: { _assay: {} } }, undefined],
  [{ log: {} }, undefined],
  [{}, undefined],
])('the options of the run in %j', (har, expected) => {
  expect(optionsOf(har)).toEqual(expected);
});
