import { expect, it } from 'vitest';
import { signingKey, verifyingKey } from '../sign/signing-key.ts';
import { fetchToken } from './oauth.ts';
import { readToken } from './options.ts';
import { shownName } from './secret-name.ts';

const PEM =
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----';
const SECRETS = [
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhdWRpdG9yIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ',
  'ab12cd34ef56ab12cd34ef56',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  '550e8400-e29b-41d4-a716-446655440000',
  PEM,
];
const PATHS = ['LEDGER_TOKEN', 'T', 'PROD_2_REGISTRY_TOKEN', '/var/run/secrets/k8s/service/token'];

it.each(PATHS)('a name that a person chose is shown: %s', (name) => {
  expect(shownName(name)).toBe(name);
});

it.each(SECRETS)('a secret that is given instead of its name is not shown: %s', async (secret) => {
  const oauth = { tokenUrl: 'http://127.0.0.1:9/t', clientId: 'me', clientSecretEnv: secret };
  for (const attempt of [
    () => readToken({ env: secret }, {}),
    () => readToken({ file: secret }, {}),
    () => signingKey({ key: secret }),
    () => signingKey({ keyEnv: secret }),
    () => verifyingKey(secret),
    () => fetchToken(oauth, {}),
  ]) {
    const message = await attempt().then(String, (error: Error) => error.message);
    expect(message).toMatch(/hidden: this looks like the secret itself/);
    for (const word of secret.split(/[^A-Za-z\d]+/).filter(({ length }) => length >= 12))
      expect(message).not.toContain(word);
  }
});
