/** Laws of the resources: what creations, updates and removals of users, identity providers and parties share. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { difference, holds, isObject } from '../requests/alike.ts';
import { accepted, all, type Sequence, textIn, within } from '../requests/sequences.ts';
import { identityProviders } from '../users/identity-providers.ts';
import { allocationOf } from '../users/parties.ts';
import { userRemoval } from '../users/users.ts';
import { rejected } from './rejected-steps.ts';
import { isCut, type Resource, resourcesOf, rowOf } from './resources.ts';

type ResourceLaw = Law<Resource>;
type At = Readonly<Record<'also', CompleteExchange>>;

const creationLaws: readonly ResourceLaw[] = [
  {
    name: 'accepted',
    level: 'MUST',
    clause: ({ clauses }) => clauses.create,
    statement: 'A good creation is accepted, unless the server has as many as it allows.',
    cause: 'Optional members are required, or fewer characters are allowed than documented.',
    fix: 'Accept every request that fits the document; read the cause in the response.',
    test: (resource) =>
      resource.creation.test({
        given: resource.name === 'party' ? ['before'] : [],
        judge: ({ create: { response } }) =>
          textIn(response.body, 'code') === 'TOO_MANY_IDENTITY_PROVIDER_CONFIGS'
            ? 'inapplicable'
            : expects200(response.status),
      }),
  },
  {
    name: 'created-as-sent',
    level: 'MUST',
    clause: ({ clauses }) => clauses.create,
    statement: 'The response to a creation shows the resource as sent, with a resource version.',
    cause: 'Some members are not stored and come back as defaults, or the version is missing.',
    fix: 'Store what was sent, and respond with what was stored.',
    appliesTo: ({ name }) => name !== 'party',
    test: (resource) =>
      resource.creation.test({
        given: ['create'],
        judge: ({ create }) => {
          const { member, version } = resource;
          const shown = within(create.response.body, member);
          return all(
            holds(without(within(sent(create.request), member), version), shown, `/${member}`),
            version === undefined || textIn(shown, ...version)
              ? []
              : [finding(`/${[member, ...version].join('/')}`, 'a version', 'none')],
          );
        },
      }),
  },
  {
    name: 'read-as-created',
    level: 'MUST',
    clause: ({ clauses }) => clauses.create,
    statement: 'The lookup of a new resource shows it as its creation did.',
    cause: 'The lookup reads a cache from before the creation, or leaves members out.',
    fix: 'Renew the cache before the response, and encode the resource by one function.',
    test: (resource) =>
      resource.creation.test({
        given: ['create'],
        judge: ({ create, get }) =>
          all(expects200(get.response.status), readsAs(resource, create, get)),
      }),
  },
  {
    name: 'listed-as-created',
    level: 'MUST',
    clause: ({ clauses }) => clauses.list,
    statement: 'The list shows a new resource as its creation did.',
    cause: 'The list comes from a cache, leaves some resources out, or fills in defaults.',
    fix: 'Make list and lookup from the store that the creation writes to.',
    test: (resource) =>
      resource.creation.test({
        given: ['create', 'list'],
        judge: ({ create, list }) => {
          const id = textIn(create.response.body, resource.member, resource.key);
          const compared = listsAs(resource, create, list);
          if (compared !== undefined || isCut(list.response.body)) return compared;
          return [finding(`/${resource.list}`, `${id} among them`, 'not there')];
        },
      }),
  },
];

const updateLaws: readonly ResourceLaw[] = [
  {
    name: 'accepted',
    level: 'MUST',
    clause: ({ clauses }) => clauses.update,
    statement: 'A good update is accepted.',
    cause: 'Paths of the mask have another spelling than documented, or a version is required.',
    fix: 'Accept the documented paths, also without a resource version.',
    test: ({ update, also }) =>
      update.test({
        given: ['create'],
        judge: [
          ({ change }) => expects200(change.response.status),
          ...(also ? [({ also: second }: At) => expects200(second.response.status)] : []),
        ],
      }),
  },
  {
    name: 'update-changes-named-members',
    level: 'MUST',
    clause: ({ clauses }) => clauses.update,
    statement: 'The response to an update shows the new value of each member in the mask.',
    cause: 'The response shows the resource from before the update.',
    fix: 'Write first, and respond with what was stored.',
    test: ({ update, member, change, also }) =>
      update.test({
        given: ['create', 'change', ...(also ? (['also'] as const) : [])],
        judge: (at) => {
          const shows = ({ at: path, expected }: typeof change, { response }: CompleteExchange) =>
            difference(
              expected,
              within(response.body, member, ...path),
              `/${[member, ...path].join('/')}`,
            );
          return all(shows(change, at.change), also ? shows(also, at.also) : undefined);
        },
      }),
  },
  {
    name: 'update-keeps-other-members',
    level: 'MUST',
    clause: ({ clauses }) => clauses.update,
    statement: 'A member that the update mask does not name stays as it was.',
    cause: 'The whole resource is written, so that other members change or become defaults.',
    fix: 'Read the resource, set what the mask names, and write it.',
    test: ({ update, member, version, change, also }) =>
      update.test({
        given: ['create', 'change', ...(also ? (['also'] as const) : [])],
        judge: (at) => {
          const kept = (path: readonly string[], ...pair: readonly CompleteExchange[]) => {
            const [before, after] = pair.map(({ response }) =>
              without(without(within(response.body, member), path), version),
            );
            return holds(before, after, `/${member}`);
          };
          return all(
            kept(change.at, at.create, at.change),
            also ? kept(also.at, at.change, at.also) : undefined,
          );
        },
      }),
  },
  {
    name: 'read-as-updated',
    level: 'MUST',
    clause: ({ clauses }) => clauses.update,
    statement: 'The lookup shows an updated resource as the response to the update did.',
    cause: 'The lookup reads a cache from before the update, or the update is not stored.',
    fix: 'Store the update, and renew the cache before the response.',
    test: (resource) =>
      resource.update.test({
        given: ['create', 'change', 'get'],
        judge: ({ change, get }) => readsAs(resource, change, get),
      }),
  },
  {
    name: 'listed-as-updated',
    level: 'MUST',
    clause: ({ clauses }) => clauses.list,
    statement: 'The list shows an updated resource as the response to the update did.',
    cause: 'The list comes from a cache from before the update, or leaves members out.',
    fix: 'Renew the cache before the response, and encode the resource by one function.',
    appliesTo: ({ relists }) => relists === true,
    test: (resource) =>
      resource.update.test({
        given: ['create', 'change', 'list'],
        judge: ({ change, list }) => listsAs(resource, change, list),
      }),
  },
  {
    name: 'update-changes-resource-version',
    level: 'MUST',
    clause: 'resource-versions-follow-updates',
    statement: 'An update gives the resource another resource version.',
    cause: 'The version is made at the creation and never again.',
    fix: 'Make a new version with each update, in the same transaction.',
    test: ({ update, member, version }) =>
      version &&
      update.test({
        given: ['create', 'change'],
        judge: ({ create, change }) => {
          const [before, after] = [create, change].map(({ response }) =>
            textIn(response.body, member, ...version),
          );
          if (before !== after) return [];
          const at = `/${[member, ...version].join('/')}`;
          return [finding(at, `not ${describe(before)}`, describe(after))];
        },
      }),
  },
];

/** Requirements on the life of users, identity providers and parties. */
export const resourceLives: Area = (ledger) => {
  const resources = resourcesOf(ledger);
  const { user, provider, party } = resources;
  return [
    ...Object.values(resources).flatMap(requirementsAbout),
    ...userRemoval(user),
    ...identityProviders(provider),
    ...allocationOf(party),
  ];
};

