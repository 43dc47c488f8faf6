import { expect, test } from 'vitest';
import { givenOptions } from './given-options.ts';
import type { SettingFlags } from './settings.ts';

test('the options of a run are printed as given, without the report folder', () => {
  const flags: Partial<SettingFlags> = {
    fixtures: 'my fixtures.yaml',
    tokenEnv: 'TOKEN',
    only: ['*/withdraw/*', 'offered'],
    allowWrites: true,
    runs: 3,
    out: 'reports',
    certify: true,
  };
  expect(givenOptions(flags)).toEqual([
    ...['--fixtures', 'my fixtures.yaml', '--token-env', 'TOKEN', '--allow-writes'],
    ...['--only', '*/withdraw/*', '--only', 'offered', '--runs', '3'],
  ]);
  expect(givenOptions({ seed: 'random' })).toEqual([]);
});
