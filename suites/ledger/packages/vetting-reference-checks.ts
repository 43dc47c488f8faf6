/** Dry runs that name a vetted package as the list shows it: what chapters take from the list, and how they judge them. */
import { type CheckResult, type CompleteExchange, sent } from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { isAccepted, shown, unexpected, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { connectedIn, isLasting, isPlace } from '../requests/members.ts';
import { errorOf, isRejectedAsMalformed } from '../responses/errors.ts';
import { changesTo, differsFrom, type Place } from './vetting-changes.ts';
import { idsIn, namesIn, packagesIn } from './vetting-rows.ts';

/** The last row of this participant in a list: a mapper that repeats the first one has others here. */
function ownRow(self: unknown, list: unknown): unknown {
  const own = string(self, 'participantId');
  return elements(list, 'vettedPackages').findLast((one) => string(one, 'participantId') === own);
}

/** The name with the most packages in a row, and the ids of these packages. */
function largestName(row: unknown): { readonly name: string; readonly packageIds: string[] } {
  const names = namesIn([row]).filter((one) => one !== '');
  const count = (name: string): number => names.filter((one) => one === name).length;
  const [name = ''] = names.toSorted((a, b) => count(b) - count(a));
  const packages = packagesIn(row).filter((one) => string(one, 'packageName') === name);
  return { name, packageIds: packages.map((one) => string(one, 'packageId')) };
}

/** The first package whose version no other one has, so that the version alone is not ambiguous. */
function rarest(row: unknown): unknown {
  const versions = packagesIn(row).map((one) => string(one, 'packageVersion'));
  const place = versions.findIndex(
    (one, i) => !versions.some((other, j) => i !== j && one === other),
  );
  return packagesIn(row)[Math.max(0, place)];
}

const MOST_OTHERS = 9;

/** How changes name the packages of this participant's last row, and where they are; `undefined` if it has none. */
export function vettingOf(self: unknown, list: unknown) {
  const row = ownRow(self, list);
  const [vetted, ...others] = packagesIn(row).toReversed();
  if (vetted === undefined) return undefined;
  // A server that executes the dry run does not change packages that are vetted at all times.
  const lasting = others.filter(isLasting).slice(0, MOST_OTHERS);
  const references = [vetted, ...lasting].map((one) => ({
    packageId: string(one, 'packageId'),
    packageName: string(one, 'packageName'),
    packageVersion: string(one, 'packageVersion'),
  }));
  const packageVersion = string(vetted, 'packageVersion');
  const { name, packageIds } = largestName(row);
  const place: Place = {
    participantId: string(self, 'participantId'),
    synchronizerId: string(row, 'synchronizerId'),
    packageIds: [string(vetted, 'packageId')],
  };
  return {
    ...{ references, reference: references[0], place },
    serial: Number(member(row, 'topologySerial') ?? 0),
    otherVersion: { ...references[0], packageVersion: `${packageVersion}.1` },
    versionAlone: { packageVersion: string(rarest(row), 'packageVersion') },
    anywhere: { ...place, synchronizerId: undefined },
    named: { ...place, packageIds },
    name,
    ...(packageIds.length > 1 && { ambiguousName: name }),
  };
}

interface Former {
  readonly list: unknown;
  readonly of: Place;
}

export const VETTING_REFERENCE_HOLES: Readonly<Record<string, Hole>> = {
  vettingOf: (_, given) => {
    const { self, list } = given as { readonly self: unknown; readonly list: unknown };
    return vettingOf(self, list);
  },
  /** The changes that give packages the state that they have in this list. */
  formerVetting: (_, given) => {
    const { list, of: place } = given as Former;
    return changesTo(list, place);
  },
  /** True for a list that shows these packages in another state. */
  vettingChanged: (_, given) => {
    const { list, of: place } = given as Former;
    return differsFrom(list, place);
  },
};

/** The new packages are those from before. */
function keepsVetted(change: CompleteExchange): CheckResult {
  const [before, now] = ['pastVettedPackages', 'newVettedPackages'].map((name) =>
    idsIn(shown(change, name)),
  );
  return before?.length === 0 ? undefined : difference(before, now, '/newVettedPackages');
}

/** No package has the name that the change removes. */
function unvetsName(change: CompleteExchange): CheckResult {
  // A participant may need what is removed.
  if (!isAccepted(change))
    return isRejectedAsMalformed(change) ? expects200(change.response.status) : 'inapplicable';
  const left = namesIn([shown(change, 'newVettedPackages')]);
  const [one] = elements(sent(change.request), 'changes');
  const [reference] = elements(one, 'operation', 'Unvet', 'value', 'packages');
  const name = string(reference, 'packageName');
  return left.includes(name) ? [unexpected(name, '/newVettedPackages')] : [];
}

/** A change by a name that several packages have is rejected. */
function isAmbiguous(
  self: CompleteExchange,
  list: CompleteExchange,
  change: () => CompleteExchange,
): CheckResult {
  const { packageIds } = largestName(ownRow(self.response.body, list.response.body));
  if (packageIds.length < 2) return 'inapplicable';
  return expectsRejection(change().response.status, [400, 404]);
}

/** A change without a synchronizer is of the only one; if there are several, it is rejected. */
function isOfOnlyOne(connected: CompleteExchange, change: CompleteExchange): CheckResult {
  const [only, ...others] = connectedIn(connected);
  if (only === undefined) return 'inapplicable';
  if (others.length > 0)
    return rejectedAs(change, 'PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER');
  if (!isAccepted(change)) return expects200(change.response.status);
  const found = string(shown(change, 'newVettedPackages'), 'synchronizerId');
  return unless(isPlace(only, found), '/newVettedPackages/synchronizerId', only, found);
}

/** The documents name the code of this rejection. */
function rejectedAs(exchange: CompleteExchange, code: string): CheckResult {
  const rejection = expectsRejection(exchange.response.status, 400);
  const found = errorOf(exchange)?.code;
  // A 400 may be plain text.
  const isRead = rejection?.length === 0 && found !== undefined;
  return isRead ? difference(code, found, '/code') : rejection;
}

const isRejectedForSerial = ({ response: { status } }: CompleteExchange): CheckResult =>
  expectsRejection(status, [400, 409]);

/** The package has the period that the last change gives it. */
function showsPeriod(change: CompleteExchange): CheckResult {
  const last = elements(sent(change.request), 'changes').at(-1);
  const value = member(last, 'operation', 'Vet', 'value');
  const [reference] = elements(value, 'packages');
  const found = packagesIn(shown(change, 'newVettedPackages')).find(
    (one) => string(one, 'packageId') === string(reference, 'packageId'),
  );
  if (!isAccepted(change) || found === undefined) return undefined;
  return ['validFromInclusive', 'validUntilExclusive'].flatMap((name) => {
    const time = string(value, name.replace(/^v/, 'newV'));
    const text = member(found, name);
    const [expected, actual] = [time, `${text}`].map((one) => Date.parse(one));
    return expected === actual ? [] : difference(time, text, `/${name}`);
  });
}

export const VETTING_REFERENCE_CHECKS = {
  ...{ keepsVetted, unvetsName, isAmbiguous },
  ...{ isOfOnlyOne, isRejectedForSerial, showsPeriod },
};
