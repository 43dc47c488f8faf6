/**
 * docs/troubleshooting.md has the messages of the kit. Each row of the table is a command line, its exit code and a
 * heading of the page. The output of a row must stand below its heading, and a row must print each message of the page.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceOf } from '../src/exchange/no-response.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { REASONS } from '../src/report/reasons.ts';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { type Instead, inFrontOf } from './in-front.ts';
import { printed } from './printed.ts';

const NOWHERE = 'http://127.0.0.1:9';
const run = ['run', 'registry', NOWHERE];
const ledger = ['run', 'ledger', NOWHERE, '--contract', '3.5'];
const CHANGING = '*/users-create/*';
const TOKEN = ['--token-env', 'HOME'];
const EXPIRED = ['--token-env', 'ASSAY_TEST_EXPIRED'];
/** Enough for a run without fixtures. */
const LITTLE = ['--min-judged', '1%'];
/** A run of a few requests. */
const at = (url: string): string[] => {
  const few = '*/withdraw/{operation-exists,accepts-live-id,debug-fields-omitted}';
  return ['run', 'registry', url, '--api', 'allocation-v1', '--only', few];
};
const LISTED = ['--runs', '1', '--out', 'F/listed'];
const REPORT = ['--report', 'F/listed'];
const shard = ['run', 'registry', 'REGISTRY', '--api', 'metadata-v1', '--shard', '1/3'];
const oauthWith = (secret: string): string[] => {
  const client = ['--oauth-client-id', 'x', '--oauth-client-secret-env', secret];
  return ['--oauth-token-url', `${NOWHERE}/t`, ...client];
};

