/** Responses contain the requested id. Judged on every response of the run. */
import type { Call, CompleteExchange, Place, Pointer, Shown } from '../../../src/kit.ts';
import { breaksRequest, describe, headerPlace, pathOf, queryOf, sent } from '../../../src/kit.ts';
import { elements, member } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import type { Probed } from '../laws/forms.ts';
import { kindOf } from '../requests/members.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-every-operation', 'across/response-subjects.ts');

/** A place in a response, and the id there. */
type ShownId = readonly [at: Pointer | Place, id: unknown];
type Places = (response: CompleteExchange['response']) => readonly ShownId[];
/** The ids in the request: any of them may be shown; empty if the request names none. */
type Id = (request: Call) => unknown;

/** The id at this path of a response, if there is one. */
const at =
  (path: string): Places =>
  ({ body }) => {
    const id = member(body, ...path.split('/'));
    return id === undefined ? [] : [[`/${path}`, id]];
  };

/** The ids of the elements of an array. */
const each =
  (list: string, key: string): Places =>
  ({ body }) =>
    elements(body, list).map((one, i) => [`/${list}/${i}/${key}`, member(one, key)]);

/** The member of an update, of any kind. */
const ofUpdate =
  (name: string): Places =>
  (response) => {
    const kind = kindOf(member(response.body, 'update'));
    return at(`update/${kind}/value/${name}`)(response);
  };

const inBody =
  (path: string): Id =>
  (request) =>
    member(sent(request), ...path.split('/'));

const inQuery =
  (name: string): Id =>
  (request) =>
    queryOf(request.path).get(name) ?? undefined;

/** The last segment of the path. */
const inPath: Id = ({ path }) => decoded(pathOf(path).split('/').at(-1) ?? '');

function decoded(segment: string): string | undefined {
  try {
    const id = decodeURIComponent(segment);
    // A dot segment is not an id: clients and servers resolve it.
    return id === '' || id === '.' || id === '..' ? undefined : id;
  } catch {
    return undefined;
  }
}

/** The party of the path, and those of the query. */
const parties: Id = (request) => {
  const party = inPath(request);
  return party === undefined ? undefined : [party, ...queryOf(request.path).getAll('parties')];
};

const requirementNames: Id = (request) =>
  elements(sent(request), 'packageVettingRequirements').map((one) => member(one, 'packageName'));

const eventContracts: Places = (response) =>
  ['created/createdEvent', 'archived/archivedEvent'].flatMap((event) =>
    at(`${event}/contractId`)(response),
  );

const hashHeader: Places = ({ headers: { 'canton-package-hash': id = '' } }) =>
  id === '' ? [] : [[headerPlace('canton-package-hash'), id]];

const USER = 'user/id';
const PARTY = 'partyDetails/party';
const PROVIDER = 'identityProviderConfig/identityProviderId';
const CONTRACT = 'createdEvent/contractId';
const OFFSET = 'transaction/offset';
const UPDATE = 'transaction/updateId';
const PREFERRED = 'packagePreference/packageReference/packageName';

const PAGE = [
  'active-contracts-come-in-pages',
  inBody('activeAtOffset'),
  at('activeAtOffset'),
] as const;

/** The clause, the requested id, and its place in the response, by the short name of the operation. */
const OPERATIONS: Readonly<Record<string, readonly [clause: string, Id, Places]>> = {
  'contract-by-id': ['contract-is-found-by-id', inBody('contractId'), at(CONTRACT)],
  'events-by-contract-id': ['events-of-a-contract-are-found', inBody('contractId'), eventContracts],
  package: ['package-content-is-returned', inPath, hashHeader],
  'update-by-offset': ['updates-are-found-by-offset', inBody('offset'), ofUpdate('offset')],
  'update-by-id': ['updates-are-found-by-id', inBody('updateId'), ofUpdate('updateId')],
  'transaction-by-offset': ['transactions-are-found-by-offset', inBody('offset'), at(OFFSET)],
  'transaction-by-id': ['transactions-are-found-by-id', inBody('updateId'), at(UPDATE)],
  'transaction-tree-by-offset': ['trees-are-found-by-offset', inPath, at(OFFSET)],
  'transaction-tree-by-id': ['trees-are-found-by-id', inPath, at(UPDATE)],
  'active-contracts-page': PAGE,
  'contracts-page': PAGE,
  user: ['user-is-returned', inPath, ({ body }) => [[`/${USER}`, member(body, 'user', 'id')]]],
  'users-create': ['users-are-created', inBody(USER), at(USER)],
  'user-update': ['users-are-updated', inPath, at(USER)],
  party: ['only-known-parties-have-details', parties, each('partyDetails', 'party')],
  'party-update': ['party-details-are-updated', inPath, at(PARTY)],
  'identity-provider': ['identity-provider-is-returned', inPath, at(PROVIDER)],
  'identity-providers-create': ['identity-providers-are-created', inBody(PROVIDER), at(PROVIDER)],
  'identity-provider-update': ['identity-providers-are-updated', inPath, at(PROVIDER)],
  'preferred-package-version': [
    'preferred-version-is-the-highest-vetted',
    inQuery('package-name'),
    at(PREFERRED),
  ],
  'preferred-packages': [
    'preferred-packages-meet-the-requirements',
    requirementNames,
    each('packageReferences', 'packageName'),
  ],
};

const found = ({ operation }: Probed) => OPERATIONS[operation.name];
const clauseOf = (subject: Probed): string => found(subject)?.[0] ?? '';

export const MATCHES_REQUEST: Law<Probed> = rule('response-matches-request', clauseOf, {
  appliesTo: (subject) => found(subject) !== undefined,
  on: ({ own }) => own,
  proof: 'once',
  anyTraffic: true,
  causes: [
    {
      when: ({ finding: { expected, actual } }) => isLater(actual, expected),
      cause:
        'The lookup takes the next object if there is none at the requested offset, or if the format leaves nothing of it.',
      fix: 'Compare the offset of the found object with the requested one, and respond with 404 if they differ.',
    },
  ],
  check: ({ request, response }, subject) => {
    const [, idIn, placesIn] = found(subject) ?? [];
    const { body } = request;
    // Bodies of another shape are not judged here.
    const isOdd = body !== undefined && breaksRequest(request.operation, body);
    if (response.status !== 200 || isOdd || !idIn || !placesIn) return undefined;
    const named = [idIn(request)].flat();
    const ids = named.map(plain);
    if (ids.length === 0 || ids.includes(undefined)) return undefined;
    const places = placesIn(response);
    if (places.length === 0) return 'inapplicable';
    const [place, id] = places.find(([, one]) => !ids.includes(plain(one))) ?? [];
    const expected = named.length === 1 ? describe(named[0]) : ids.join(' or ');
    return unless(place === undefined, place ?? '', expected, describe(id));
  },
});

function isLater(one: Shown, other: Shown): boolean {
  const [later, earlier] = [one, other].map((shown) =>
    'value' in shown ? shown.value : undefined,
  );
  return typeof later === 'number' && typeof earlier === 'number' && later > earlier;
}

/** Servers also read numbers from strings. */
function plain(id: unknown): string | undefined {
  if (typeof id === 'number') return `${id}`;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
