/** Users, identity providers and parties as resources: their members, keys, error codes and scenarios. */
import { type Call, call } from '../../../src/kit.ts';
import { difference, stringAt, member as within } from '../../kit/json.ts';
import type { Bodies, NamedStep, Scenario } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { retryUntilEqual, retryUntilShown } from '../requests/retry.ts';
import type { CreationStep, ResourceKind, UpdateStep } from './resource-kinds.ts';
import { PARTY, PROVIDER, rowOf, USER } from './resource-kinds.ts';
import { mask, type Update } from './scratch.ts';

/** A kind of resource at one version of the ledger, with its scenarios. */
export interface Resource extends ResourceKind {
  readonly creation: Scenario<CreationStep>;
  readonly update: Scenario<UpdateStep>;
}

/** True if more pages follow. */
export function isCut(page: unknown): boolean {
  return Boolean(stringAt(page, 'nextPageToken'));
}

function listUntil(kind: ResourceKind, list: Call, one: unknown): Call {
  const shows = (body: unknown): boolean =>
    isCut(body) || difference(one, rowOf(kind, body, stringAt(one, kind.key))).length === 0;
  return one === undefined ? list : retryUntilShown(list, shows);
}

const applicability = ({
  notApplicableWhen,
}: ResourceKind): Pick<ResourceKind, 'notApplicableWhen'> =>
  notApplicableWhen ? { notApplicableWhen } : {};

/** The same creation again, without its undo, which the first one has. */
function repeated(create: NamedStep): NamedStep {
  if (typeof create === 'function') return create;
  const { undo: _undo, ...again } = create;
  return again;
}

function creationOf(ledger: Ledger, kind: ResourceKind): Scenario<CreationStep> {
  const [name, clause] = kind.places.create;
  return scenario<CreationStep>(ledger.operation(name), {
    name: `scratch-${kind.name}`,
    clause,
    sends: 'a scratch resource: created, read, listed and created again, and invalid creations',
    effect: kind.effect,
    ...applicability(kind),
    steps: (fixtures, tag) => {
      const fresh = kind.fresh(ledger, fixtures, tag);
      const { before, lead, early, create, get, list, whole, remove, more } = fresh;
      return {
        before,
        ...lead,
        // A cache keeps what it read before.
        early: early ?? (() => get(undefined)),
        create,
        get: ({ create: made }) => retryUntilEqual(get(made), within(made, kind.member), kind.read),
        list: ({ create: made }) => listUntil(kind, list, within(made, kind.member)),
        ...(whole && {
          whole: ({ create: made }: Bodies) => listUntil(kind, whole, within(made, kind.member)),
        }),
        ...more,
        again: more?.again ?? repeated(create),
        ...(remove && { remove }),
      };
    },
  });
}

function updateOf(ledger: Ledger, kind: ResourceKind): Scenario<UpdateStep> {
  const { member, key, version = [], changes, absent, body, places } = kind;
  const operation = ledger.operation(places.update[0]);
  const [path = ''] = operation.pathParameters;
  return scenario<UpdateStep>(operation, {
    name: `scratch-${kind.name}`,
    clause: places.update[1],
    sends:
      'a scratch resource, its lookup and its list; updates: valid ones, one from an old version, and invalid ones',
    effect: kind.effect,
    // A creation or a removal by another probe would renew a list in a cache.
    ...(kind.name === 'provider' && { alone: true }),
    ...applicability(kind),
    steps: (fixtures, tag) => {
      const { before, create, get, list, remove } = kind.fresh(ledger, fixtures, tag);
      const sent =
        (json: (id: string, bodies: Bodies) => object) =>
        (bodies: Bodies): Call | undefined => {
          const id = stringAt(bodies['create'], member, key);
          if (id === undefined) return undefined;
          return call(operation, { path: { [path]: id }, json: json(id, bodies) });
        };
      const good = ({ members, paths }: Update) =>
        sent((id, { create: made }) => ({
          [member]: body(id, members(stringAt(made, member, ...version) ?? '')),
          updateMask: mask(...paths),
        }));
      const [change, ...others] = changes;
      const last = others.at(-1) ?? change;
      const wrong = (id: string) => ({ [member]: body(id, change.members('')) });
      const updateMask = mask(...change.paths);
      const unknown = { ...wrong(absent), updateMask };
      return {
        before,
        create,
        // Caches keep what they read before.
        early: ({ create: made }) => get(made),
        listed: list,
        change: good(change),
        get: ({ create: made, change: changed }) =>
          retryUntilEqual(get(made), within(changed, member), kind.read),
        ...Object.fromEntries(others.map((other) => [other.step, good(other)])),
        list: (bodies) => listUntil(kind, list, within(bodies[last.step], member)),
        // Without a version there is no old one.
        ...(kind.version && {
          stale: (bodies) =>
            stringAt(bodies['create'], member, ...version)
              ? good(kind.stale ?? change)(bodies)
              : undefined,
        }),
        otherId: sent(() => unknown),
        otherPath: sent((id) => ({ ...wrong(id), updateMask: mask('assay_knows_no_such_path') })),
        unknown: call(operation, { path: { [path]: absent }, json: unknown }),
        noMask: sent(wrong),
        noResource: sent(() => ({ updateMask })),
        ...kind.wrongUpdates?.(ledger, tag),
        ...(remove && { remove }),
      };
    },
  });
}

export function resourcesOf(ledger: Ledger): Readonly<Record<ResourceKind['name'], Resource>> {
  const at = (kind: ResourceKind): Resource => ({
    ...kind,
    creation: creationOf(ledger, kind),
    update: updateOf(ledger, kind),
  });
  return { user: at(USER), provider: at(PROVIDER), party: at(PARTY) };
}
