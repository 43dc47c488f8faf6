import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, vi } from 'vitest';
import { mixed } from '../../../test/sample-report.ts';
import { finding } from '../../plan/requirement.ts';
import { inLog, live } from './live.ts';

/** A stream with the properties of a terminal. */
function screen(isTTY: boolean): { stream: NodeJS.WriteStream; shown: string[] } {
  const shown: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      shown.push(String(chunk));
      done();
    },
  });
  return {
    stream: Object.assign(stream, { isTTY, columns: 30, rows: 6 }) as NodeJS.WriteStream,
    shown,
  };
}

const event = {
  stage: 'scan',
  operation: 'withdraw',
  sent: 5,
  planned: 100,
  suspected: 0,
} as const;

it('the progress line fits, changes at most ten times a second, and is cleared', () => {
  const { stream, shown } = screen(true);
  const line = live(true, stream);
  for (let i = 0; i < 1000; i++) line.update(event);
  line.clear();
  expect(shown[0]?.startsWith('\r\u001b[Jwithdraw  5 of 100 ')).toBe(true);
  expect(shown[0]?.length).toBeLessThanOrEqual(4 + 29);
  expect(shown.length).toBeLessThan(5);
  expect(shown.at(-1)).toBe('\r\u001b[J');
});

it('the progress line never shows more requests than planned, and shows repetitions', () => {
  const { stream, shown } = screen(true);
  live(true, stream).update({ ...event, sent: 120 });
  live(true, stream).update({ ...event, stage: 'confirm' });
  expect(shown[0]).toContain('100 of 100');
  expect(shown[1]).toContain('rechecking');
});

it('a log has a line at each interval, with what is done and what was found', async () => {
  const { stream, shown } = screen(false);
  const log = inLog(stream, 20);
  await delay(50);
  expect(shown).toEqual([]);
  log.update({ ...event, sent: 50 });
  const first = mixed.verdicts.find((one) => one.outcome === 'failed');
  if (first) log.failure(first);
  log.clear();
  await vi.waitUntil(() => shown.length > 0);
  log.end();
  const { length } = shown;
  expect(shown[0]).toMatch(
    /^\S+ m?s: 50 of 100 requests, \S+ m?s left, 1 problem so far \(withdraw\)\n$/,
  );
  await delay(50);
  expect(shown).toHaveLength(length);
});

it('a short run writes no progress to a log', () => {
  for (const [wanted, tty] of [
    [true, false],
    [false, true],
  ] as const) {
    const { stream, shown } = screen(tty);
    const line = live(wanted, stream);
    line.update(event);
    line.clear();
    expect(shown).toEqual([]);
  }
});

it('the live list shows each problem once, and adds its operations in the same place', async () => {
  const { stream, shown } = screen(true);
  const line = live(true, Object.assign(stream, { columns: 80 }));
  const first = mixed.verdicts.find((v) => v.requirement.endsWith('withdraw/debug-fields-omitted'));
  if (!first) throw new Error('the sample has a leak');
  const second = { ...first, requirement: first.requirement.replace('withdraw', 'cancel') };
  line.failure(first);
  line.update({ ...event, stage: 'confirm', suspected: 1 });
  line.failure(second);
  await vi.waitUntil(() => shown.length === 2);
  line.clear();
  const [one = '', two = '', clear = ''] = shown;
  expect(stripVTControlCharacters(one).trim()).toMatch(
    /^✗ MUST {4}disclosedContracts\[\]\.debugP.* \(allocation-v1\/withdraw\)$/,
  );
  const lines = stripVTControlCharacters(two).trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(
      /^✗ MUST {4}disclosedContracts\[\]\.debugP.* \(allocation-v1: withdraw, cancel\)$/,
    ),
    'withdraw  rechecking failures  1 suspected failure',
  ]);
  // The cursor goes up over the earlier lines, and no further.
  expect(two.startsWith('\r\u001b[J')).toBe(true);
  expect(clear).toBe('\r\u001b[1A\u001b[J');
});

it('the live list takes no more lines than the screen has', () => {
  const { stream, shown } = screen(true);
  const line = live(true, stream);
  const [base] = mixed.verdicts.filter((v) => v.outcome === 'failed');
  if (!base) throw new Error('the sample has a failure');
  for (let i = 0; i < 10; i++) {
    const { counterexample: _, ...bare } = base;
    const findings = [finding(`/x${'abcdefghij'[i]}`, 'a', 'b')];
    line.failure({ ...bare, requirement: `registry/x${i}/y${i}`, findings });
  }
  line.update(event);
  line.clear();
  line.update(event);
  return vi
    .waitUntil(() => shown.length > 2)
    .then(() => {
      const lines = (shown.at(-1) ?? '').split('\n');
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(lines.at(-2)).toBe('… and 8 problems (8 requirem…');
      expect(Math.max(...lines.map((l) => stripVTControlCharacters(l).length))).toBeLessThan(31);
    });
});
