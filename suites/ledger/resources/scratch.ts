/** Scratch resources: users, identity providers and parties, and their requests. */
import { type Call, type CheckResult, call, type Fixtures } from '../../../src/kit.ts';
import { elements, stringAt } from '../../kit/json.ts';
import { lacking } from '../../kit/judges.ts';
import type { Ledger } from '../area.ts';
import type { Body } from '../requests/body.ts';
import { pageOf } from '../requests/formats.ts';

/** The requests of one resource. A creation names its removal. */
export interface ScratchObject {
  readonly create: Call;
  readonly remove: Call;
}

/** An update mask with these paths. The documents require both of its members. */
export function mask(...paths: readonly string[]): Body<'FieldMask'> {
  return { paths, unknownFields: { fields: {} } };
}

/** Values are any text, and a key may have a prefix. An update omits the second one and removes the third. */
export const ANNOTATIONS = {
  assay: 'made',
  'assay.example/Kept_1_one.a-b': ' Größe <☂> & "𝄞" ',
  'assay-gone': 'soon',
};

/** A new user without rights. */
export function scratchUser({ operation }: Ledger, id: string): ScratchObject {
  const remove = call(operation('user-delete'), { path: { 'user-id': id } });
  const metadata = { resourceVersion: '', annotations: ANNOTATIONS };
  const user = { id, primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
  const create = call(operation('users-create'), { json: { user, rights: [] } });
  return { create: { ...create, undo: remove }, remove };
}

export function rightTo(kind: 'CanReadAs', party: string): Body<'Right'> {
  return { kind: { [kind]: { value: { party } } } } as Body<'Right'>;
}

/** An identity provider that cannot be used: it is deactivated, and its host does not exist. */
export function scratchProvider({ operation }: Ledger, id: string): ScratchObject {
  const issuer = `https://${id}.invalid`;
  const jwksUrl = `${issuer}/jwks.json`;
  const about = { identityProviderId: id, isDeactivated: true };
  const json = { identityProviderConfig: { ...about, issuer, jwksUrl, audience: 'made' } };
  const remove = call(operation('identity-provider-delete'), { path: { 'idp-id': id } });
  return {
    create: { ...call(operation('identity-providers-create'), { json }), undo: remove },
    remove,
  };
}

/** The id of the party in a response. */
export const partyIn = (body: unknown): string | undefined =>
  stringAt(body, 'partyDetails', 'party');

export function allocating({ operation }: Ledger, f: Fixtures, hint: string): Call {
  // A server that does not read the member most likely takes the first one.
  const synchronizerId = f.synchronizers.at(-1) ?? '';
  const localMetadata = { resourceVersion: '', annotations: ANNOTATIONS };
  const party = { partyIdHint: hint, localMetadata, identityProviderId: '' };
  const json = { ...party, synchronizerId, userId: '' };
  return call(operation('parties-allocate'), { json });
}

/** True where rights contain the one to act as this party. */
export function actsAs(body: unknown, party: string | undefined): boolean {
  const rights = elements(body, 'rights');
  return rights.some((one) => stringAt(one, 'kind', 'CanActAs', 'value', 'party') === party);
}

/** A hint that no party has, with a capital. Parties cannot be removed, so those of earlier cases count. */
export function freshHint(tag: string, listed: unknown): string {
  return `assay-${tag}-Made_${elements(listed, 'partyDetails').length}`;
}

/** The parties with this prefix, as far as they fit on one page. */
export function startingWith({ operation }: Ledger, filter: string, f: Fixtures): Call {
  const pageSize = pageOf(f, 'maxPartiesPageSize', 50);
  return call(operation('parties-list'), { query: { pageSize, 'filter-party': filter } });
}

/** A finding if the list lacks this party; inconclusive if more pages follow. */
export function notListed(body: unknown, party: string | undefined): CheckResult {
  const isListed = elements(body, 'partyDetails').some((row) => stringAt(row, 'party') === party);
  if (!isListed && stringAt(body, 'nextPageToken')) return 'inapplicable';
  return isListed ? [] : [lacking(party, '/partyDetails')];
}
