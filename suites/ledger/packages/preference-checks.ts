/** Preferences for packages, of one and of several: what chapters ask for, and how they compare the responses. */
import {
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  describe,
  statuses,
  within,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { elements, holds, member, string } from '../../kit/json.ts';
import { isAccepted, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { connectedIn, isLasting, isPlace } from '../requests/members.ts';
import { requestsOf } from '../requests/requests.ts';
import { mayBe } from '../responses/errors.ts';
import { isHigher, preferredPackage, preferredPackages } from './preferences.ts';
import { isLastPage, packagesIn, rowsOf } from './vetting-rows.ts';

const PREFERENCE = { of: 'the preference' } as const;

/** Read on demand: a step may not have been sent. */
type Later = () => CompleteExchange;

/** The package and the synchronizer in a response; `undefined` if it has no preference. */
function preferredIn({ request, response: { body } }: CompleteExchange): unknown {
  const isOfSeveral = request.operation.name === 'preferred-packages';
  return isOfSeveral ? preferredPackages(body) : preferredPackage(body);
}

/** The error code of a good request without a result. */
const noneOf = ({ request }: CompleteExchange) => requestsOf(request.operation)?.none;

/** Without any preference there is nothing to compare. */
function wherePreferred(plain: CompleteExchange, judge: () => CheckResult): CheckResult {
  if (mayBe(plain, noneOf(plain))) return 'inapplicable';
  if (!isAccepted(plain)) return undefined;
  return preferredIn(plain) === undefined ? 'inapplicable' : judge();
}

function same(plain: CompleteExchange, other: CompleteExchange): CheckResult {
  const { status } = other.response;
  if (status === 200) return within(holds(preferredIn(plain), preferredIn(other)), PREFERENCE);
  const none = noneOf(plain);
  return mayBe(other, none)
    ? [wrongStatus(200, worded`${statuses(status)} ${none}`)]
    : expects200(status);
}

const samePreference = (plain: CompleteExchange, other: Later): CheckResult =>
  wherePreferred(plain, () => same(plain, other()));

const noPreference = (plain: CompleteExchange, nowhere: Later): CheckResult =>
  wherePreferred(plain, () => {
    const { status } = nowhere().response;
    if (status >= 500) return expectsRejection(status, [200, 404]);
    const found = status === 200 ? preferredIn(nowhere()) : undefined;
    return unless(found === undefined, bodyPlace('', PREFERENCE), 'none', describe(found));
  });

const isConnected = (plain: CompleteExchange, connected: CompleteExchange): CheckResult =>
  wherePreferred(plain, () => {
    const found = string(preferredIn(plain), 'synchronizerId');
    const isThere = connectedIn(connected).some((place) => isPlace(place, found));
    return unless(isThere, '/synchronizerId', 'a connected synchronizer', found);
  });

/** The preference is the same at another time, if all packages are vetted at all times. */
const samePreferenceLater = (
  plain: CompleteExchange,
  rows: CompleteExchange,
  later: Later,
): CheckResult =>
  wherePreferred(plain, () => {
    const isLong = rowsOf(rows).flatMap(packagesIn).every(isLasting);
    return isLong && isLastPage(rows) ? same(plain, later()) : 'inapplicable';
  });

/** A package that all participants of two parties vet is vetted by those of each of them. */
function hasNoHigherVersion(both: CompleteExchange, alone: Later): CheckResult {
  const referenceIn = (exchange: CompleteExchange) =>
    member(preferredIn(exchange), 'packageReference');
  if (referenceIn(both) === undefined) return 'inapplicable';
  if (!isAccepted(alone())) return undefined;
  const [more, one] = [both, alone()].map((at) => string(referenceIn(at), 'packageVersion'));
  const isRight = one !== '' && !isHigher(more ?? '', one ?? '');
  return unless(isRight, '/packageVersion', one || 'none, as for one of the parties', more);
}

export const PREFERENCE_CHECKS = {
  ...{ samePreference, noPreference, isConnected, samePreferenceLater, hasNoHigherVersion },
};

/** The name of packages of which some participants vet more than others. */
function unequal(list: unknown): string | undefined {
  const rows = elements(list, 'vettedPackages').map(packagesIn);
  const named = (name: string) => (one: unknown) => string(one, 'packageName') === name;
  return rows
    .flat()
    .map((one) => string(one, 'packageName'))
    .find((name) => {
      const counts = rows.map((row) => row.filter(named(name)).length).filter((n) => n > 0);
      return name !== '' && new Set(counts).size > 1;
    });
}

export const PREFERENCE_HOLES: Readonly<Record<string, Hole>> = {
  /** A package of which some participants vet more versions than others, or the first one. */
  unequallyVetted: ({ fixtures: { packageNames } }, list) => unequal(list) ?? packageNames[0] ?? '',
  /** A party that most likely belongs to another participant, which may vet other packages. */
  partyElsewhere: ({ fixtures: { parties, listedParties } }) =>
    listedParties.find((one) => !parties.includes(one)) ?? parties[0],
};
