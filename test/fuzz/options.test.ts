import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/fuzz.mjs', import.meta.url));

it.each([
  [['--runs', '0'], /--runs 0: write a whole number/],
  [['--runs', 'many'], /--runs many: write a whole number/],
  [['--runs=-5'], /--runs -5: write a whole number/],
  [['--seed', '1.5'], /--seed 1\.5: write a whole number/],
  [['--rnus', '5'], /Unknown option '--rnus'/],
])('npm run fuzz says what is wrong with %j', (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch('npm run fuzz -- [--runs N]');
  expect(status).toBe(3);
});
