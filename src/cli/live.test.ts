import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { live } from './live.ts';

/** A stream with what a terminal has. */
function screen(isTTY: boolean): { stream: NodeJS.WriteStream; shown: string[] } {
  const shown: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      shown.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY, columns: 30 }) as NodeJS.WriteStream, shown };
}

const event = { stage: 'scan', operation: 'withdraw', sent: 5, planned: 100 } as const;

it('shows one line that fits, at most ten times a second, and clears it', () => {
  const { stream, shown } = screen(true);
  const line = live(true, stream);
  for (let i = 0; i < 1000; i++) line.update(event);
  line.clear();
  expect(shown[0]?.startsWith('\r\u001b[Kwithdraw  5 of 100 ')).toBe(true);
  expect(shown[0]?.length).toBeLessThanOrEqual(4 + 29);
  expect(shown.length).toBeLessThan(5);
  expect(shown.at(-1)).toBe('\r\u001b[K');
});

it('never shows more sent than planned, and shows when it repeats', () => {
  const { stream, shown } = screen(true);
  live(true, stream).update({ ...event, sent: 120 });
  live(true, stream).update({ ...event, stage: 'confirm' });
  expect(shown[0]).toContain('100 of 100');
  expect(shown[1]).toContain('looking again');
});

it('shows nothing where there is no terminal', () => {
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
