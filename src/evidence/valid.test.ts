/** Other readers accept the archives: the published schema of HAR 1.2, and valid URLs. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { entryOf } from '../../test/entry.ts';
import { callTo } from '../../test/servers.ts';
import { redactor } from '../exchange/redact.ts';
import type { Surface } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';
import { readHar } from './read.ts';

const validate = harSchema();

function harSchema() {
  const require = createRequire(import.meta.url);
  const folder = join(require.resolve('har-schema'), '..');
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  (addFormats as unknown as typeof addFormats.default)(ajv);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const found = ajv.getSchema('har.json#');
  if (found === undefined) throw new Error('har-schema has no har.json');
  return found;
}

const archive = (entries: readonly object[]): object => ({
  log: { version: '1.2', creator: { name: 'assay', version: '1' }, entries },
});

it.each([
  '/a b|c^d`e{f}"g<h>\\',
  '/%zz/%/%2',
  '//a/../b%2F?x=[1]&y=%7B"#f#g',
  '/ü/\u{1f600}/\ud800/\u0000\u007f',
  '/x?a=canary',
  '/[redacted]',
])('an entry for %j has a URL that readers accept, and returns the sent request', (path) => {
  const shown = {
    redact: redactor(['canary']),
    urlOf: () => `http://[::1]:8080/base${path}`,
    headersOf: () => ({}),
    operator: {},
  };
  const call = { ...callTo(path), method: 'POST', body: '{}' };
  const exchange = { request: call, startedAt: 0, durationMs: 1.5 };
  const entry = entryOf(exchange, 'p#s@0/0', shown, '') as { request: { url: string } };
  validate(archive([entry]));
  expect(validate.errors ?? []).toEqual([]);
  expect(new URL(entry.request.url).host).toBe('[::1]:8080');
  const { entries } = readHar(JSON.stringify(archive([entry])), 'x.har');
  expect(entries[0]?.url).toBe(shown.redact(shown.urlOf()));
});

it('the evidence of a run is valid', { timeout: 60_000 }, async () => {
  const { url, fixtures, close } = await startRegistry({ faults: ['debug-in-second-contract'] });
  const surface = surfaces['registry']?.() as Surface;
  const options = {
    surface,
    url: new URL(url),
    fixtures,
    runs: 1,
    seed: 1,
    only: 'registry/allocation-v1/withdraw/*',
  };
  const { evidence } = await run(options).finally(close);
  const har = evidence.toJSON() as { log: { entries: { request: { url: string } }[] } };
  validate(har);
  expect(validate.errors ?? []).toEqual([]);
  expect(har.log.entries.length).toBeGreaterThan(50);
  for (const { request } of har.log.entries) expect(URL.canParse(request.url)).toBe(true);
});
