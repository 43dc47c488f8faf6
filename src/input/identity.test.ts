import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  certificateFile as at,
  https,
  MUTUAL,
  PASSPHRASE,
  pairOf,
  pem,
  privateCopy,
} from '../../test/certificates.ts';
import { folderWith } from '../../test/files.ts';
import { InputError } from './error.ts';
import type { IdentityFlags } from './flags.ts';
import { readIdentity } from './identity.ts';
import { sendOnce } from './send-once.ts';

const environment = { PASS: PASSPHRASE, WRONG: 'hunter-22', EMPTY: '' };

async function problemOf(flags: IdentityFlags): Promise<string> {
  const error: unknown = await readIdentity(flags, environment).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

describe('a client certificate', () => {
  const both = (): string => {
    const file = join(folderWith({}), 'both.pem');
    writeFileSync(file, pem('client.pem') + pem('client.key'), { mode: 0o600 });
    return file;
  };

  it.each<[string, () => IdentityFlags]>([
    ['in two files', () => ({ cert: at('client.pem'), key: privateCopy('client.key') })],
    ['in one file', () => ({ cert: both() })],
    [
      'with an encrypted key',
      () => ({
        ...{ cert: at('client.pem'), key: privateCopy('client-encrypted.key') },
        keyPassphraseEnv: 'PASS',
      }),
    ],
    ['as PKCS#12', () => ({ cert: privateCopy('client.p12'), keyPassphraseEnv: 'PASS' })],
    [
      'with the passphrase in a file',
      () => ({
        cert: privateCopy('client.p12'),
        keyPassphraseFile: join(folderWith({ pass: `${PASSPHRASE}\n` }), 'pass'),
      }),
    ],
  ])('%s is accepted by a server that requires it', async (_, flags) => {
    const read = await readIdentity(flags(), environment);
    expect(read?.warnings).toEqual([]);
    const url = await https({ ...pairOf('server'), ...MUTUAL });
    const trust = { ca: pem('authority.pem'), identity: read?.identity };
    expect((await sendOnce({ url, trust })).response?.status).toBe(200);
  });

  it('is none if none is named', async () => {
    expect(await readIdentity({}, environment)).toBeUndefined();
  });

  const cert = at('client.pem');
  it.each<[IdentityFlags, RegExp]>([
    [{ key: at('client.key') }, /^--key .*: --cert is missing/],
    [{ cert }, /^--cert .*: holds no private key\. Name its file with --key/],
    [{ cert: at('client.key') }, /holds a key but no certificate/],
    [
      { cert, key: at('server.key') },
      /^--key .*server\.key: is not the key of the certificate in .*client\.pem, which is that of .*Test Client/,
    ],
    [{ cert, key: at('server.pem') }, /^--key .*: holds no private key in PEM.*openssl pkey/],
    [{ cert, key: at('client-encrypted.key') }, /is encrypted\. .*--key-passphrase-env/],
    [
      { cert, key: at('client-encrypted.key'), keyPassphraseEnv: 'WRONG' },
      /the passphrase does not decrypt it/,
    ],
    [{ cert: at('client.p12') }, /is encrypted\. .*--key-passphrase-env/],
    [{ cert: at('client.p12'), keyPassphraseEnv: 'WRONG' }, /the passphrase does not decrypt it/],
    [
      { cert: at('client.p12'), key: at('client.key'), keyPassphraseEnv: 'PASS' },
      /is PKCS#12, which already holds its key/,
    ],
    [
      { cert: at('client-legacy.p12'), keyPassphraseEnv: 'PASS' },
      /cipher that is disabled.*openssl pkcs12 -legacy/,
    ],
    [{ cert: at('client.der') }, /is a certificate in DER.*openssl x509 -inform der/],
    [{ cert: at('make.sh') }, /holds neither a certificate in PEM .* nor PKCS#12/],
    [{ cert: at('none.pem') }, /^--cert .*none\.pem: cannot be read \(ENOENT\)/],
    [{ cert, key: at('none.key') }, /^--key .*none\.key: cannot be read \(ENOENT\)/],
    [
      { cert, keyPassphraseEnv: 'EMPTY' },
      /^--key-passphrase-env: environment variable EMPTY is empty or missing/,
    ],
    [{ cert, keyPassphraseFile: at('none') }, /^--key-passphrase-file .*cannot be read/],
  ])('%j cannot be used', async (flags, words) => {
    const problem = await problemOf(flags);
    expect(problem).toMatch(words);
    expect(problem).not.toMatch(/hunter|test only/);
  });

  it.runIf(process.platform !== 'win32')('that others may read is named', async () => {
    const key = privateCopy('client.key', 0o640);
    const read = await readIdentity({ cert, key }, environment);
    expect(read?.warnings).toEqual([
      `Warning: ${key} holds a private key, and other users of this machine can read it (mode 640): chmod 600 ${key}`,
    ]);
  });

  it('that expired is named', async () => {
    const read = await readIdentity(
      { cert: at('client-expired.pem'), key: privateCopy('client-expired.key') },
      environment,
    );
    expect(read?.warnings).toEqual([
      expect.stringMatching(/^Warning: .* expired on 2021-01-01\.$/),
    ]);
  });
});
