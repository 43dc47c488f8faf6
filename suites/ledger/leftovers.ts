/** Resources that a killed run left at a ledger: scratch users and identity providers, recognized by their ids. */
import type { Call, Contract, Leftover, Scratch, SendCall } from '../../src/kit.ts';
import { call, operationAt, sent } from '../../src/kit.ts';
import { elements, stringAt } from '../kit/json.ts';
import { type Ledger, ledgerAt } from './area.ts';
import { ABSENT } from './requests/formats.ts';

/** The argument of `scratchUser` and `scratchProvider`: a tag of eight digits, and a suffix of a rule. */
const SCRATCH_ID = /^assay[-*][a-z]?[0-9a-f]{8}(?:A?\|#@:'\+|-[a-z]+|-Made|x+)?$/;
const PAGE = 1000;
/** The most pages, because a ledger may repeat its page tokens. */
const PAGES = 1000;

export function leftovers(contract: Contract): Scratch {
  const ledger = ledgerAt(contract);
  return {
    isRemoval: (removal) => isRemoval(contract, removal),
    find: (send, note) => find(ledger, send, note),
  };
}

function isScratchId(id: string | undefined): boolean {
  return id !== undefined && SCRATCH_ID.test(id);
}

function isRemoval({ operations }: Contract, removal: Call): boolean {
  const { method, path, body = '' } = removal;
  const { operation, values } = operationAt(operations, method, path);
  if (path.includes('?')) return false;
  const { 'user-id': user, 'idp-id': provider } = values;
  if (operation?.name === 'user-delete') return isScratchId(user) && body === '';
  if (operation?.name === 'identity-provider-delete') return isScratchId(provider) && body === '';
  const json = sent(removal);
  // A ledger may take the user of the body and not that of the path.
  if (operation?.name === 'user-identity-provider')
    return (
      isScratchId(user) &&
      stringAt(json, 'userId') === user &&
      stringAt(json, 'targetIdentityProviderId') === ''
    );
  // The right to read as a party that does not exist.
  const rights = `[{"kind":{"CanReadAs":{"value":{"party":"other-${ABSENT.party}"}}}}]`;
  return (
    operation?.name === 'user-rights-revoke' && JSON.stringify(elements(json, 'rights')) === rights
  );
}

async function find(
  ledger: Ledger,
  send: SendCall,
  note: (text: string) => void,
): Promise<readonly Leftover[]> {
  const get = async (request: Call): Promise<unknown> => {
    const { response, noResponse } = await send(request);
    if (response?.status === 200 && !response.truncated) return response.body;
    const got = response === undefined ? `no response: ${noResponse?.message}` : response.status;
    note(`${request.method} ${request.path} got ${got}`);
    return undefined;
  };
  const listed = await get(call(ledger.operation('identity-providers-list')));
  const providers = elements(listed, 'identityProviderConfigs')
    .map((one) => stringAt(one, 'identityProviderId'))
    .filter(isScratchId);
  const users: Leftover[] = [];
  for (const provider of ['', ...providers]) {
    for (const id of await usersOf(ledger, provider ?? '', get))
      users.push({ name: `user ${id}`, removal: removalOf(ledger, id, provider ?? '') });
  }
  return [
    ...users,
    ...providers.map((id = '') => ({
      name: `identity provider ${id}`,
      removal: [call(ledger.operation('identity-provider-delete'), { path: { 'idp-id': id } })],
    })),
  ];
}

/** The scratch users of an identity provider; of the ledger's own, if its id is empty. */
async function usersOf(
  ledger: Ledger,
  provider: string,
  get: (request: Call) => Promise<unknown>,
): Promise<readonly string[]> {
  const found = new Set<string>();
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const query = {
      pageSize: PAGE,
      pageToken,
      'identity-provider-id': provider === '' ? undefined : provider,
    };
    const body = await get(call(ledger.operation('users-list'), { query }));
    for (const user of elements(body, 'users')) {
      const id = stringAt(user, 'id');
      if (id !== undefined && isScratchId(id)) found.add(id);
    }
    pageToken = stringAt(body, 'nextPageToken');
    if (!pageToken) break;
  }
  return [...found];
}

/** A user of another identity provider is moved back first, so that it can be removed like any other. */
function removalOf(ledger: Ledger, id: string, provider: string): readonly Call[] {
  const path = { 'user-id': id };
  const remove = call(ledger.operation('user-delete'), { path });
  if (provider === '') return [remove];
  const json = { userId: id, sourceIdentityProviderId: provider, targetIdentityProviderId: '' };
  return [call(ledger.operation('user-identity-provider'), { path, json }), remove];
}
