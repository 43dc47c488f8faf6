import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { folderWith } from '../../../test/files.ts';
import { BEHAVIORS, startHostile } from '../../../test/hostile/index.ts';
import { printed } from '../../../test/printed.ts';
import { ledgerFor, registryFor } from '../../../test/reference.ts';
import { http, listen } from '../../../test/servers.ts';
import { metadataOf, smallRegistry } from '../../../test/small-registry.ts';

const lookAt = (url: string, ...words: string[]) => printed('doctor', url, '--no-color', ...words);

it('doctor shows one screen for a registry with a dead fixture: its place and the next command', async () => {
  const { url, fixtures } = await registryFor();
  const allocations = [...(fixtures.allocations ?? []), `00${'ab'.repeat(32)}`];
  const { reassigning, choiceArguments } = fixtures;
  const given = { allocations, reassigning, choiceArguments };
  const folder = folderWith({ 'fixtures.yaml': stringify(given) });
  const file = join(folder, 'fixtures.yaml');
  const { stdout, code } = await lookAt(url, '-F', file);
  expect(stdout).toMatch(/^Responds: +a registry at http/);
  expect(stdout).toMatch(/APIs: +metadata-v1 1\.2\.0: served and advertised\n/);
  expect(stdout).toMatch(/^ +allocation-v1 1\.1\.0: served and advertised\n/m);
  expect(stdout).toContain('6 of 7 are live');
  expect(stdout).toContain(
    `${file}:5 allocations[3] is not live here (404 from allocation-v1/withdraw)`,
  );
  expect(stdout).toContain(`  npx --no-install assay run registry ${url} --fixtures ${file}\n`);
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
  expect(code).toBe(0);
});

it('doctor predicts that a run with all fixtures judges every requirement', async () => {
  const { url, fixtures } = await registryFor();
  const folder = folderWith({ 'fixtures.yaml': stringify(fixtures) });
  const { stdout } = await lookAt(url, '-F', join(folder, 'fixtures.yaml'));
  expect(stdout).not.toContain('lacks');
  expect(stdout).toMatch(/about (\d+) of \1 MUST/);
});

it('doctor names the missing fixtures of each API, those for most requirements first', async () => {
  const { url } = await registryFor();
  const { stdout } = await lookAt(url);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'allocation-v1 1.1.0: served and advertised; lacks allocations, reassigning ',
  );
  expect(text).toContain(
    'allocation-instruction-v1 1.0.0: served and advertised; lacks choiceArguments ',
  );
  const unlocks = [...stdout.matchAll(/^ {2}(\w+) +(\d+) requirement/gm)].map(([, , n]) =>
    Number(n),
  );
  expect(unlocks.length).toBeGreaterThan(2);
  expect(unlocks).toEqual(unlocks.toSorted((a, b) => b - a));
  expect(stdout).toContain(`npx --no-install assay init ${url}\n`);
});

it('doctor states of each API whether it is served and advertised, and names the others in one line', async () => {
  const { url } = await smallRegistry({
    ...metadataOf([{ id: 'Coin' }], ['metadata-v1', 'transfer-instruction-v2']),
    'POST /registry/allocation-instruction/v1/allocation-factory': [400, { error: 'No.' }],
  });
  const { stdout } = await lookAt(url);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain('metadata-v1 1.2.0: served and advertised');
  expect(text).toContain('transfer-v2 1.0.0: advertised, but not found here; lacks transferInstr');
  expect(text).toContain('allocation-instruction-v1 1.0.0: served, but not advertised; lacks');
  expect(text).toContain(
    'not offered: transfer-v1, allocation-v1, allocation-v2, allocation-instruction-v2 ',
  );
});

