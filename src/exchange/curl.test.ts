import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { callTo, ok, raw } from '../../test/servers.ts';
import { connect } from './client.ts';
import { curl } from './curl.ts';

const run = promisify(execFile);

/** The request line, the headers except those of the connection, and the body. */
function parts(request: string | undefined): { line: string; headers: string[]; body: string } {
  const [head = '', ...rest] = (request ?? '').split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  const kept = headers
    .map((header) => header.replace(/^[^:]+/, (name) => name.toLowerCase()).trim())
    .filter((header) => !header.startsWith('connection:'));
  return { line, headers: kept.sort(), body: rest.join('\r\n\r\n') };
}

function bytes(...all: readonly number[]): ReturnType<typeof callTo> {
  return callTo('/x', { body: Buffer.from(all).toString('base64'), encoding: 'base64' });
}

describe('curl', () => {
  const nasty = `a'b"c\\d$HOME\`id\`!!${'\u0001\n\r\t\u202e\u200b'}é☃😀%s{}[]*~`;
  it.each([
    ['a plain GET', callTo('/x?y=[1]&z={a,b}')],
    ['a path that must stay as it is', callTo("/a/../b/./%2e%2E/%2F'x'/$HOME")],
    ['a POST without a body', callTo('/x', { method: 'POST' })],
    ['a POST without a media type', callTo('/x', { body: '{}' })],
    [
      'a body of odd characters',
      callTo('/x', { body: nasty, headers: { 'content-type': 'application/json' } }),
    ],
    ['a body that looks like a file name', callTo('/x', { body: '@/etc/hostname' })],
    ['a body with NUL', callTo('/x', { body: `\0${nasty}\0 1` })],
    ['a long body', callTo('/x', { body: `%é'\\${'x'.repeat(300_000)}` })],
    ['a GET with a body', callTo('/x', { method: 'GET', body: '{"a":1}' })],
    ['an odd method', callTo('/x', { method: 'DELETE', body: 'z' })],
    [
      'empty and quoted headers',
      callTo('/x', { headers: { 'x-empty': '', 'x-q': `it's "$HOME" \`id\`` } }),
    ],
    ['a HEAD', callTo('/x', { method: 'HEAD' })],
    [
      'bytes that are no text',
      bytes(0x2d, 0x25, 0x5c, 0x27, 0, 0x7f, 0x80, 0xff, 0xc3, 0x28, 0x31),
    ],
    ['bytes that are a text', bytes(...Buffer.from(nasty))],
  ])('repeats %s byte for byte', async (_, call) => {
    let pending = '';
    const server = await raw((socket, chunk) => {
      pending += chunk;
      const [head = '', ...body] = pending.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body.join('\r\n\r\n').length < length) return;
      pending = '';
      socket.write(head.startsWith('HEAD') ? 'HTTP/1.1 200 OK\r\n\r\n' : ok());
    });
    const client = connect({ baseUrl: server.url, timeoutMs: 2000 });
    await client.send(call);
    await client.close();
    const own = call.encoding && Buffer.from(call.body ?? '', 'base64');
    const line = curl(call.method, client.urlOf(call), client.headersOf(call), call.body, own);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    if (line.length < 100_000) {
      await run('bash', ['--norc', '-c', line], { timeout: 5000 });
    } else {
      const bash = run('bash', ['--norc'], { timeout: 5000 });
      bash.child.stdin?.end(line);
      await bash;
    }
    expect(parts(server.received[1])).toEqual(parts(server.received[0]));
  });

  it('shows the head of the response', async () => {
    const server = await raw((socket) => socket.write(ok('[7]')));
    const { stdout } = await run('bash', ['--norc', '-c', curl('GET', `${server.url.href}x`, {})]);
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\[7\]$/);
  });

  it('leaves the variable of a secret header to the shell, and no other', async () => {
    const server = await raw((socket) => socket.write(ok()));
    const headers = { authorization: "Bearer $TOKEN'", accept: '$TOKEN' };
    await run('bash', ['--norc', '-c', curl('GET', server.url.href, headers)], {
      env: { ...process.env, TOKEN: 't"1 2' },
    });
    expect(server.received[0]).toMatch(`authorization: Bearer t"1 2'\r\n`);
    expect(server.received[0]).toMatch('accept: $TOKEN\r\n');
  });

  it('is easy to read when nothing is odd', () => {
    expect(curl('POST', 'http://h/x', { 'content-type': 'application/json' }, '{"a":1}')).toBe(
      `curl -g --path-as-is -i -X POST -H 'content-type: application/json' --data-raw '{"a":1}' http://h/x`,
    );
  });
});
