import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { http } from '../../test/servers.ts';
import { tokenOf } from './token.ts';

/** A token with an expiry, as JSON Web Tokens have. */
function lasting(seconds: number, user: string): string {
  const claims = { sub: user, exp: Math.floor(Date.now() / 1000) + seconds };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

it('a token in a file is read again when it expires', async () => {
  const folder = folderWith({ token: lasting(60, 'one') });
  const file = join(folder, 'token');
  const { renewal } = await tokenOf({ tokenFile: file }, {});
  expect(renewal?.lastsMs).toBeGreaterThan(50_000);
  const second = lasting(300, 'two');
  writeFileSync(file, second);
  const renewed = await renewal?.next();
  expect(renewed?.headers).toEqual({ authorization: `Bearer ${second}` });
  expect(renewed?.secrets).toEqual([second]);
  expect(renewed?.lastsMs).toBeGreaterThan(250_000);
});

it('a token in the environment expires and is not read again', async () => {
  process.env['ASSAY_TEST_TOKEN'] = lasting(60, 'one');
  const token = await tokenOf({ tokenEnv: 'ASSAY_TEST_TOKEN' }, {});
  delete process.env['ASSAY_TEST_TOKEN'];
  expect(token.lastsMs).toBeGreaterThan(50_000);
  expect(token.renewal).toBeUndefined();
});

it('a token without an expiry is renewed only when the target rejects it', async () => {
  const folder = folderWith({ token: 'opaque' });
  const { renewal } = await tokenOf({ tokenFile: join(folder, 'token') }, {});
  expect(renewal?.lastsMs).toBeUndefined();
  writeFileSync(join(folder, 'token'), 'another');
  expect((await renewal?.next())?.headers).toEqual({ authorization: 'Bearer another' });
});

it.each([
  ['as text', '90', 90],
  ['in words, beside the expiry of the token', '2 minutes', 60],
  ['not at all, beside the expiry of the token', undefined, 60],
])('the lifetime of a fetched token is stated %s', async (_, expires, seconds) => {
  process.env['ASSAY_TEST_CLIENT'] = 'word';
  const url = await http((_request, response) => {
    const body = { access_token: lasting(60, 'one'), expires_in: expires };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  const client = { oauthClientId: 'x', oauthClientSecretEnv: 'ASSAY_TEST_CLIENT' };
  const { lastsMs = 0 } = await tokenOf({ oauthTokenUrl: url.href, ...client }, {});
  delete process.env['ASSAY_TEST_CLIENT'];
  expect(Math.round(lastsMs / 10_000)).toBe(seconds / 10);
});