it('doctor names the version and the document of a ledger, and the rights of the token', async () => {
  const { url, tokens } = await ledgerFor({ version: '3.4', auth: true });
  vi.stubEnv('ASSAY_TEST_READER', tokens.reader);
  onTestFinished(() => void vi.unstubAllEnvs());
  const without = await lookAt(url);
  expect(without.stdout).toMatch(/Contract: +3\.4 \(the target announces 3\.4/);
  expect(without.stdout).toMatch(/Operations: +all \d+ are in its document \(\/docs\/openapi\)/);
  expect(without.stdout).toMatch(/Token: +needed: /);
  expect(without.stdout).toMatch(/More with:\n {2}an accepted token/);
  expect(without.stdout).toContain(
    `npx --no-install assay doctor ${url} --token-env ASSAY_TOKEN\n`,
  );
  const read = await lookAt(url, '--token-env', 'ASSAY_TEST_READER');
  expect(read.stdout).toMatch(/Token: +accepted: user reader \(CanReadAs\)/);
  expect(read.stdout).toContain(
    `npx --no-install assay run ledger ${url} --token-env ASSAY_TEST_READER\n`,
  );
  expect(read.stdout).not.toContain(tokens.reader);
  expect([without.code, read.code]).toEqual([0, 0]);
});

it('doctor recognises a registry of one API, and names no fixtures of others', async () => {
  const factory = JSON.stringify({
    ...{ factoryId: '00f1', transferKind: 'offer' },
    choiceContext: { choiceContextData: { values: {} }, disclosedContracts: [] },
  });
  const { href } = await http((request, response) => {
    const isServed = request.url === '/registry/transfer-instruction/v1/transfer-factory';
    response.writeHead(isServed ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isServed ? factory : '{"error":"not found"}');
  });
  const { stdout, code } = await lookAt(href);
  expect(stdout).toMatch(/transfer-v1 [\d.]+: served/);
  expect(stdout).toMatch(/not offered: metadata-v1, allocation-v1/);
  expect(stdout.split('More with:')[1]).not.toMatch(/allocation|choiceArguments/);
  expect(code).toBe(0);
});

it.each([
  [200, { 'content-type': 'text/html' }, '<title>Sign in</title>', /website.*called "Sign in"/],
  [302, { location: 'https://elsewhere.example/' }, '', /got 302 to https:\/\/elsewhere\.example/],
  [401, { 'www-authenticate': 'Bearer' }, '', /requires credentials.*--token-env/],
  [404, {}, 'none', /responds like an unknown path; check the URL/],
] as const)(
  'doctor ends with 2 and the reason where a server responds to everything with %d',
  async (...row) => {
    const [status, headers, body, reason] = row;
    const { href } = await http((_, response) => response.writeHead(status, headers).end(body));
    const { stdout, code } = await lookAt(href);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/^Problem: /);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(reason);
    expect(code).toBe(2);
  },
);

it('doctor ends with 2 and one sentence if no server listens, or the server does not use TLS', async () => {
  const nothing = createServer();
  const port = await listen(nothing);
  nothing.close();
  const refused = await lookAt(`http://127.0.0.1:${port}`);
  expect(refused.stdout).toMatch(/^Problem: +Nothing at 127\.0\.0\.1:\d+ accepts connections/);
  const { url } = await registryFor();
  const tls = await lookAt(url.replace('http:', 'https:'));
  expect(tls.stdout).toMatch(/does not speak TLS/);
  expect([refused.code, tls.code]).toEqual([2, 2]);
});

it('doctor ends with 3 for a wrong command line', async () => {
  expect((await lookAt('registry.example')).code).toBe(3);
  expect((await lookAt('http://127.0.0.1:1', '-F', 'no-such-file.yaml')).code).toBe(3);
});

it('doctor sends at most 48 requests, and none that changes something', async () => {
  const { url } = await ledgerFor();
  const heard: string[] = [];
  const target = await http(async (request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const body = await new Response(request as never).text();
    const type = request.headers['content-type'];
    const { method = 'GET' } = request;
    const init = { method, headers: type ? { 'content-type': type } : {} };
    const read = await fetch(new URL(request.url ?? '', url), body ? { ...init, body } : init);
    response.writeHead(read.status, { 'content-type': read.headers.get('content-type') ?? '' });
    response.end(await read.text());
  });
  const users = Array.from({ length: 200 }, (_, i) => `user-${i}`);
  const folder = folderWith({ 'fixtures.yaml': stringify({ users }) });
  const { stdout } = await lookAt(target.href, '-F', join(folder, 'fixtures.yaml'));
  expect(heard).toHaveLength(48);
  expect(stdout).toMatch(/Requests: +48 of at most 48/);
  expect(stdout).toMatch(/\d+ were not tried/);
  const reads =
    /^(GET |OPTIONS |POST \/registry\/|POST \/v2\/(updates|state\/active-contracts|commands\/completions|package-vetting))/;
  expect(heard.filter((line) => !reads.test(line))).toEqual([]);
});

it('doctor notices a target that accepts only one connection', async () => {
  const found = BEHAVIORS.find(({ id }) => id === 'one-connection');
  if (found === undefined) throw new Error('there is no such behavior');
  const server = await startHostile(found);
  onTestFinished(() => server.close());
  const { stdout, code } = await lookAt(server.url);
  expect(stdout).toMatch(/^Responds: +a registry/);
  expect(code).toBe(0);
});

it('doctor sends a server that is always busy at most 48 requests, with all retries', async () => {
  let heard = 0;
  const { href } = await http((_, response) => {
    heard++;
    response.writeHead(429, { 'retry-after': '0' }).end();
  });
  expect((await lookAt(href)).code).toBe(2);
  expect(heard).toBeLessThanOrEqual(48);
});
