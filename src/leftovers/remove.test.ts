import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { clientFor, http } from '../../test/servers.ts';
import { call } from '../kit.ts';
import type { Call, Exchange, Leftover } from '../model/index.ts';
import { remove, stillThere } from './remove.ts';

const surface = surfaces['ledger']?.();
if (surface === undefined) throw new Error('there is no ledger');
const operation = surface.operations.find(({ name }) => name === 'user-delete');
if (operation === undefined) throw new Error('users cannot be deleted');
const ID = 'assay-01234567';
const removal = [call(operation, { path: { 'user-id': ID } })];
const object: Leftover = { name: `user ${ID}`, removal };

/** A way to send to a server that has these users, or fails to list them. */
async function ledgerOf(users: readonly string[] | undefined, deletion = 400) {
  const url = await http(({ method, url: path = '' }, response) => {
    const list = path.startsWith('/v2/idps')
      ? { identityProviderConfigs: [] }
      : { users: users?.map((id) => ({ id })), nextPageToken: '' };
    const status = method === 'DELETE' ? deletion : users === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(list));
  });
  const client = clientFor(url, { timeoutMs: 5000 });
  return (request: Call): Promise<Exchange> => client.send(request);
}

it('an object that never existed counts as removed, though the target rejects its removal', async () => {
  expect(await remove(object, await ledgerOf([]))).toMatchObject({ rejected: true });
  expect(await stillThere([object], surface, await ledgerOf([]))).toEqual([]);
  expect(await stillThere([object], surface, await ledgerOf([ID]))).toEqual([object]);
});

it('an object counts as left if the target shows no list, forbids the removal or fails', async () => {
  expect(await stillThere([object], surface, await ledgerOf(undefined))).toEqual([object]);
  for (const status of [401, 403, 500])
    expect(await remove(object, await ledgerOf([], status))).not.toHaveProperty('rejected');
});