function requirementsAbout(resource: Resource): readonly Requirement[] {
  const { creation, update, removal, clauses, codes, name, version } = resource;
  return [
    ...requirementsOf(creationLaws, [resource], () => idOf(creation)),
    ...requirementsOf(updateLaws, [resource], () => idOf(update)),
    ...rejected(
      creation,
      clauses.create,
      ['create'],
      // The documents allow another id than the hint.
      name === 'party'
        ? { 'taken-hint': ['again', ...codes.taken] }
        : { 'taken-id': ['again', ...codes.taken] },
    ),
    ...rejected(update, clauses.update, ['create'], {
      'other-id': ['otherId', 'INVALID_ARGUMENT'],
      'unknown-mask-path': ['otherPath', ...codes.mask],
      'missing-mask': ['noMask'],
      'missing-resource': ['noResource'],
    }),
    ...rejected(update, clauses.update, [], { 'unknown-resource': ['unknown', ...codes.unknown] }),
    ...(version === undefined
      ? []
      : rejected(update, clauses.update, ['create', 'change'], {
          'stale-version': ['stale', ...codes.stale],
        })),
    ...(removal === undefined ? [] : removalOf(removal, codes.unknown)),
  ];
}

function idOf({ probe }: Pick<Sequence<never>, 'probe'>): string {
  return `ledger/${probe.operation.name}`;
}

function removalOf(
  { clause, scenario }: NonNullable<Resource['removal']>,
  unknown: readonly string[],
): readonly Requirement[] {
  return [
    scenario.expects({
      name: 'accepted',
      clause,
      statement: 'The removal of a resource is accepted.',
      cause: 'A resource with rights stays, or the removal requires more than its path.',
      fix: 'Remove what the path names, together with its rights.',
      judge: [
        ({ create, delete: removed }) =>
          accepted(create) ? expects200(removed.response.status) : undefined,
        // A resource that could not be removed is still there when the case is sent again.
        ({ before: { response } }) =>
          response.status === 404 ? undefined : expects200(response.status),
      ],
    }),
    ...rejected(scenario, clause, ['create', 'delete'], {
      'read-after-removal': ['get', ...unknown],
      'second-removal': ['again', ...unknown],
    }),
  ];
}

/** The value without the member at this path. */
function without(value: unknown, path: readonly string[] = []): unknown {
  const [name, ...rest] = path;
  if (name === undefined || !isObject(value)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) };
}

/** The lookup shows the resource as the response to its change did. */
function readsAs({ member, read }: Resource, change: CompleteExchange, get: CompleteExchange) {
  return difference(within(change.response.body, member), read(get.response.body), `/${member}`);
}

/** The list shows the resource as the response to its change did; inconclusive without a row. */
function listsAs(
  resource: Resource,
  change: CompleteExchange,
  list: CompleteExchange,
): CheckResult {
  const expected = within(change.response.body, resource.member);
  const row = rowOf(resource, list.response.body, expected);
  return row === undefined ? undefined : difference(expected, row, `/${resource.list}`);
}
