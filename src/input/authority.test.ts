import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keyPair } from '../../test/key-pair.ts';
import { listen } from '../../test/servers.ts';
import { registrationOf } from '../surfaces/index.ts';
import { readAuthorities } from './authority.ts';
import { InputError } from './error.ts';
import { sendOnce } from './send-once.ts';
import { settingsOf } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-ca-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('certificates of authorities', () => {
  it('make a server trusted that the system does not trust; so does switching verification off', async () => {
    const pair = keyPair();
    const port = await listen(createServer(pair, (_, response) => response.end('{}')));
    const url = new URL(`https://127.0.0.1:${port}`);
    const ca = await readAuthorities(file('good.pem', pair.cert));
    const other = await readAuthorities(file('other.pem', keyPair().cert));
    const statusWith = async (trust: object): Promise<unknown> => {
      const { response, noResponse } = await sendOnce({ url, trust });
      return response?.status ?? noResponse?.kind;
    };
    expect(await statusWith({})).toBe('tls');
    expect(await statusWith({ ca: other })).toBe('tls');
    expect(await statusWith({ ca })).toBe(200);
    expect(await statusWith({ insecure: true })).toBe(200);
  });

  it('are read from a bundle, with any text between them', async () => {
    const text = `# ours\n${keyPair().cert}\n# theirs\n${keyPair().cert}`;
    const read = await readAuthorities(file('two.pem', text));
    expect(read.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(read).not.toContain('#');
  });

  it.each([
    ['missing.pem', undefined, /missing\.pem: cannot be read \(ENOENT\)\. Check the path/],
    ['empty.pem', '', /empty\.pem: has no certificate in PEM.*openssl/],
    ['key.pem', keyPair().key, /key\.pem: has no certificate in PEM/],
    [
      'broken.pem',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /broken\.pem: its certificate cannot be decoded/,
    ],
    ['large.pem', Buffer.alloc(2 ** 21, 'a'), /large\.pem: is larger than 1 MiB/],
  ])('cannot be taken from %s', async (name, content, message) => {
    const path = content === undefined ? join(folder, name) : file(name, content);
    const error: unknown = await readAuthorities(path).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(message);
  });
});

it('a run without verification gets no certificate', async () => {
  const registration = registrationOf('registry');
  const flags = { insecure: true, certify: true } as const;
  await expect(settingsOf(flags, { registration })).rejects.toThrow(/--insecure: .*--ca/);
  const { trust } = await settingsOf({ insecure: true }, { registration });
  expect(trust).toEqual({ insecure: true });
});
