import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { folderWith } from '../../test/files.ts';
import { registryFor } from '../../test/reference.ts';
import { http } from '../../test/servers.ts';
import { EXCHANGES, readJournal } from '../evidence/journal.ts';
import type { Report, Verdict } from '../model/index.ts';
import { judgeTraffic, type Side } from '../record/traffic/report.ts';
import type { RegistryOptions } from '../reference/registry.ts';
import { toJson } from '../report/formats/json.ts';
import { startProxy } from './proxy.ts';
import { Watch } from './watch.ts';

vi.setConfig({ testTimeout: 60_000 });
/** Longer than any machine needs. */
const SOON = { timeout: 20_000 };
const surfaces = [registry(), ledger()];

/** A proxy in front of a server, with its results. */
async function watched(target: URL): Promise<{ url: string; watch: Watch; folder: string }> {
  const folder = folderWith({});
  const watch = new Watch(surfaces, target, folder);
  const proxy = await startProxy({
    ...{ target, host: '127.0.0.1', port: 0 },
    onPassed: (passed) => watch.add(passed),
    onTunnel: () => watch.tunnelled(),
  });
  onTestFinished(() => proxy.close());
  return { url: proxy.origin, watch, folder };
}

async function behindRegistry(options: RegistryOptions = {}) {
  const server = await registryFor(options);
  const between = await watched(new URL(server.url));
  const [id] = server.fixtures.allocations;
  return { ...between, withdraw: `/registry/allocations/v1/${id}/choice-contexts/withdraw` };
}

async function post(url: string, body: unknown, headers: object = {}): Promise<number> {
  const response = await request(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  await response.body.dump();
  return response.statusCode;
}

async function verdicts(
  watch: Watch,
  side: Side,
  requests: number,
): Promise<ReadonlyMap<string, Verdict>> {
  await vi.waitUntil(() => watch.seen.requests >= requests, SOON);
  const { report } = watch.report(side) ?? { report: { verdicts: [] } };
  return new Map(report.verdicts.map((v) => [v.requirement, v]));
}

const failed = (all: ReadonlyMap<string, Verdict>): string[] =>
  [...all.values()].filter((v) => v.outcome === 'failed').map((v) => v.requirement);

/** A verdict without its command, whose credential is named only while its scheme is known. */
const shown = ({ counterexample, ...verdict }: Verdict): unknown => ({
  ...verdict,
  response: counterexample?.response,
});

const FACTORY = '/registry/allocation-instruction/v1/allocation-factory';

it('the proxy judges each operation of each API, on both sides', async () => {
  const server = await registryFor({ faults: ['text-json'] });
  const { url, watch } = await watched(new URL(server.url));
  const operations = registry().operations;
  for (const { method, path } of operations) {
    const at = url + path.replace(/\{[^}]*\}/, server.fixtures.allocations[0] ?? '');
    if (method === 'POST') await post(at, { choiceArguments: {}, meta: { a: 1 } });
    else await request(at, { method: 'GET' }).then(({ body }) => body.dump());
  }
  const seen = async (side: Side): Promise<string[]> => {
    const all = [...(await verdicts(watch, side, operations.length)).values()];
    const names = all.filter((v) => v.exchanges > 0).map((v) => v.requirement);
    return [...new Set(names.map((id) => id.split('/').slice(1, -1).join('/')))].toSorted();
  };
  const names = operations.map(({ name }) => name).toSorted();
  expect(names).toHaveLength(21);
  expect(await seen('server')).toEqual(names);
  expect(await seen('client')).toEqual(names);
  expect(failed(await verdicts(watch, 'client', operations.length))).toEqual(
    operations
      .filter(({ name, method }) => method === 'POST' && !name.endsWith('-factory'))
      .map(({ name }) => `client/${name}/body-has-documented-shape`),
  );
});

it('a faulty client is blamed, and its server is not', async () => {
  const { url, watch, withdraw } = await behindRegistry();
  await post(url + withdraw, { meta: { a: 1 }, surplus: { x: 1 } });
  await post(url + withdraw, 'nothing');
  await post(url + withdraw, '{}', { 'content-type': 'text/plain' });
  await post(url + FACTORY, { excludeDebugFields: false });
  await post(url + FACTORY, {
    choiceArguments: { extraArgs: { context: { values: { a: { tag: 'AV_Text' } } } } },
  });
  expect(failed(await verdicts(watch, 'server', 5))).toEqual([]);
  const client = await verdicts(watch, 'client', 5);
  expect(failed(client)).toEqual([
    'client/allocation-v1/withdraw/body-is-json',
    'client/allocation-v1/withdraw/body-has-documented-shape',
    'client/allocation-instruction-v1/allocation-factory/body-has-documented-shape',
    'client/allocation-instruction-v1/allocation-factory/context-is-not-reused',
  ]);
  expect(client.get('client/allocation-v1/withdraw/body-is-json')?.note).toBe(
    'seen in entry 1, entry 2',
  );
  expect(
    client.get('client/allocation-v1/withdraw/body-has-documented-shape')?.findings[0]?.at,
  ).toEqual({ part: 'body', pointer: '/meta/a' });
  expect(client.get('client/allocation-v1/withdraw/names-are-documented')).toMatchObject({
    level: 'MAY',
    outcome: 'passed',
    note: '/surplus: seen in entry 0',
  });
  const missing = client.get(
    'client/allocation-instruction-v1/allocation-factory/body-has-documented-shape',
  );
  expect(missing?.findings).toMatchObject([{ at: { part: 'body', pointer: '/choiceArguments' } }]);
});

