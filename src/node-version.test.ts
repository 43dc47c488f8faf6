import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unfitNode } from './node-version.ts';

it.each(['16.20.2', '18.20.8', '20.10.0', '20.18.3', '21.7.3', '22.11.0', '23.11.0'])(
  'Node.js %s is rejected with its version and the ones that fit',
  (version) => {
    expect(unfitNode(version)).toMatch(`needs Node.js 20.19, 22.12 or 24`);
    expect(unfitNode(version)).toMatch(`this is ${version}.`);
  },
);

it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '24.0.0-nightly', '25.1.0', '30.0.0'])(
  'Node.js %s fits',
  (version) => {
    expect(unfitNode(version)).toBeUndefined();
  },
);

it('package.json states the same versions', () => {
  const file = new URL('../package.json', import.meta.url);
  const { engines } = JSON.parse(readFileSync(file, 'utf8')) as { engines: { node: string } };
  const ranges = engines.node.split(' || ');
  const first = ranges.map((range) => /^(?:\^|>=)(\d+(?:\.\d+)*)$/.exec(range)?.[1] ?? range);
  for (const version of first) {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    expect(unfitNode(`${major}.${minor}.0`)).toBeUndefined();
    const before = minor > 0 ? `${major}.${minor - 1}.0` : `${major - 1}.99.0`;
    expect(unfitNode(before)).toMatch(version.replace(/\.0$/, ''));
  }
  expect(ranges.at(-1)).toMatch('>=');
});
