/** A server that repeats the token in every form: neither files nor output may contain it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, keptCli } from './cli.ts';

const TOKEN = 'Tk9s3cr3tQvZ-42.x_Yw~8/+kLmN';
const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0');
const each = (write: (code: number) => string): string =>
  [...TOKEN].map((c) => write(c.charCodeAt(0))).join('');

const FORMS: readonly string[] = [
  TOKEN,
  TOKEN.toUpperCase(),
  TOKEN.toLowerCase(),
  [...TOKEN].reverse().join(''),
  each((c) => `\\u${hex(c, 4)}`),
  each((c) => `\\u${hex(c, 4).toUpperCase()}`),
  each((c) => `\\\\u${hex(c, 4)}`),
  each((c) => `%${hex(c, 2)}`),
  each((c) => `&#${c};`),
  each((c) => `&#x${hex(c, 2)};`),
  each((c) => `&#${c}`),
  each((c) => `&#X${hex(c, 6)}`),
  encodeURIComponent(TOKEN),
  Buffer.from(TOKEN).toString('hex'),
  Buffer.from(TOKEN).toString('hex').toUpperCase(),
  ...['', 'a', 'Bearer ', 'user:'].flatMap((before) => [
    Buffer.from(before + TOKEN).toString('base64'),
    Buffer.from(before + TOKEN).toString('base64url'),
  ]),
  'x'.repeat(150) + TOKEN + 'x'.repeat(500),
  'x'.repeat(185) + TOKEN + 'x'.repeat(500),
];
/** Pieces of seven token characters in each form, without the ends, which base64 mixes with other text. */
const PIECES = new Set(
  FORMS.flatMap((form) => {
    const own = form.replace(/^x+|x+$/g, '').replace(/^QmVhcmVy../, '');
    const width = Math.ceil((own.length / TOKEN.length) * 7);
    const count = Math.max(0, own.length - width - 7);
    return Array.from({ length: count }, (_, at) => own.slice(at + 4, at + 4 + width));
  }),
);
let cli: Cli;
let server: Server;
let folder: string;
let turn = 0;

beforeAll(async () => {
  cli = keptCli();
  folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'));
  server = createServer((request, response) => {
    request.resume().on('end', () => echo(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, 60_000);

afterAll(async () => {
  cli.remove();
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

/** What the server sends as a body, from its text: other encodings carry the token in clear. */
const ENCODINGS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le').swap16(),
  (text) => Buffer.from(Uint32Array.from([...text], (c) => c.codePointAt(0) ?? 0).buffer),
  (text) => Buffer.from(Uint32Array.from([...text], (c) => c.codePointAt(0) ?? 0).buffer).swap32(),
];

function echo(request: IncomingMessage, response: import('node:http').ServerResponse): void {
  const form = FORMS[turn++ % FORMS.length] ?? '';
  const body =
    turn % 3 === 0
      ? `{"error":"${form}","disclosedContracts":[{"${form}":"${form}"}]}`
      : `<p>${form}</p><a href="http://u:p@h/?t=${form}">${form}</a>`;
  response.writeHead([200, 400, 404, 500][turn % 4] ?? 200, {
    'content-type': turn % 3 === 0 ? 'application/json' : 'text/html',
    'x-echo': form,
    location: `/${form}?${request.headers.authorization}`,
  });
  // The forms and the encodings take turns, so that each form comes in each encoding.
  const encoding = ENCODINGS[Math.floor(turn / FORMS.length) % ENCODINGS.length];
  response.end(encoding?.(body));
}

it('no artefact and no line of output holds a token that the target repeats', async () => {
  const { port } = server.address() as AddressInfo;
  const out = join(folder, 'out');
  const args = [
    'run',
    'registry',
    `http://127.0.0.1:${port}`,
    '--token-env',
    'TOKEN',
    '--out',
    out,
  ];
  // Lookups, pages and contexts: each kind of request, hundreds of times.
  const only = 'registry/{metadata-v1/instruments,allocation-v1/withdraw}/*';
  const some = ['--only', only, '--runs', '5'];
  const options = [...some, '--rate', '5000/s', '--bundle', join(folder, 'b.zip')];
  const { code, stdout, stderr } = await cli.run([...args, ...options], { env: { TOKEN } });
  expect(code, stderr).toBe(1);
  const names = readdirSync(out);
  expect(names).toEqual(expect.arrayContaining(['report.json', 'report.html', 'evidence.har']));
  expect(names.length).toBeGreaterThanOrEqual(9);
  const texts = new Map(names.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  for (const [name, whole] of texts.set('stdout', stdout).set('stderr', stderr)) {
    const text = whole.replaceAll('\\u0000', '').replaceAll('\0', '');
    for (const piece of PIECES) {
      if (text.includes(piece)) throw new Error(`${name} holds ${piece}: ${around(text, piece)}`);
    }
  }
  expect(texts.get('evidence.har')).toMatch('[redacted]');
  const replayed = await cli.run(
    [
      'replay',
      join(out, 'report.json'),
      '--url',
      `http://127.0.0.1:${port}`,
      '--token-env',
      'TOKEN',
      // The status of each response depends on how many came before: a whole replay may take a minute.
      '--max-requests',
      '300',
    ],
    { env: { TOKEN } },
  );
  for (const piece of PIECES) expect(replayed.stdout + replayed.stderr).not.toContain(piece);
}, 180_000);

function around(text: string, piece: string): string {
  const at = text.indexOf(piece);
  return text.slice(Math.max(0, at - 100), at + 100);
}
