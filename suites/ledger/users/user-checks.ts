/** The functions by which chapters judge users and their rights. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { sent, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { difference, elements, holds, stringAt, member as within } from '../../kit/json.ts';
import {
  all,
  blaming,
  isAccepted,
  lacking,
  shown,
  shownList,
  unexpected,
  unless,
} from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { expects200, expectsAcceptance } from '../../kit/statuses.ts';
import { kindOf } from '../requests/members.ts';
import { isFullOfProviders, isStale } from '../resources/resource-checks.ts';
import { PROVIDER, type ResourceKind, rowOf, USER } from '../resources/resource-kinds.ts';
import { sameView } from '../responses/views.ts';

/** The finding about an id that counts as taken although no user has it. */
const stillTaken = (): CheckResult => [
  wrongStatus(worded`${statuses(200)}, because there is no such user`, 409),
];

/** A user whose id has special characters is found and removed by this id. */
function keepsSpecialId(
  clear: CompleteExchange,
  create: CompleteExchange,
  get: CompleteExchange,
  remove: CompleteExchange,
): CheckResult {
  const { status } = create.response;
  // An id that the removal does not find, or cannot read, cannot be taken.
  if (status === 409 && [400, 404].includes(clear.response.status)) return stillTaken();
  if (!isAccepted(create)) return expects200(status);
  return all(
    expects200(get.response.status),
    sameView(get, 'User', shown(create, 'user'), shown(get, 'user'), { at: '/user' }),
    expects200(remove.response.status),
  );
}

const isServed = (step: CompleteExchange): CheckResult => blaming(step, expectsAcceptance(step));

/** The document permits the size of the request, so that it is not too large. */
const isNotTooLarge = (step: CompleteExchange): CheckResult =>
  step.response.status === 413 ? [wrongStatus(200, 413)] : isServed(step);

/** Not every administrator may grant rights for any party. */
const isAcceptedUnlessDenied = (creation: CompleteExchange): CheckResult =>
  creation.response.status === 403 ? undefined : expectsAcceptance(creation);

/** The lookup shows exactly the rights from the creation of the user. */
function keepsRights(create: CompleteExchange, lookup: CompleteExchange): CheckResult {
  const { status, body } = lookup.response;
  return status === 200 ? sameRights('rights', rightsIn(create), body) : expects200(status);
}

/** The rights of a creation are among those of the lookup. */
function hasRights(create: CompleteExchange, rights: CompleteExchange): CheckResult {
  if (!isAccepted(create) || !isAccepted(rights)) return undefined;
  const held = shownList(rights, 'rights').map(nameOfRight);
  const named = rightsIn(create).map(nameOfRight);
  const at = named.findIndex((name) => !held.includes(name));
  const lost = worded`${named[at] ?? ''}, right ${at + 1} of ${named.length} in the request,`;
  return at < 0 ? [] : [lacking(lost, '/rights')];
}

/** Each change of the rights of a new user names the rights that it changed. */
function showsChangedRights(
  create: CompleteExchange,
  ...changes: readonly CompleteExchange[]
): CheckResult {
  const { changed } = rightsAfter(create, changes);
  return all(
    ...changes.map((change, i) => {
      const member = isGrant(change) ? 'newlyGrantedRights' : 'newlyRevokedRights';
      // A response may name a right as often as the request.
      const named = { [member]: eachOnce(shownList(change, member)) };
      return blaming(change, sameRights(member, changed[i] ?? [], named));
    }),
  );
}

/** The list shows exactly the rights that a new user has after these changes. */
const listsChangedRights = (
  list: CompleteExchange,
  create: CompleteExchange,
  ...changes: readonly CompleteExchange[]
): CheckResult => {
  const { left } = rightsAfter(create, changes);
  return sameRights('rights', left, list.response.body, changes.flatMap(rightsIn));
};

