/** Preferences for packages, of one and of several: what chapters ask for, and how they compare the responses. */
import {
  between,
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Pointer,
  queryOf,
  sent,
  statuses,
  within,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { difference, differing, elements, holds, member, string } from '../../kit/json.ts';
import { isAccepted, noOther, shown, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { ABSENT } from '../requests/formats.ts';
import { connectedIn, isLasting, isPlace } from '../requests/members.ts';
import { parties as someParties } from '../requests/request-parts.ts';
import { requestsOf } from '../requests/requests.ts';
import { codeFindings, errorOf, mayBe } from '../responses/errors.ts';
import { wronglySwitchedOff } from '../switched-off.ts';
import { isLastPage, packagesIn, rowsOf } from './vetting-rows.ts';

const PREFERENCE = { of: 'the preference' } as const;

/** Read on demand: a step may not have been sent. */
type Later = () => CompleteExchange;

/** The package and the synchronizer in a response; `undefined` if it has no preference. */
function preferredIn({ request, response: { body } }: CompleteExchange): unknown {
  if (request.operation.name !== 'preferred-packages') return member(body, 'packagePreference');
  const [packageReference] = elements(body, 'packageReferences');
  const synchronizerId = member(body, 'synchronizerId');
  return packageReference === undefined ? undefined : { packageReference, synchronizerId };
}

/** Compares versions of packages as numbers with dots between them. */
function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (const [i, number] of (a ?? []).entries()) {
    const ahead = number - (b?.[i] ?? 0);
    if (ahead !== 0) return ahead > 0;
  }
  return false;
}

const hasNone = (exchange: CompleteExchange): CheckResult =>
  differing('/packagePreference', undefined, shown(exchange, 'packagePreference'));

const hasNoPreference = (exchange: CompleteExchange): CheckResult =>
  isAccepted(exchange) ? hasNone(exchange) : undefined;

/** The documents state the response to a package without a preference, but not to an unknown name. */
const NO_SUCH_NAME = 'PACKAGE_NAMES_NOT_FOUND';

/** An unknown name has no preference, or is not found. */
function knowsNoSuchName(found: CompleteExchange): CheckResult {
  if (!found.request.path.includes(ABSENT.packageName)) return undefined;
  const { status } = found.response;
  // Another rule says so of every request to the operation.
  if (wronglySwitchedOff(found.response)) return undefined;
  if (status === 200) return between([found], hasNone(found));
  return between([found], status === 404 ? codeFindings(found, NO_SUCH_NAME) : expects200(status));
}

/** The preference for one package is that of the other operation. */
function agreesOnPreference(
  found: CompleteExchange,
  list: CompleteExchange | undefined,
): CheckResult {
  if (list === undefined) return undefined;
  if (errorOf(list)?.code === 'NO_PREFERRED_PACKAGES_FOUND') return hasNone(found);
  if (!isAccepted(list)) return undefined;
  return holds(preferredIn(list), preferredIn(found), '/packagePreference');
}

/** Where a response has the package of its preference. */
const referenceIn = ({ request }: CompleteExchange): Pointer =>
  request.operation.name === 'preferred-packages'
    ? '/packageReferences/0'
    : '/packagePreference/packageReference';

/** Compares the preferred package with the packages that each participant on its synchronizer vets. */
const onVetters =
  (
    judge: (
      preferred: unknown,
      vetted: readonly (readonly unknown[])[],
      at: Pointer,
    ) => CheckResult,
  ) =>
  (list: CompleteExchange, found: CompleteExchange): CheckResult => {
    const preference = preferredIn(found);
    if (preference === undefined || !isLastPage(list)) return 'inapplicable';
    const reference = member(preference, 'packageReference');
    const [place, name] = [string(preference, 'synchronizerId'), string(reference, 'packageName')];
    const there = rowsOf(list).filter((one) => string(one, 'synchronizerId') === place);
    const named = (one: unknown): boolean => string(one, 'packageName') === name;
    return judge(
      reference,
      there.map((one) => packagesIn(one).filter(named)),
      referenceIn(found),
    );
  };

const preferredIsVetted = onVetters((preferred, rows, at) => {
  const id = string(preferred, 'packageId');
  const row = rows.flat().find((one) => string(one, 'packageId') === id);
  if (row === undefined) return noOther(id, at, 'a vetted package');
  // The list has no version of a package that the node does not know.
  const [vetted, version] = [row, preferred].map((one) => string(one, 'packageVersion'));
  return vetted === '' ? [] : difference(vetted, version, `${at}/packageVersion`);
});

const preferredIsHighest = onVetters((preferred, vetted, at) => {
  const version = string(preferred, 'packageVersion');
  const [first = [], ...others] = vetted.map((some) =>
    some.filter(isLasting).map((one) => string(one, 'packageVersion')),
  );
  const higher = first
    .filter((one) => others.every((some) => some.includes(one)))
    .find((one) => isHigher(one, version));
  return unless(higher === undefined, `${at}/packageVersion`, higher, version);
});

const namesOf = (list: readonly unknown[]): readonly string[] =>
  list.map((one) => string(one, 'packageName')).sort();

/** The preferred packages have the names of the requirements. */
function onePackageForEach(exchange: CompleteExchange): CheckResult {
  if (!isAccepted(exchange)) return undefined;
  const expected = elements(sent(exchange.request), 'packageVettingRequirements');
  const found = elements(exchange.response.body, 'packageReferences');
  return differing('/packageReferences', namesOf(expected), namesOf(found));
}

/** The error code of a valid request without a result. */
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

/** The preference is on the synchronizer of the request, if it has one there. */
function isOnNamedPlace(elsewhere: CompleteExchange): CheckResult {
  const { request } = elsewhere;
  if (!isAccepted(elsewhere)) return undefined;
  const preferred = preferredIn(elsewhere);
  if (preferred === undefined) return 'inapplicable';
  const query = queryOf(request.path).get('synchronizer-id');
  const asked = query ?? string(sent(request), 'synchronizerId');
  const found = string(preferred, 'synchronizerId');
  return unless(isPlace(asked, found), '/synchronizerId', asked, found);
}

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
  const packageIn = (exchange: CompleteExchange) =>
    member(preferredIn(exchange), 'packageReference');
  if (packageIn(both) === undefined) return 'inapplicable';
  if (!isAccepted(alone())) return undefined;
  const [more, one] = [both, alone()].map((at) => string(packageIn(at), 'packageVersion'));
  const isRight = one !== '' && !isHigher(more ?? '', one ?? '');
  return unless(isRight, '/packageVersion', one || 'none, as for one of the parties', more);
}

export const PREFERENCE_CHECKS = {
  ...{ samePreference, noPreference, isConnected, samePreferenceLater, hasNoHigherVersion },
  ...{ hasNoPreference, knowsNoSuchName, agreesOnPreference, preferredIsVetted },
  ...{ preferredIsHighest, onePackageForEach, isOnNamedPlace },
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
  /** One requirement for each of these known packages: the first one is 0. */
  requirements: ({ fixtures }, which) =>
    (which as readonly number[]).flatMap((one) => {
      const packageName = fixtures.packageNames[one];
      return packageName === undefined ? [] : [{ packageName, parties: someParties(fixtures) }];
    }),
  /** A known synchronizer that is not this one. */
  otherPlace: ({ fixtures: { synchronizers } }, place) =>
    synchronizers.find((one) => one !== place),
  /** A party that most likely belongs to another participant, which may vet other packages. */
  partyElsewhere: ({ fixtures: { parties, listedParties } }) =>
    listedParties.find((one) => !parties.includes(one)) ?? parties[0],
};
