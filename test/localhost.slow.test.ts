/** Names below localhost are this machine in every command (RFC 6761 §6.3). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { registryFor } from './reference.ts';

it('run, doctor, compare and token URLs find them', async () => {
  const cli = buildCli();
  onTestFinished(() => cli.remove());
  const registry = await registryFor();
  const issuer = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"access_token":"Tk9s3cr3tQvZ-42","token_type":"Bearer"}'),
  );
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void issuer.close());
  const named = (origin: string): string => origin.replace('127.0.0.1', 'scan.localhost');
  const url = named(registry.url);
  const folder = folderWith({ 'fixtures.yaml': stringify(registry.fixtures) });
  const fixtures = ['--fixtures', join(folder, 'fixtures.yaml')];
  const { port } = issuer.address() as AddressInfo;
  const token = [
    ...['--oauth-token-url', `http://id.localhost:${port}/token`, '--oauth-client-id', 'me'],
    ...['--oauth-client-secret-env', 'SECRET'],
  ];
  const env = { SECRET: 's3cr3t-of-the-client' };
  const few = ['--only', 'registry/metadata-v1/info/*', '--runs', '1'];
  const out = ['--out', join(folder, 'out')];
  const ended = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await cli.run(args, { env });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  await ended('run', 'registry', url, ...fixtures, ...token, ...few, ...out);
  expect(await ended('doctor', url, ...fixtures, ...token)).toMatch(
    /a registry at http:\/\/scan\./,
  );
  await ended('compare', registry.url, url, '--surface', 'registry', ...fixtures, ...few);
}, 120_000);
