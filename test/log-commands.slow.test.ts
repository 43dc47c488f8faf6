/** A target, a file and a path whose every text is a command for the log of a CI system: none of it is one. */
import { readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { ledgerFor, registryFor } from './reference.ts';
import { http } from './servers.ts';

vi.setConfig({ testTimeout: 60_000 });

/** In one line, as a header or a name has it, and in several, as a body has it. */
const LINE = '##vso[task.complete result=Succeeded;]a ##[stop-commands]b ##teamcity[c]';
const TEXT = `\n::stop-commands::x\r::error::y\n  ::add-mask::z\n${LINE}\u001b[2J\u009b\u202e`;

const cli = keptCli();
/** A copy of the report that several tests read, once it is made. */
const made = '';
afterAll(() => {
  cli.remove();
  if (made !== '') rmSync(made, { recursive: true });
});

/** What a reader of GitHub, Azure or TeamCity takes for a command; annotations of Assay itself are allowed. */
function commandsIn(text: string): readonly string[] {
  const isOwn = (line: string): boolean => /^::(error|warning|notice) title=[^:,]*::/.test(line);
  return text
    .split(/[\r\n]/)
    .filter(
      (line) => /##\p{L}*\[/u.test(line) || (line.trimStart().startsWith('::') && !isOwn(line)),
    );
}

const JOBS = [{}, { GITHUB_ACTIONS: 'true', TF_BUILD: 'True' }];

/** Runs the command line alone and in a job; its texts must hold this word, and no command. */
async function harmless(args: readonly string[], cwd: string, word = 'complete'): Promise<void> {
  for (const job of JOBS) {
    const { stdout, stderr } = await cli.run(args, {
      cwd,
      env: { SECRET: 's3cret-of-a-job', ...job },
    });
    const all = stdout + stderr;
    expect(all, args.join(' ')).toContain(word);
    expect(commandsIn(all), args.join(' ')).toEqual([]);
    expect(all, args.join(' ')).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
  }
}

/** Every text of a JSON body, and every name of a member that is not in `keep`, with the commands behind it. */
function infected(value: unknown, keep: RegExp): unknown {
  if (typeof value === 'string') return `${value}${TEXT}`;
  if (Array.isArray(value)) return value.map((one) => infected(one, keep));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, of]) => [
    keep.test(name) ? name : `${name}${LINE}`,
    infected(of, keep),
  ]);
  return Object.fromEntries([...members, [TEXT, TEXT]]);
}

/** A server in front of `origin`, which changes all its texts. */
async function infecting(
  origin: string,
  answer?: (url: string) => object | undefined,
): Promise<URL> {
  return http(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/' } = request;
    const own = answer?.(url);
    if (own !== undefined)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(own));
    if (url.includes('redirect-me') || method === 'DELETE')
      return void response.writeHead(307, LINE, { location: `/${LINE}` }).end();
    const sent = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const type = request.headers['content-type'];
    const headers = type === undefined ? {} : { 'content-type': type };
    const came = await fetch(`${origin}${url}`, { method, headers, ...sent });
    const text = await came.text();
    const isJson = came.headers.get('content-type')?.includes('json') === true;
    const body = isJson ? JSON.stringify(infected(JSON.parse(text), /./)) : `${TEXT}${text}`;
    const mediaType = isJson ? `application/json; x="${LINE}"` : LINE;
    response.writeHead(came.status, LINE, {
      'content-type': mediaType,
      'x-served-by': LINE,
      server: LINE,
    });
    response.end(body);
  });
}

async function registry(): Promise<{ url: string; honest: string; cwd: string }> {
  const { url, fixtures } = await registryFor();
  const { origin } = await infecting(url);
  return { url: origin, honest: url, cwd: folderWith({ 'f.yaml': stringify(fixtures) }) };
}

const FIXTURES = ['-F', 'f.yaml'];
/** Two operations have each kind of text that a report holds. */
const PART = [
  ...[...FIXTURES, '--profile', 'quick', '--seed', '1'],
  ...['--only', 'registry/{allocation-v1/withdraw,metadata-v1/instruments}/*'],
];

describe('no text of a target is a command', () => {
  it('in a run, and in the files that it writes', async () => {
    const { url, cwd } = await registry();
    await harmless(['run', 'registry', url, ...PART, '--verbose', '--out', 'out'], cwd);
    for (const file of ['summary.md', 'junit.xml', 'ctrf.json'])
      expect(commandsIn(readFileSync(join(cwd, 'out', file), 'utf8')), file).toEqual([]);
  });

  it('in commands of a ledger, whose version and document hold it', async () => {
    const server = await ledgerFor();
    const { origin: url } = await infecting(server.url, (path) => {
      if (path.endsWith('/version')) return { version: `3.9.9${TEXT}`, features: {} };
      if (!path.includes('openapi')) return undefined;
      const schema = {
        type: 'object',
        properties: { version: { type: 'string', enum: [TEXT] }, [LINE]: {} },
        required: [LINE],
      };
      const content = { 'application/json': { schema } };
      const get = { operationId: TEXT, responses: { 200: { description: TEXT, content } } };
      const paths = { '/v2/version': { get } };
      return { openapi: '3.0.3', info: { title: TEXT, version: TEXT }, paths };
    });
    const cwd = folderWith({});
    for (const format of ['text', 'json', 'markdown'])
      await harmless(['drift', url, '--format', format], cwd);
    await harmless(['cleanup', url, '--dry-run'], cwd);
    await harmless(['doctor', url], cwd, '3.9.9');
    await harmless(
      ['run', 'ledger', url, '--only', 'ledger/{version,users}/*', '--out', 'out'],
      cwd,
      '3.9.9',
    );
  });

  it('in the error of a token endpoint', async () => {
    const { url, cwd } = await registry();
    const { origin } = await http((_, response) => {
      response.writeHead(400, LINE, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: LINE, error_description: TEXT }));
    });
    const oauth = [
      '--oauth-token-url',
      `${origin}/t`,
      '--oauth-client-id',
      LINE,
      '--oauth-client-secret-env',
      'SECRET',
    ];
    await harmless(['run', 'registry', url, ...PART, ...oauth], cwd, 'u005b');
  });
});