it('the proxy names a client that gives two commands the context of one factory response, as information', async () => {
  const server = await http((incoming, response) => {
    incoming.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end('{"updateId":"1","completionOffset":1}');
    });
  });
  const { url, watch } = await watched(server);
  const submission = (commandId: string, choiceArgument: object): object => ({
    ...{
      commandId,
      actAs: ['a'],
      disclosedContracts: [{ contractId: '00f', createdEventBlob: 'x' }],
    },
    commands: [
      { ExerciseCommand: { templateId: '#a:B:C', contractId: '00f', choice: 'X', choiceArgument } },
    ],
  });
  const extraArgs = {
    context: { values: { 'a/b': { tag: 'AV_ContractId', value: '00c' } } },
    meta: {},
  };
  const send = (id: string, amount: string): Promise<number> =>
    post(`${url}/v2/commands/submit-and-wait`, submission(id, { amount, extraArgs }));
  await send('one', '1.0');
  await send('one', '1.0');
  const id = 'client/submit-and-wait/factory-context-is-for-one-choice';
  expect((await verdicts(watch, 'client', 2)).get(id)).toMatchObject({ findings: [] });
  await send('two', '2.0');
  const client = await verdicts(watch, 'client', 3);
  expect(failed(client)).toEqual([]);
  expect(client.get(id)).toMatchObject({
    level: 'MAY',
    note: '/commands/0/ExerciseCommand: seen in entry 2',
  });
  const query = await verdicts(watch, 'client', 3);
  expect(query.get('client/users-list/parameters-have-documented-types')?.outcome).toBe('untested');
  await request(`${url}/v2/users?pageSize=many&pagesize=1`).then(({ body }) => body.dump());
  const after = await verdicts(watch, 'client', 4);
  expect(failed(after)).toEqual(['client/users-list/parameters-have-documented-types']);
  expect(after.get('client/users-list/names-are-documented')?.note).toMatch(/^query pagesize: /);
});

it('the proxy judges no exchange that is incomplete, compressed, or without a response', async () => {
  const { url, watch, withdraw } = await behindRegistry();
  const long = `{"meta":{"a":1,"b":"${'x'.repeat(2 ** 20)}"}}`;
  await post(url + withdraw, long);
  await post(url + withdraw, 'no JSON', { 'content-encoding': 'gzip' });
  const client = await verdicts(watch, 'client', 2);
  expect(failed(client)).toEqual([]);
  expect(client.get('client/allocation-v1/withdraw/body-is-json')?.conclusive).toBe(0);
  expect(failed(await verdicts(watch, 'server', 2))).toEqual([]);
});

it('the proxy writes each exchange to the disk at once, without secrets, and the file gets the same verdicts', async () => {
  const { url, watch, withdraw, folder } = await behindRegistry({ faults: ['text-json'] });
  const secret = { authorization: 'Bearer canary-token', 'x-api-key': 'canary-key' };
  await post(url + withdraw, { meta: { a: 1, b: 'canary-token' } }, secret);
  await post(`${url + withdraw}?access_token=canary-query`, {});
  await vi.waitUntil(() => watch.seen.requests === 2, SOON);
  const journal = join(folder, EXCHANGES);
  await vi.waitUntil(() => readFileSync(journal, 'utf8').split('\n').length > 3, SOON);
  const har = readJournal(journal);
  expect(har.unfinished).toMatch(
    /^the proxy was killed: judged from the 2 exchanges that were recorded/,
  );
  for (const side of ['server', 'client'] as const) {
    const own = watch.report(side);
    const again = judgeTraffic(har, registry(), journal, undefined, side);
    expect(again.report.verdicts.map(shown)).toEqual(own?.report.verdicts.map(shown));
    expect(failed(new Map(again.report.verdicts.map((v) => [v.requirement, v])))).toHaveLength(1);
    const written = `${toJson(again.report)}${JSON.stringify(own?.evidence)}${readFileSync(journal)}`;
    expect(written).not.toContain('canary');
  }
});

it('the proxy hides a token to the end, with any number of later cookies', async () => {
  const { url, watch, withdraw, folder } = await behindRegistry();
  const token = 'canary-token-4Xq7Zr1T';
  await post(url + withdraw, { meta: { a: token } }, { authorization: `Bearer ${token}` });
  for (let i = 0; i < 40; i++)
    await post(url + withdraw, { meta: { a: token } }, { cookie: `session=rotating-${i}` });
  await vi.waitUntil(() => watch.seen.requests === 41, SOON);
  const report = watch.report('server');
  const written = `${toJson(report?.report as Report)}${JSON.stringify(report?.evidence)}`;
  expect(written).toContain('[redacted]');
  expect(`${written}${readFileSync(join(folder, EXCHANGES))}`).not.toContain('canary');
});

it('the proxy hides the password that a Basic credential holds', async () => {
  const { url, watch, withdraw, folder } = await behindRegistry();
  const pair = Buffer.from('ann:canary-pass').toString('base64');
  await post(url + withdraw, { meta: { a: 'canary-pass' } }, { authorization: `Basic ${pair}` });
  await vi.waitUntil(() => watch.seen.requests === 1, SOON);
  const report = watch.report('client');
  const written = `${JSON.stringify(report?.evidence)}${readFileSync(join(folder, EXCHANGES))}`;
  expect(written).not.toContain('canary');
});

it('the proxy writes nothing while no request is to an operation', async () => {
  const { url, watch, folder } = await watched(await http((_, response) => response.end('{}')));
  await post(`${url}/a`, {});
  await post(`${url}/b`, {});
  await vi.waitUntil(() => watch.seen.requests === 2, SOON);
  expect(watch.report('server')).toBeUndefined();
  expect(watch.others).toBe('2 requests to paths without an operation: POST /a, POST /b');
  expect(existsSync(join(folder, EXCHANGES))).toBe(false);
});