/** Each right that both of two changes at the same time name is changed by one of them. A rejection leaves the other one. */
function isNamedOnce(one: CompleteExchange, other: CompleteExchange): CheckResult {
  const names = rightsIn(other).map(nameOfRight);
  const shared = rightsIn(one).filter((right) => names.includes(nameOfRight(right)));
  if (shared.length === 0) return 'inapplicable';
  const member = isGrant(one) ? 'newlyGrantedRights' : 'newlyRevokedRights';
  const changed = [one, other].map((change) => shownList(change, member).map(nameOfRight));
  return shared.flatMap((right) => {
    const times = changed.filter((named) => named.includes(nameOfRight(right))).length;
    const name = nameOfRight(right);
    const actual = times === 0 ? worded`${name} in neither response` : worded`${name} in both`;
    return unless(times === 1, `/${member}`, 'in one of them', actual);
  });
}

/** The second list has no right that the first one lacks. */
function hasNoOtherRights(list: CompleteExchange, later: CompleteExchange): CheckResult {
  const held = shownList(list, 'rights').map(nameOfRight);
  const other = shownList(later, 'rights').find((right) => !held.includes(nameOfRight(right)));
  return other === undefined ? [] : [unexpected(worded`${JSON.stringify(other)}`, '/rights')];
}

const VERSION = ['user', 'metadata', 'resourceVersion'] as const;

const hasSameVersion = (create: CompleteExchange, get: CompleteExchange): CheckResult =>
  difference(shown(create, ...VERSION), shown(get, ...VERSION), `/${VERSION.join('/')}`);

/** The version that an update names is the current one. */
function isFromCurrentVersion(update: CompleteExchange): CheckResult {
  if (isAccepted(update)) return [];
  return isStale(update) ? [wrongStatus(200, update.response.status)] : undefined;
}

/** At most one of two requests that exclude each other. */
function isAcceptedOnce(one: CompleteExchange, other: CompleteExchange): CheckResult {
  const accepted = [one, other].filter(isAccepted);
  if (accepted.length === 0) return undefined;
  return accepted.length === 1 ? [] : [wrongStatus(worded`${statuses(409)} for one of them`, 200)];
}

/** At most one of two creations. One that cannot be read conflicts with none. */
const isCreatedOnce = (one: CompleteExchange, other: CompleteExchange): CheckResult =>
  [one, other].some(({ response }) => response.status === 400)
    ? undefined
    : isAcceptedOnce(one, other);

/** Of two creations at the same time, the second one may only be rejected because of the first. */
function isReadLike(first: CompleteExchange, second: CompleteExchange): CheckResult {
  const { status } = second.response;
  if (status === 200 || status === 409) return [];
  const isRefused = status === 400 && isAccepted(first);
  return isRefused ? blaming(second, [wrongStatus([200, 409], status)]) : undefined;
}

/** At most one of two updates that name the same version. */
function isUpdatedOnce(one: CompleteExchange, other: CompleteExchange): CheckResult {
  const versionIn = ({ request }: CompleteExchange): string | undefined =>
    stringAt(sent(request), 'user', 'metadata', 'resourceVersion');
  // Without a version, each update is accepted.
  const isSame = versionIn(one) === versionIn(other);
  return versionIn(one) && isSame ? isAcceptedOnce(one, other) : undefined;
}

/** What was made can be removed. */
const isAcceptedAfter = (create: CompleteExchange, removal: CompleteExchange): CheckResult =>
  isAccepted(create) ? blaming(removal, expectsAcceptance(removal)) : undefined;

const isAcceptedUnlessMissing = (removal: CompleteExchange): CheckResult =>
  removal.response.status === 404 ? undefined : expectsAcceptance(removal);

/** The list has no resource with the id of the creation. */
const lacksNewOne =
  (kind: ResourceKind) =>
  (list: CompleteExchange, create: CompleteExchange): CheckResult => {
    const { body } = list.response;
    const row = rowOf(kind, body, stringAt(sent(create.request), kind.member, kind.key));
    if (row === undefined) return nextTokenOf(list) === '' ? [] : 'inapplicable';
    return [unexpected(worded`the removed resource`, `/${kind.list}`)];
  };

