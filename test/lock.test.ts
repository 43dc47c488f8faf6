import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, Entry>>;
};
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

it('the lock file knows the digest of every package that users install, and no address', () => {
  expect(entries.length).toBeGreaterThan(50);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  const unsure = entries.filter(([, { integrity = '' }]) => !/^sha512-.{86}==/.test(integrity));
  // Builds of development tools for other systems; a registry may not have all of them (scripts/lock-platforms.mjs).
  const others = unsure.filter(([, { dev, optional, os }]) => dev && optional && os !== undefined);
  expect(unsure).toEqual(others);
});
