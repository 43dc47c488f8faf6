import { expect, it } from 'vitest';
import { nearestVersion } from './nearest-version.ts';
import { NEWEST, OLDEST } from './versions.ts';

it.each([
  ['3.4.12', '3.4', ''],
  ['3.4.11', '3.4', 'features added in 3.4.12 may be missing'],
  ['3.4', '3.4', 'features added in 3.4.12 may be missing'],
  ['3.5.1-SNAPSHOT', '3.5.1', 'POST /v2/commands/command-completions (3.5.7).'],
  ['v3.5.0', '3.5.1', 'not offered: POST /v2/state/active-contracts-page (3.5.10),'],
  [
    '3.5.9',
    '3.5.8',
    '"3.5.9". Later versions added, so not offered: POST /v2/state/active-contracts-page',
  ],
  ['3.5.14', '3.5', ''],
  ['3.5.99', '3.5', ''],
  ['3.45', NEWEST, `judged by ${NEWEST}, the newest that Assay knows`],
  ['4.0', NEWEST, 'the newest that Assay knows'],
  ['3.3.9', OLDEST, `judged by ${OLDEST}, the oldest that Assay knows`],
  ['2.10.1', NEWEST, 'the newest that Assay knows'],
  ['main', NEWEST, 'which is not a version'],
  ['', NEWEST, 'which is not a version'],
])('a ledger of version %s is judged by version %s', (reported, version, note) => {
  const [found, said] = nearestVersion(reported);
  expect(found).toBe(version);
  expect(said).toMatch(note === '' ? /^$/ : note);
});
