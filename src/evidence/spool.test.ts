import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Spool } from './spool.ts';

const SIZES = [0, 1, 100, 64 * 1024, 70_000, 5, 2_000_000, 3];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-spool-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it.each([
  ['a file', () => join(folder(), 'x')],
  ['memory, and then a nameless file', () => undefined],
])('a spool returns the appended text from %s, in parts and whole', (_, path) => {
  const spool = new Spool(path());
  onTestFinished(() => spool.remove());
  const all = Array.from({ length: 6 }, () => SIZES).flat();
  const places = all.map((size, i) => spool.append(String(i % 10).repeat(size), `é${i}€🙂`));
  for (const [i, [first, second] = []] of places.entries()) {
    const size = all[i] ?? 0;
    expect(first?.length).toBe(size);
    expect(first && spool.text(first) === String(i % 10).repeat(size)).toBe(true);
    expect(second && spool.text(second)).toBe(`é${i}€🙂`);
    expect(second?.at).toBe((first?.at ?? 0) + size);
  }
  const last = places.at(-1)?.[1];
  expect(spool.size).toBe((last?.at ?? 0) + (last?.length ?? 0));
});

it('a spool writes large texts to its file at once, and the others soon', async () => {
  const path = join(folder(), 'x');
  const spool = new Spool(path);
  onTestFinished(() => spool.remove());
  spool.append('small');
  spool.append('x'.repeat(100_000));
  expect(readFileSync(path).length).toBe(100_005);
  spool.append('last');
  await expect.poll(() => readFileSync(path).length).toBe(100_009);
});

it('a spool on a full disk returns the text that was appended before, and accepts no more', () => {
  const spool = new Spool('/dev/full');
  expect(spool.append('kept in memory')).toEqual([{ at: 0, length: 14 }]);
  spool.flush();
  expect(spool.problem?.message).toMatch('ENOSPC');
  expect(spool.append('more')).toBeUndefined();
  expect(spool.text({ at: 5, length: 2 })).toBe('in');
});
