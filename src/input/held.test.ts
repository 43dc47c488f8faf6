import { expect, it } from 'vitest';
import { http } from '../../test/servers.ts';
import { registrationOf } from '../surfaces/index.ts';
import { surfaceFor } from './held.ts';

it('the version is looked up without a token that the target refuses', async () => {
  const url = await http(({ headers }, response) => {
    const isRefused = headers.authorization !== undefined;
    response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? { code: 'NA' } : { version: '3.4.12' }));
  });
  const access = {
    url: new URL(url),
    timeoutMs: 5000,
    headers: { Authorization: 'Bearer gone' },
    secrets: [],
  };
  const held = await surfaceFor(registrationOf('ledger'), {}, access);
  expect(held).toMatchObject({ announced: '3.4.12' });
});
