import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const lock = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> };
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

it('the lock file knows the digest of every package, also of builds for other platforms', () => {
  expect(entries.length).toBeGreaterThan(50);
  const unsure = entries.filter(([, { integrity = '' }]) => !/^sha512-.{86}==$/.test(integrity));
  // scripts/lock-platforms.mjs adds them.
  expect(unsure.map(([path]) => path)).toEqual([]);
});

it('the lock file names no address to download a package from, and no registry', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  // Other addresses are those of sponsors.
  expect(text).not.toMatch(/registry\.|\.tgz|\/-\//);
});
