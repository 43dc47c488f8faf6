/** Scratch resources: users, identity providers and parties, their requests, and their updates. */
import { type Call, type CheckResult, call, type Fixtures } from '../../../src/kit.ts';
import { elements, isObject, stringAt, member as within } from '../../kit/json.ts';
import { lacking, without } from '../../kit/judges.ts';
import type { Bodies, NamedStep } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import type { Body } from '../requests/body.ts';
import { pageOf } from '../requests/formats.ts';
import { retryUntilShown } from '../requests/retry.ts';

/** The requests of one resource. A creation names its removal. */
export interface ScratchObject {
  readonly create: Call;
  readonly get: Call;
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

/** A new user, with these members if given. */
export function scratchUser(
  { operation }: Ledger,
  id: string,
  rights: readonly Body<'Right'>[] = [],
  members: Partial<Body<'User'>> = {},
): ScratchObject {
  const path = { 'user-id': id };
  const remove = call(operation('user-delete'), { path });
  const metadata = { resourceVersion: '', annotations: ANNOTATIONS };
  const user = { id, primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
  const json = { user: { ...user, ...members }, rights };
  return {
    create: { ...call(operation('users-create'), { json }), undo: remove },
    get: call(operation('user'), { path }),
    remove,
  };
}

export function rightsOfUser({ operation }: Ledger, id: string): Call {
  return call(operation('user-rights'), { path: { 'user-id': id } });
}

/** A creation without its resource, and the removal of a resource that it may have created. */
type Nameless = Readonly<Record<'noResource' | 'removeNameless', NamedStep>>;

export function withoutUser({ operation }: Ledger): Nameless {
  return nameless(call(operation('users-create'), { json: {} }), ['user', 'id'], (id) =>
    call(operation('user-delete'), { path: { 'user-id': id } }),
  );
}

export function withoutProvider({ operation }: Ledger): Nameless {
  const create = call(operation('identity-providers-create'), { json: {} });
  return nameless(create, [CONFIG, 'identityProviderId'], (id) =>
    call(operation('identity-provider-delete'), { path: { 'idp-id': id } }),
  );
}

function nameless(noResource: Call, at: readonly string[], remove: (id: string) => Call): Nameless {
  return {
    noResource,
    removeNameless: ({ noResource: made }) => {
      const id = stringAt(made, ...at);
      return id ? remove(id) : undefined;
    },
  };
}

export function rightTo(
  kind: 'CanActAs' | 'CanReadAs' | 'CanExecuteAs',
  party: string,
): Body<'Right'> {
  return { kind: { [kind]: { value: { party } } } } as Body<'Right'>;
}

/** The members of bodies for one identity provider and for several. */
export const CONFIG = 'identityProviderConfig';
export const CONFIGS = 'identityProviderConfigs';

/** An identity provider that cannot be used: it is deactivated, and its host does not exist. */
export function newProvider(id: string, host: string): Body<'IdentityProviderConfig'> {
  const issuer = `https://${host}.invalid`;
  const jwksUrl = `${issuer}/jwks.json`;
  const about = { identityProviderId: id, isDeactivated: true };
  return { ...about, issuer, jwksUrl, audience: 'made' };
}

export function scratchProvider({ operation }: Ledger, id: string, host = id): ScratchObject {
  const path = { 'idp-id': id };
  const remove = call(operation('identity-provider-delete'), { path });
  const json = { [CONFIG]: newProvider(id, host) };
  return {
    create: { ...call(operation('identity-providers-create'), { json }), undo: remove },
    get: call(operation('identity-provider'), { path }),
    remove,
  };
}

/** Creations of a provider without its issuer and without its keys, and the removal of one that was accepted. */
export function incompleteProviders(ledger: Ledger, id: string) {
  const { create, remove } = scratchProvider(ledger, id);
  const creation = (left: string): Call => {
    const json = { [CONFIG]: without(newProvider(id, id), [left]) };
    return { ...call(create.operation, { json }), undo: remove };
  };
  return {
    noIssuer: creation('issuer'),
    removeNoIssuer: removalAfter('noIssuer', remove),
    noKeys: creation('jwksUrl'),
    removeNoKeys: removalAfter('noKeys', remove),
  };
}

/** The removal of a provider, if this step made it. */
export const removalAfter =
  (step: string, remove: Call) =>
  (bodies: Bodies): Call | undefined =>
    within(bodies[step], CONFIG) ? remove : undefined;

/** A second provider with the former issuer of the first one, if an update changed it, and wrong updates of the first. */
export function wrongUpdatesOfProvider(ledger: Ledger, id: string, secondId: string) {
  const second = scratchProvider(ledger, secondId);
  const update =
    (path: string, members: (issuer: string) => Partial<Body<'IdentityProviderConfig'>>) =>
    (bodies: Bodies): Call | undefined => {
      const issuer = stringAt(bodies['second'], CONFIG, 'issuer');
      if (!within(bodies['create'], CONFIG) || issuer === undefined) return undefined;
      const json = {
        [CONFIG]: { ...newProvider(id, id), ...members(issuer) },
        updateMask: mask(path),
      };
      return call(ledger.operation('identity-provider-update'), { path: { 'idp-id': id }, json });
    };
  return {
    second: ({ create, whole }: Bodies): Call => {
      const [former, current] = [create, whole].map((one) => stringAt(one, CONFIG, 'issuer'));
      const isChanged = current !== undefined && former !== current;
      return isChanged ? scratchProvider(ledger, secondId, id).create : second.create;
    },
    sameIssuer: update('issuer', (issuer) => ({ issuer })),
    noUrl: update('jwks_url', () => ({ jwksUrl: 'no url' })),
    removeSecond: second.remove,
  };
}

/** The update of a member of a party that cannot be changed. */
export function fixedMember({ operation }: Ledger): NamedStep {
  return ({ create }) => {
    const party = partyIn(create);
    if (party === undefined) return undefined;
    const json = { partyDetails: { party, isLocal: false }, updateMask: mask('is_local') };
    return call(operation('party-update'), { path: { party }, json });
  };
}

/** The id of the party in a response. */
export const partyIn = (body: unknown): string | undefined =>
  stringAt(body, 'partyDetails', 'party');

export function allocating(
  { operation }: Ledger,
  f: Fixtures,
  hint: string,
  { userId = '', resourceVersion = '' } = {},
): Call {
  // A server that does not read the member most likely takes the first one.
  const synchronizerId = f.synchronizers.at(-1) ?? '';
  const localMetadata = { resourceVersion, annotations: ANNOTATIONS };
  const party = { partyIdHint: hint, localMetadata, identityProviderId: '' };
  const json = { ...party, synchronizerId, userId };
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

/** The lookup of a party; none without an id. */
export function lookUp({ operation }: Ledger, party: string | undefined): Call | undefined {
  return party === undefined ? undefined : call(operation('party'), { path: { party } });
}

/** The list of all parties, as far as they fit on one page, until it shows this party. */
export function wholeListUntil(
  { operation }: Ledger,
  party: string | undefined,
  pageSize?: number,
): Call | undefined {
  if (party === undefined) return undefined;
  const list = call(operation('parties-list'), pageSize ? { query: { pageSize } } : {});
  return retryUntilShown(list, (body) => notListed(body, party)?.length !== 1);
}

/** A finding if the list lacks this party; inconclusive if more pages follow. */
export function notListed(body: unknown, party: string | undefined): CheckResult {
  const isListed = elements(body, 'partyDetails').some((row) => stringAt(row, 'party') === party);
  if (!isListed && stringAt(body, 'nextPageToken')) return 'inapplicable';
  return isListed ? [] : [lacking(party, '/partyDetails')];
}

/** The request of an update. */
export interface Update {
  /** The members, as the mask names them. */
  readonly paths: readonly [string, ...string[]];
  /** Members of the request. Some are outside the mask, and so must not change. */
  readonly members: (version: string) => object;
}

/** A change of one member, or of several by one mask. */
export interface ResourceChange extends Update {
  readonly step: 'change' | 'also' | 'whole';
  /** The member that changes, if the first path names the object around it. */
  readonly within?: string;
}

/** The paths of the members that change: `local_metadata.annotations` → `localMetadata`, `annotations`. */
export function namesOf({ paths, within: inner }: ResourceChange): readonly (readonly string[])[] {
  const named = inner === undefined ? paths : [inner, ...paths.slice(1)];
  return named.map((path) =>
    path.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()).split('.'),
  );
}

/** The change of annotations by a mask that names the object around them, as the documents show it, and more paths. */
export const wholeMetadata = (
  name: string,
  members: (metadata: object) => object,
  ...others: readonly string[]
): ResourceChange => ({
  step: 'whole',
  paths: [name, ...others],
  within: `${name}.annotations`,
  members: () => members({ resourceVersion: '', annotations: { 'assay-whole': 'sent' } }),
});

/** Names and values keep their case; an empty value removes an annotation. */
export const CHANGED = { assay: 'changed', 'Assay.Note': 'As Sent', 'assay-gone': '' };

/** The value after an update: annotations are merged, and empty ones are removed. */
export function merged(before: unknown, wanted: unknown): unknown {
  if (!isObject(wanted)) return wanted;
  const both = Object.entries({ ...Object(before), ...wanted });
  return Object.fromEntries(both.filter(([, value]) => value !== ''));
}