/** `F/` is the folder with FILES, `REGISTRY` a reference registry, `STATUS/404` a server with that response, `TAKEN` its port. */
type Row = readonly [heading: string, code: number, argv: readonly string[]];
const COMMANDS: readonly Row[] = [
  ['The URL cannot be used', 3, ['run', 'registry', 'localhost:8080']],
  ['The URL cannot be used', 3, ['run', 'registry', 'ftp://host']],
  ['The URL cannot be used', 3, ['run', 'registry', 'http://host?a=1']],
  ['A secret in the URL', 3, ['run', 'registry', 'http://user:word@host']],
  ['The URL is too long', 3, ['run', 'registry', 'REGISTRY/registry', '--out', 'F/long']],
  ['The URL redirects, or serves something else', 3, ['run', 'registry', 'STATUS/308']],
  ['The URL redirects, or serves something else', 3, ['run', 'ledger', 'REGISTRY']],
  ['Surface or URL is missing', 3, ['run']],
  ['Surface or URL is missing', 3, ['run', 'registry']],
  ['Surface or URL is missing', 3, ['run', 'registri', NOWHERE]],
  ['Nothing listens', 2, [...run, '--api', 'metadata-v1', '--out', 'F/silent']],
  ['The token cannot be read', 3, [...run, '--token-env', 'ASSAY_NOT_SET']],
  ['The token cannot be read', 3, [...run, '--token-file', 'F/two words.txt']],
  ['The token endpoint sends no token', 3, [...run, '--oauth-token-url', `${NOWHERE}/t`]],
  ['The token endpoint sends no token', 3, [...run, ...oauthWith('ASSAY_NOT_SET')]],
  ['The token endpoint sends no token', 3, [...run, ...oauthWith('HOME')]],
  ['A secret on the command line or in a file', 3, [...run, '--header', 'authorization: x']],
  ['A secret on the command line or in a file', 3, [...run, '--config', 'F/clear.yaml']],
  ['A header cannot be sent', 3, [...run, '--header', 'x']],
  ['A header cannot be sent', 3, [...run, '--header', 'x: \u20ac']],
  ['The certificate of an authority', 3, [...run, '--ca', 'F/gone.pem']],
  ['The certificate of an authority', 3, [...run, '--ca', 'F/clear.yaml']],
  ['The proxy', 3, [...run, '--proxy', 'http://user:word@host']],
  ['The proxy', 3, [...run, '--proxy', 'socks5://host:1080']],
  ['The proxy', 3, [...run, '--proxy', 'ftp://host']],
  ['The proxy', 3, [...run, '--proxy', 'http://']],
  ['The proxy', 3, [...run, '--proxy', NOWHERE]],
  ['The proxy', 3, [...run, '--proxy', 'PROXY/407']],
  ['The proxy', 3, ['doctor', 'https://127.0.0.1:9', '--proxy', 'PROXY/403']],
  ['The proxy', 3, [...run, '--proxy', 'PROXY/503']],
  ['The client certificate', 3, [...run, '--key', 'C/client.key']],
  ['The client certificate', 3, [...run, '--cert', 'C/client.pem']],
  ['The client certificate', 3, [...run, '--cert', 'C/client.pem', '--key', 'C/server.key']],
  ['The client certificate', 3, [...run, '--cert', 'C/client.pem', '--key', 'F/gone.key']],
  ['The client certificate', 3, [...run, '--cert', 'C/client.p12']],
  [
    'The client certificate',
    3,
    [...run, '--cert', 'C/client.p12', '--key-passphrase-env', 'ASSAY_NOT_SET'],
  ],
  [
    'The client certificate',
    3,
    [...run, '--cert', 'C/client.p12', '--key-passphrase-file', 'F/two words.txt'],
  ],
  [
    'The client certificate',
    3,
    [...run, '--cert', 'C/client.p12', '--key-passphrase-file', 'F/empty.txt'],
  ],
  ['The token cannot be read', 3, [...run, '--token-file', 'F/quoted.txt']],
  ['The URL redirects, or serves something else', 3, ['doctor', 'PLAIN']],
  ['A file is missing or cannot be read', 3, [...run, '-F', 'F/gone.yaml']],
  ['A file is missing or cannot be read', 3, [...run, '-F', '/dev/zero']],
  ['A file is missing or cannot be read', 3, [...run, '-F', 'F/utf-16.yaml']],
  ['A file is missing or cannot be read', 3, [...run, '-F', 'F/syntax.yaml']],
  ['A member is wrong', 3, [...run, '-F', 'F/name.yaml']],
  ['A member is wrong', 3, [...run, '-F', 'F/type.yaml']],
  ['The command of the fixtures fails', 3, [...run, '-F', 'F/fails.yaml']],
  ['The command of the fixtures fails', 3, [...run, '-F', 'F/absent.yaml']],
  ['The command of the fixtures fails', 3, [...run, '-F', 'F/prints.yaml']],
  ['A baseline does not fit', 3, [...run, '--baseline', 'F/known.yaml']],
  ['A baseline does not fit', 3, [...run, '--baseline-write', 'F/known.yaml']],
  ['A baseline does not fit', 3, [...run, '--baseline-update']],
  ['A report, a recording or a bundle cannot be read', 3, ['replay', 'F/name.yaml']],
  ['A report, a recording or a bundle cannot be read', 3, ['judge', 'F/name.yaml']],
  ['A report, a recording or a bundle cannot be read', 3, ['merge', 'F/foreign']],
  ['A report, a recording or a bundle cannot be read', 3, ['board', 'F/foreign']],
  ['A report, a recording or a bundle cannot be read', 3, ['cleanup', 'F/foreign']],
  ['A key cannot be used', 0, ['keygen', '--out', 'F/key']],
  ['A key cannot be used', 3, ['keygen', '--out', 'F/key']],
  ['A key cannot be used', 3, ['sign', 'F/foreign']],
  ['A key cannot be used', 3, ['verify', 'F/foreign', '--key', 'F/key']],
  ['A key cannot be used', 3, ['verify', 'F/foreign', '--key', 'F/name.yaml']],
  ['A key cannot be used', 3, ['verify', 'F/foreign']],
  ['An entry of a list', 0, ['run', 'registry', 'REGISTRY', '--api', 'metadata-v1', ...LISTED]],
  ['An entry of a list', 3, ['submit', 'F/foreign', ...REPORT]],
  ['An entry of a list', 3, ['submit', 'F/entry', ...REPORT]],
  ['An entry of a list', 3, ['submit', 'F/entry', ...REPORT]],
  ['An entry of a list', 3, ['submit', 'F/entry', ...REPORT, '--key', 'F/key.pub']],
  ['An entry of a list', 0, ['sign', 'F/listed', '--key', 'F/key']],
  ['An entry of a list', 3, ['submit', 'F/entry', ...REPORT]],
  ['An entry of a list', 3, ['verify', 'F/entry', '--attestation', 'F/key']],
  ['An entry of a list', 1, ['submit', 'F/entry', '--report', 'F/report']],
  ['An option is not known', 3, [...run, '--fixturs', 'x']],
  ['An option is not known', 3, ['sign']],
  ['Nothing is selected', 3, [...run, '--only', 'nothing']],
  ['A value is empty', 3, [...run, '--bundle', '']],
  ['Nothing is selected', 3, [...run, '--only', ',*']],
  ['Nothing is selected', 3, [...run, '--api', 'alocation-v1']],
  ['Nothing is selected', 3, [...ledger, '--api', 'allocation-v1']],
  ['Nothing is selected', 3, ['run', 'ledger', NOWHERE, '--contract', '3.1']],
  ['A value is wrong', 3, [...run, '--rate', 'fast']],
  ['A value is wrong', 3, ['verify', 'F/foreign', '--key', 'F/key', '--max-age', 'old']],
  ['A value is wrong', 3, [...run, '--timeout', 'long']],
  ['A value is wrong', 3, ['list', '--html', 'ledger']],
  ['A value is wrong', 3, [...run, '--level', 'x']],
  ['A value is wrong', 3, [...run, '--origin', 'wallet']],
  ['Nothing is selected', 3, [...run, '--without', 'x']],
  ['Nothing is selected', 3, [...run, '--without', ',']],
  ['Nothing is selected', 3, [...run, '--without', 'browsers', '--only', 'allows-browsers']],
  ['A value is wrong', 3, [...run, '--seed', 'x']],
  ['A value is wrong', 3, [...run, '--shard', '4/3']],
  ['A value is wrong', 3, [...run, '--name', ' ']],
  ['Options that exclude each other', 3, [...run, '--certify', '--profile', 'quick']],
  ['Options that exclude each other', 3, [...run, '--runs', '5', '--profile', 'quick']],
  ['Options that exclude each other', 3, [...run, '--certify', '--insecure']],
  ['Options that exclude each other', 3, [...run, '--certify', '--shard', '1/3']],
  ['Options that exclude each other', 3, [...run, '--allow-writes']],
  ['Options that exclude each other', 3, [...ledger, '--runs', '5']],
  ['A terminal is needed', 3, [...run, '--watch']],
  ['A terminal is needed', 3, ['init']],
  ['Fixtures and surface of init', 3, ['init', 'REGISTRY', '--fixture', 'nope=1']],
  ['Fixtures and surface of init', 3, ['init', 'REGISTRY', '--fixture', 'allocations=00aa']],
  ['Fixtures and surface of init', 3, ['init', 'REGISTRY', '--surface', 'ledger']],
  ['Your own contract', 3, ['run', 'ledger', NOWHERE, '--contract-file', 'http://u:p@host/x']],
  ['A case of a report', 3, [...run, '--path', 'x']],
  ['Shards that do not fit', 0, [...shard, '--out', 'F/part']],
  ['Shards that do not fit', 3, ['merge', 'F/part', '--out', 'F/merged']],
  ['Shards that do not fit', 3, ['merge', 'F/report', '--out', 'F/merged']],
  ['The tested subject', 3, ['sign', 'F/foreign', '--key', 'F/key', '--subject', 'x']],
  ['Reference servers and the proof', 3, ['serve', 'registry', '--fault', 'x']],
  ['Reference servers and the proof', 3, ['serve', 'registry', '--auth']],
  ['Reference servers and the proof', 3, ['serve', 'registry', '--port', 'TAKEN']],
  ['Reference servers and the proof', 3, ['serve', 'registry', '--fixtures-out', 'F/name.yaml/x']],
  ['Reference servers and the proof', 3, ['proxy', NOWHERE, '--listen', 'x']],
  ['Reference servers and the proof', 3, ['prove', '--generated', '--list']],
  ['The folder has other files', 3, [...run, '--out', 'F/foreign']],
  ['The folder has other files', 3, ['serve', 'registry', '--fixtures-out', 'F/name.yaml']],
  ['The folder cannot be written', 3, [...run, '--out', 'F/name.yaml/out']],
  ['The folder cannot be written', 3, ['keygen', '--out', 'F/gone/key']],
  ['Another run writes there', 3, [...run, '--out', 'F/locked']],
  ['The permissions contradict each other', 4, [...ledger, '--allow-irreversible']],
  ['The permissions contradict each other', 4, [...ledger, '--allow-writes', '--strict-read']],
  ['The selection needs a permission', 4, [...ledger, '--strict-read', '--only', CHANGING]],
  ['No certificate', 2, [...at('REGISTRY'), '--certify', '--out', 'F/uncertified']],
  ['The server of a report was not named', 4, ['replay', 'F/report/report.json', ...TOKEN]],
  ['Every path is unknown', 2, [...at('STATUS/404'), '--out', 'F/unknown']],
  ['Every request is rejected', 2, [...at('STATUS/401'), '--out', 'F/rejected']],
  ['The target limits requests', 2, [...at('STATUS/429'), '--out', 'F/limited']],
  ['Fixtures are missing or dead', 2, [...at('REGISTRY'), '-F', 'F/dead.yaml', '--out', 'F/dead']],
  ['Fixtures are missing or dead', 2, [...at('REGISTRY'), '--out', 'F/without']],
  ['The run ends early', 2, [...at('REGISTRY'), '--max-requests', '20', '--out', 'F/early']],
  ['The target starts to refuse the caller', 2, [...at('REVOKED'), ...TOKEN, '--out', 'F/r']],
  ['The target starts to refuse the caller', 2, [...at('BANNED'), '--out', 'F/banned']],
  [
    'The target starts to refuse the caller',
    0,
    [...at('REGISTRY'), ...EXPIRED, ...LITTLE, '--out', 'F/e'],
  ],
  ['The target is away for a while', 2, [...at('GONE'), '--out', 'F/gone']],
  ['The target is away for a while', 0, [...at('BACK'), ...LITTLE, '--out', 'F/back']],
];
/** Commands in a folder with an `assay.yaml` of this text. */
const FOUND: readonly (readonly [settings: string, argv: readonly string[]])[] = [
  [`surface: registry\nurl: ${NOWHERE}\n`, ['run', ...TOKEN]],
  ['out: ../elsewhere\n', [...run]],
  [`contractFile: ${NOWHERE}/openapi.json\n`, ['plan', 'ledger']],
  [`proxy: ${NOWHERE}\n`, [...run]],
];
/** Attempts that need another network: heading, host, error, and whether the exchange began. */
const ATTEMPTS: readonly (readonly [heading: string, url: string, code: string, began: boolean])[] =
  [
    ['The name is not known', 'http://absent', 'ENOTFOUND', false],
    ['TLS fails', 'https://host', 'ERR_SSL_WRONG_VERSION_NUMBER', false],
    ['TLS fails', 'https://host', 'CERT_HAS_EXPIRED', false],
    ['TLS fails', 'https://host', 'CERT_NOT_YET_VALID', false],
    ['TLS fails', 'https://host', 'ERR_TLS_CERT_ALTNAME_INVALID', false],
    ['TLS fails', 'https://host', 'DEPTH_ZERO_SELF_SIGNED_CERT', false],
    ['TLS fails', 'https://host', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
    ['TLS fails', 'https://host', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', true],
    ['TLS fails', 'https://host', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', false],
    ['TLS fails', 'https://host', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', false],
    ['TLS fails', 'https://host', 'ECONNRESET', false],
    ['The connection ends or hangs', 'https://host', 'ECONNRESET', true],
    ['The connection ends or hangs', 'http://host', 'ECONNRESET', true],
    ['The connection ends or hangs', 'http://host', 'UND_ERR_CONNECT_TIMEOUT', false],
    ['The connection ends or hangs', 'http://host', 'HPE_INVALID_CONSTANT', false],
  ];

const FILES: Readonly<Record<string, string | Buffer>> = {
  'two words.txt': 'two words',
  'quoted.txt': '"abc"',
  'empty.txt': '\n',
  'clear.yaml': 'headers: {authorization: Bearer abc}\n',
  'utf-16.yaml': Buffer.from([0xff, 0xfe]),
  'syntax.yaml': 'allocations: [\n',
  'name.yaml': 'allocation: []\n',
  'type.yaml': 'allocations: 5\n',
  'fails.yaml': 'command: ["false"]\n',
  'absent.yaml': 'command: ["./absent"]\n',
  'prints.yaml': 'command: ["echo", "x: 1"]\n',
  'known.yaml': '- requirement: registry/x\n',
  'dead.yaml': `allocations: ['00${'ab'.repeat(32)}']\nchoiceArguments: [{a: 1}]\ntransferArguments: [{a: 1}]\n`,
};

/** Gateways that respond in place of a registry from this request on, for some time. */
const MOMENT = 9;
const MOMENTS: Readonly<Record<string, Exclude<Instead, string> & { readonly ms: number }>> = {
  REVOKED: { status: 401, ms: 60_000 },
  BANNED: { status: 403, ms: 60_000 },
  GONE: { status: 503, headers: { 'retry-after': '3600' }, ms: 60_000 },
  BACK: { status: 302, headers: { location: '/maintenance' }, ms: 300 },
};
const gateways: Record<string, string> = {};

const page = readFileSync('docs/troubleshooting.md', 'utf8');
/** The messages below each heading. */
const messages: ReadonlyMap<string, readonly string[]> = new Map(
  page.split(/^##+ /m).map((section) => {
    const [heading = ''] = section.split('\n', 1);
    return [heading, [...section.matchAll(/```text\n(.*)\n```/g)].map(([, text = '']) => text)];
  }),
);
const seen = new Set<string>();
const closing: (() => unknown)[] = [];
let folder = '';
let registry = '';
let status = '';
/** A server that wants TLS, and proxies that refuse every request with a status. */
let plain = '';
const proxies: Record<string, string> = {};
const CERTIFICATES = join(process.cwd(), 'test/test-only-certificates');

beforeAll(async () => {
  const reference = await startRegistry();
  const statuses = await listening(
    createServer(({ url = '' }, response) => {
      const [, code = ''] = url.split('/');
      const location = code.startsWith('3') && { location: `https://elsewhere.example${url}` };
      const headers = { 'content-type': 'application/json', 'retry-after': '0', ...location };
      response.writeHead(Number(code), headers);
      response.end('{"error": "always"}');
    }),
  );
  registry = reference.url;
  for (const [name, { ms, ...response }] of Object.entries(MOMENTS)) {
    let since: number | undefined;
    const gateway = await inFrontOf(registry, (n) => {
      if (n >= MOMENT) since ??= performance.now();
      return since !== undefined && performance.now() - since < ms ? response : undefined;
    });
    gateways[name] = gateway.url.href;
    closing.push(gateway.close);
  }
  const claims = Buffer.from(JSON.stringify({ exp: 1_000_000_000 })).toString('base64url');
  process.env['ASSAY_TEST_EXPIRED'] = `e30.${claims}.c2ln`;
  status = `http://127.0.0.1:${(statuses.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'assay-trouble-'));
  closing.push(
    () => reference.close(),
    () => statuses.close(),
  );
  closing.push(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  for (const name of ['foreign', 'locked']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'foreign', 'thesis.txt'), 'x');
  writeFileSync(join(folder, 'locked', '.assay.lock'), `${process.ppid} ${hostname()}\n`);
  for (const code of [403, 407, 503]) {
    const proxy = createServer().on('connect', (_, socket) => {
      socket.end(`HTTP/1.1 ${code} Refused\r\ncontent-length: 0\r\n\r\n`);
    });
    const { port } = (await listening(proxy)).address() as AddressInfo;
    proxies[`PROXY/${code}`] = `http://127.0.0.1:${port}`;
    closing.push(() => proxy.close());
  }
  const secure = await listening(
    createServer((_, response) =>
      response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.'),
    ),
  );
  plain = `http://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  closing.push(() => secure.close());
  // A report with a failure, for commands that read reports.
  const faulty = await startRegistry({ faults: ['debug-in-second-contract'] });
  const { allocations } = faulty.fixtures;
  writeFileSync(join(folder, 'live.yaml'), JSON.stringify({ allocations }));
  const given = ['-F', join(folder, 'live.yaml'), '--out', join(folder, 'report')];
  expect((await printed(...at(faulty.url), ...given)).code).toBe(1);
  await faulty.close();
});
afterAll(async () => {
  delete process.env['ASSAY_TEST_EXPIRED'];
  for (const close of closing) await close();
});

function listening(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** The messages below a heading that are in this text; line breaks are ignored. */
function found(heading: string, text: string): readonly string[] {
  const flat = text.replaceAll(/\s+/g, ' ');
  return (messages.get(heading) ?? []).filter((message) => patternOf(message).test(flat));
}

function patternOf(message: string): RegExp {
  const parts = message.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.join('.*?'));
}

describe('docs/troubleshooting.md', () => {
  it.each(COMMANDS)('%s: %i %j', async (heading, code, argv) => {
    const values = {
      'F/': `${folder}/`,
      REGISTRY: registry,
      ...gateways,
      STATUS: status,
      TAKEN: new URL(status).port,
      PLAIN: plain,
      'C/': `${CERTIFICATES}/`,
      ...proxies,
    };
    const filled = argv.map((text) =>
      Object.entries(values).reduce((sum, [name, value]) => sum.replace(name, value), text),
    );
    const { code: came, stdout, stderr } = await printed(...filled);
    const there = found(heading, stdout + stderr);
    for (const message of there) seen.add(message);
    expect([came, there.length > 0 || code === 0 ? '' : stdout + stderr]).toEqual([code, '']);
  });

  it.each(FOUND)('a settings file that was found: %j %j', async (settings, argv) => {
    const cli = buildCli();
    closing.push(() => cli.remove());
    const cwd = folderWith({ 'assay.yaml': settings });
    const { code, stdout, stderr } = await cli.run(argv, { cwd });
    const there = found('The settings file was not named', stdout + stderr);
    for (const message of there) seen.add(message);
    expect([code, there.length > 0 ? '' : stdout + stderr]).toEqual([4, '']);
  });

  it.each(ATTEMPTS)('%s: %s %s', (heading, url, code, started) => {
    const error = Object.assign(new Error('wrong'), { code });
    const { message } = silenceOf(error, { url: new URL(url), started, timeoutMs: 1000 });
    const there = found(heading, message);
    for (const text of there) seen.add(text);
    expect(there).not.toEqual([]);
  });

  it('quotes only messages that these tests print', () => {
    const all = [...messages.values()].flat();
    expect(all.length).toBeGreaterThan(70);
    expect(all.filter((message) => !seen.has(message))).toEqual([]);
  });

  it('lists each reason of a report', () => {
    const flat = page.replaceAll(/ +/g, ' ');
    for (const [reason, { title, unlock }] of Object.entries(REASONS))
      expect(flat).toContain(`| \`${reason}\` | ${title} | ${unlock} |`);
  });

  it('has a message for each option that sources name', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const sources = files.filter((name) => /(?<!\.test)\.ts$/.test(name));
    const blamed = sources.flatMap((name) => {
      const text = readFileSync(join('src', name), 'utf8');
      const starts = text.matchAll(/(?:Input|NotAllowed)Error\(\s*['"`]((?:--)?[a-z-]+)(?=[: ])/g);
      return [...starts].map(([, start = '']) => start);
    });
    const all = [...messages.values()].flat().join('\n');
    // The proof in a clone of the repository updates a file there.
    const known = `${all} --update`;
    expect([...new Set(blamed)].filter((start) => !known.includes(start))).toEqual([]);
  });
});
