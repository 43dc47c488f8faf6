/** Responses that name their subject: it is the one of the request. Judged on every response of the run. */
import {
  breaksRequest,
  type Call,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  sent,
} from '../../../src/index.ts';
import { isObject } from '../requests/alike.ts';
import { elements, member, string } from '../requests/members.ts';

/** What a response names, and where. */
interface Shown {
  readonly at: string;
  readonly id: unknown;
}

interface Lookup {
  readonly clause: string;
  /** The id in the request; several where any of them may be shown, none where the request names none. */
  readonly asked: (request: Call) => unknown;
  readonly shown: (response: CompleteExchange['response']) => readonly Shown[];
}

/** The id at this place of a response, where there is one. */
const at =
  (...path: readonly string[]): Lookup['shown'] =>
  ({ body }) => {
    const id = member(body, ...path);
    return id === undefined ? [] : [{ at: `/${path.join('/')}`, id }];
  };

const inBody =
  (...path: readonly string[]): Lookup['asked'] =>
  (request) =>
    member(sent(request), ...path);

/** The last segment of the path. */
const inPath: Lookup['asked'] = ({ path }) => decoded(path.split('?')[0]?.split('/').at(-1) ?? '');

function decoded(segment: string): string | undefined {
  try {
    const id = decodeURIComponent(segment);
    // A segment of dots is no id: clients and servers resolve it.
    return id === '' || id === '.' || id === '..' ? undefined : id;
  } catch {
    return undefined;
  }
}

const inQuery =
  (name: string): Lookup['asked'] =>
  ({ path }) =>
    new URLSearchParams(path.split('?')[1]).get(name) ?? undefined;

/** The member of an update, whatever its kind is. */
const ofUpdate =
  (name: string): Lookup['shown'] =>
  ({ body }) => {
    const update = member(body, 'update');
    const [kind = ''] = isObject(update) ? Object.keys(update) : [];
    const id = member(update, kind, 'value', name);
    return id === undefined ? [] : [{ at: `/update/${kind}/value/${name}`, id }];
  };

const row = (clause: string, asked: Lookup['asked'], shown: Lookup['shown']): Lookup => ({
  clause,
  asked,
  shown,
});

const parties: Lookup['shown'] = ({ body }) =>
  elements(body, 'partyDetails').map((one, i) => ({
    at: `/partyDetails/${i}/party`,
    id: member(one, 'party'),
  }));

/** By the short name of the operation. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  'contract-by-id': row(
    'contract-is-found-by-id',
    inBody('contractId'),
    at('createdEvent', 'contractId'),
  ),
  'events-by-contract-id': row(
    'events-of-a-contract-are-found',
    inBody('contractId'),
    (response) => [
      ...at('created', 'createdEvent', 'contractId')(response),
      ...at('archived', 'archivedEvent', 'contractId')(response),
    ],
  ),
  package: row('package-content-is-returned', inPath, ({ headers }) => {
    const id = headers['canton-package-hash'] ?? '';
    return id === '' ? [] : [{ at: 'canton-package-hash', id }];
  }),
  'update-by-offset': row('updates-are-found-by-offset', inBody('offset'), ofUpdate('offset')),
  'update-by-id': row('updates-are-found-by-id', inBody('updateId'), ofUpdate('updateId')),
  'transaction-by-offset': row(
    'transactions-are-found-by-offset',
    inBody('offset'),
    at('transaction', 'offset'),
  ),
  'transaction-by-id': row(
    'transactions-are-found-by-id',
    inBody('updateId'),
    at('transaction', 'updateId'),
  ),
  'transaction-tree-by-offset': row(
    'trees-are-found-by-offset',
    inPath,
    at('transaction', 'offset'),
  ),
  'transaction-tree-by-id': row('trees-are-found-by-id', inPath, at('transaction', 'updateId')),
  'active-contracts-page': row(
    'active-contracts-come-in-pages',
    inBody('activeAtOffset'),
    at('activeAtOffset'),
  ),
  user: row('user-is-returned', inPath, ({ body }) => [
    { at: '/user/id', id: member(body, 'user', 'id') },
  ]),
  'users-create': row('users-are-created', inBody('user', 'id'), at('user', 'id')),
  'user-update': row('users-are-updated', inPath, at('user', 'id')),
  party: row('only-known-parties-have-details', askedParties, parties),
  'party-update': row('party-details-are-updated', inPath, at('partyDetails', 'party')),
  'identity-provider': row(
    'identity-provider-is-returned',
    inPath,
    at('identityProviderConfig', 'identityProviderId'),
  ),
  'identity-providers-create': row(
    'identity-providers-are-created',
    inBody('identityProviderConfig', 'identityProviderId'),
    at('identityProviderConfig', 'identityProviderId'),
  ),
  'identity-provider-update': row(
    'identity-providers-are-updated',
    inPath,
    at('identityProviderConfig', 'identityProviderId'),
  ),
  'preferred-package-version': row(
    'preferred-version-is-the-highest-vetted',
    inQuery('package-name'),
    at('packagePreference', 'packageReference', 'packageName'),
  ),
  'preferred-packages': row(
    'preferred-packages-meet-the-requirements',
    (request) =>
      elements(sent(request), 'packageVettingRequirements').map((one) =>
        string(one, 'packageName'),
      ),
    ({ body }) =>
      elements(body, 'packageReferences').map((one, i) => ({
        at: `/packageReferences/${i}/packageName`,
        id: member(one, 'packageName'),
      })),
  ),
};

/** The party of the path, and those that the query names beside it. */
function askedParties(request: Call): readonly unknown[] | undefined {
  const asked = inPath(request);
  const beside = new URLSearchParams(request.path.split('?')[1]).getAll('parties');
  return asked === undefined ? undefined : [asked, ...beside];
}

/** The requirement for an operation whose response names its subject. */
export function ofAskedFor(
  id: (name: string) => string,
  { name: operationName }: Operation,
  probes: readonly Probe[],
): Requirement[] {
  const lookup = LOOKUPS[operationName];
  if (lookup === undefined) return [];
  return [
    requirement({
      id: id('response-matches-request'),
      level: 'MUST',
      clause: lookup.clause,
      statement: 'The response is about what the request names.',
      cause: 'Concurrent requests are mixed up, a cache key has no id, or an id is cut.',
      fix: 'Keep request data in its own scope; decode an id once; look up exactly this one.',
      probes,
      proof: 'once',
      check: ({ request, response }): CheckResult => {
        const { body, operation } = request;
        // What a server makes of a body of another shape is not judged here.
        const isOdd = body !== undefined && breaksRequest(operation, body);
        if (response.status !== 200 || isOdd) return undefined;
        const asked = [lookup.asked(request)].flat().map(plain);
        if (asked.length === 0 || asked.includes(undefined)) return undefined;
        const shown = lookup.shown(response);
        const other = shown.find((one) => !asked.includes(plain(one.id)));
        if (shown.length === 0) return 'inapplicable';
        return other === undefined
          ? []
          : [finding(other.at, asked.join(' or '), describe(other.id))];
      },
    }),
  ];
}

/** Servers read numbers from strings too. */
function plain(id: unknown): string | undefined {
  if (typeof id === 'number') return `${id}`;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