/** An id that a removal does not find cannot be taken. */
function isIdFree(removal: CompleteExchange, creation: CompleteExchange): CheckResult {
  if (removal.response.status !== 404) return undefined;
  const { status } = creation.response;
  if (isFullOfProviders(creation)) return 'inapplicable';
  return status === 409 ? stillTaken() : expects200(status);
}

/** After a removal, which a second one does not find, a user of this id can be created and removed. */
function freesId(
  removal: CompleteExchange,
  again: CompleteExchange,
  anew: CompleteExchange,
  last: CompleteExchange,
): CheckResult {
  if (!isAccepted(removal)) return undefined;
  return isAccepted(anew) ? expects200(last.response.status) : isIdFree(again, anew);
}

const hasNoRights = (rights: CompleteExchange): CheckResult => {
  const { length } = shownList(rights, 'rights');
  return unless(length === 0, '/rights', 'none', length);
};

export const USER_CHECKS = {
  ...{
    isAccepted: isServed,
    isNotTooLarge,
    isAcceptedUnlessDenied,
    isAcceptedAfter,
    isAcceptedUnlessMissing,
  },
  ...{ lacksUserOf: lacksNewOne(USER), lacksProviderOf: lacksNewOne(PROVIDER) },
  ...{ isIdFree, freesId, hasNoRights, isUpdatedOnce, isCreatedOnce, isReadLike },
  ...{ keepsSpecialId, hasRights, keepsRights, showsChangedRights, listsChangedRights },
  ...{ isNamedOnce, hasNoOtherRights, hasSameVersion, isFromCurrentVersion },
};

/** The rights that each change grants or revokes, and those that are left. */
function rightsAfter(create: CompleteExchange, changes: readonly CompleteExchange[]) {
  let left = rightsIn(create);
  const changed = changes.map((change) => {
    const held = left.map(nameOfRight);
    const differing = eachOnce(rightsIn(change)).filter(
      (right) => held.includes(nameOfRight(right)) !== isGrant(change),
    );
    const names = differing.map(nameOfRight);
    left = isGrant(change)
      ? [...left, ...differing]
      : left.filter((right) => !names.includes(nameOfRight(right)));
    return differing;
  });
  return { changed, left };
}

const isGrant = ({ request }: CompleteExchange): boolean =>
  request.operation.name === 'user-rights-grant';

const rightsIn = ({ request }: CompleteExchange): readonly unknown[] =>
  elements(sent(request), 'rights');

const eachOnce = (rights: readonly unknown[]): readonly unknown[] => [
  ...new Map(rights.map((right) => [nameOfRight(right), right])).values(),
];

/**
 * Differences of two sets of rights: the first one that only one of them has, or a difference within a right. `changed`
 * are the rights that the requests before name: one that is lost without being named is shown as such.
 */
function sameRights(
  at: string,
  expected: readonly unknown[],
  body: unknown,
  changed: readonly unknown[] = expected,
): CheckResult {
  const [due, came] = [expected, elements(body, at)].map((all) => all.map(nameOfRight));
  const lost = due?.find((name) => !came?.includes(name));
  if (lost !== undefined) {
    const isNamed = changed.some((right) => nameOfRight(right) === lost);
    return [lacking(isNamed ? lost : worded`${lost}, which no change names,`, `/${at}`)];
  }
  const other = came?.find((name) => !due?.includes(name));
  if (other !== undefined) return [unexpected(other, `/${at}`)];
  const sorted = (rights: readonly unknown[]): readonly unknown[] =>
    rights.toSorted((a, b) => (nameOfRight(a) < nameOfRight(b) ? -1 : 1));
  return holds(sorted(expected), sorted(elements(body, at)), `/${at}`);
}

/** Two rights of one kind and one party are the same. */
function nameOfRight(right: unknown): string {
  const kind = within(right, 'kind');
  const name = kindOf(kind);
  return `${name} ${stringAt(kind, name, 'value', 'party')}`;
}
