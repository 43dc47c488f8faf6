import { expect, test } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { printed } from '../../test/printed.ts';
import { startRegistry } from '../reference/registry.ts';
import { overlapOf } from './recognise.ts';

test.each([
  ['http://host/registry', registry(), '/registry', 'http://host/'],
  ['http://host/a/registry/', registry(), '/registry', 'http://host/a'],
  [
    'http://host/registry/metadata/v1/info',
    registry(),
    '/registry/metadata/v1/info',
    'http://host/',
  ],
  ['http://host/api/v2', ledger(), '/v2', 'http://host/api'],
  ['http://host/registry/x', registry(), undefined, undefined],
  ['http://host/', registry(), undefined, undefined],
])(
  'the base URL %s repeats the start of the paths, or does not',
  (url, surface, repeated, before) => {
    const found = overlapOf(new URL(url), surface);
    expect([found?.repeated, found?.before.href]).toEqual([repeated, before]);
  },
);

test.each(['run', 'doctor'])('%s names the shorter URL at which the server is', async (command) => {
  const { url, close } = await startRegistry();
  const surface = command === 'run' ? ['registry'] : [];
  const { code, stdout, stderr } = await printed(command, ...surface, `${url}/registry`).finally(
    close,
  );
  const text = (stdout + stderr).replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    `must end before /registry, because the paths of the API start with it: ${url} responds as a registry`,
  );
  expect(code).toBe(command === 'run' ? 3 : 2);
});
