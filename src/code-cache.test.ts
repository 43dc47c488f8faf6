import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../test/files.ts';
import { CodeCache } from './code-cache.ts';
import { keepHeapSmall } from './v8-flags.ts';

/** Long enough that V8 keeps several functions. */
const SOURCE = `exports.answer = () => 41 + one();
function one() { return [1].map((n) => n * 1)[0]; }
${Array.from({ length: 50 }, (_, i) => `exports.f${i} = () => { return ${i} + one(); };`).join('\n')}
`;

/** A module and its compiled code; `answer` loads the module as the next process does. */
function cached() {
  const folder = folderWith({ 'a.cjs': SOURCE, 'b.cjs': SOURCE.replace('41', '51') });
  const load = (name = 'a.cjs'): unknown => {
    const cache = new CodeCache(join(folder, 'compiled'));
    const { answer } = cache.load(join(folder, name)) as { answer: () => unknown };
    const value = answer();
    cache.keep();
    return value;
  };
  expect([load(), load('b.cjs')]).toEqual([42, 52]);
  const [version = ''] = readdirSync(join(folder, 'compiled'));
  const kept = join(folder, 'compiled', version, 'a.cjs');
  return {
    folder,
    kept,
    other: join(folder, 'compiled', version, 'b.cjs'),
    /** The answer, and whether the next process took the code or wrote it again. */
    next(): { answer: unknown; isTaken: boolean } {
      utimesSync(kept, 1, 1);
      const answer = load();
      return { answer, isTaken: statSync(kept).mtimeMs === 1000 };
    },
  };
}

it('takes what it kept, which only its user can read', () => {
  const { folder, kept, next } = cached();
  expect(next()).toEqual({ answer: 42, isTaken: true });
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  for (const path of [join(folder, 'compiled'), join(kept, '..')])
    expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('compiles again what is cut off or damaged at any place', () => {
  const { kept, next } = cached();
  const whole = readFileSync(kept);
  for (const length of [0, 1, 31, 32, 33, 60, whole.length >> 1, whole.length - 1]) {
    writeFileSync(kept, whole.subarray(0, length));
    expect(next(), `${length} bytes`).toEqual({ answer: 42, isTaken: false });
  }
  for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(kept, damaged);
    expect(next(), `bit at ${at}`).toEqual({ answer: 42, isTaken: false });
  }
  expect(next()).toEqual({ answer: 42, isTaken: true });
});

it('compiles again what was kept for another source, also of the same length', () => {
  const { folder, kept, other, next } = cached();
  writeFileSync(kept, readFileSync(other));
  expect(next()).toEqual({ answer: 42, isTaken: false });
  writeFileSync(join(folder, 'a.cjs'), SOURCE.replace('41', '61'));
  expect(next()).toEqual({ answer: 62, isTaken: false });
  expect(next()).toEqual({ answer: 62, isTaken: true });
});

it('compiles again what others may have written', () => {
  const { kept, next } = cached();
  for (const mode of [0o666, 0o620]) {
    chmodSync(kept, mode);
    expect(next()).toEqual({ answer: 42, isTaken: false });
    expect(statSync(kept).mode & 0o777).toBe(0o600);
  }
  const elsewhere = join(folderWith({ code: readFileSync(kept) }), 'code');
  unlinkSync(kept);
  symlinkSync(elsewhere, kept);
  expect(next().answer).toBe(42);
  expect(readFileSync(kept).equals(readFileSync(elsewhere))).toBe(true);
});

it('takes the code of a run whose heap grew large', () => {
  const folder = folderWith({ 'a.cjs': SOURCE, 'late.cjs': SOURCE });
  const runs = (isLarge: boolean): void => {
    const cache = new CodeCache(join(folder, 'compiled'));
    cache.load(join(folder, 'a.cjs'));
    cache.delayMachineCode();
    cache.load(join(folder, 'late.cjs'));
    if (isLarge) keepHeapSmall();
    cache.keep();
  };
  runs(true);
  const [version = ''] = readdirSync(join(folder, 'compiled'));
  const kept = ['a.cjs', 'late.cjs'].map((name) => join(folder, 'compiled', version, name));
  for (const file of kept) utimesSync(file, 1, 1);
  runs(false);
  expect(kept.map((file) => statSync(file).mtimeMs)).toEqual([1000, 1000]);
});
