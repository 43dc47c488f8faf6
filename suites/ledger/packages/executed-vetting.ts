/** A change of vetted packages that is executed and undone: what chapters take from responses, and how they judge them. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { sent, within } from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { eachOf, isAccepted, unless } from '../../kit/judges.ts';
import { isLasting, isPlace } from '../requests/members.ts';
import { preferredIn } from './preference-checks.ts';
import { packagesIn } from './vetting-rows.ts';

interface Wanted {
  readonly self: unknown;
  readonly list: unknown;
  readonly place: string;
  readonly packageId: string;
}

/** The package as this participant vets it on each synchronizer. */
function ownStates(self: unknown, list: unknown, packageId: string) {
  const own = string(self, 'participantId');
  return elements(list, 'vettedPackages')
    .filter((row) => string(row, 'participantId') === own)
    .map((row) => ({
      place: string(row, 'synchronizerId'),
      state: packagesIn(row).find((one) => string(one, 'packageId') === packageId),
    }));
}

export const EXECUTED_VETTING_HOLES: Readonly<Record<string, Hole>> = {
  /** The package, if this participant vets it there at all times: only then is its former state surely restored. */
  vettedAtAllTimes: (_, given) => {
    const { self, list, place, packageId } = given as Wanted;
    const there = ownStates(self, list, packageId).find((one) => isPlace(place, one.place));
    return there?.state !== undefined && isLasting(there.state) ? packageId : undefined;
  },
};

/** What a change of one package sets. */
function changeIn({ request }: CompleteExchange) {
  const body = sent(request);
  const [change] = elements(body, 'changes');
  const value = member(change, 'operation', 'Vet', 'value');
  return {
    place: string(body, 'synchronizerId'),
    packageId: string(elements(value, 'packages')[0], 'packageId'),
    until: string(value, 'newValidUntilExclusive'),
  };
}

/** The list shows the new end of the package on the synchronizer of the change. */
function showsNewEnd(
  self: CompleteExchange,
  change: CompleteExchange,
  after: CompleteExchange,
): CheckResult {
  const { place, packageId, until } = changeIn(change);
  const states = ownStates(self.response.body, after.response.body, packageId);
  const there = states.find((one) => isPlace(place, one.place))?.state;
  return difference(
    until,
    string(there, 'validUntilExclusive'),
    '/vettedPackages/packages/validUntilExclusive',
  );
}

/** On every other synchronizer the package is vetted as before. */
function keepsOtherPlaces(
  self: CompleteExchange,
  change: CompleteExchange,
  before: CompleteExchange,
  after: CompleteExchange,
): CheckResult {
  const { place, packageId } = changeIn(change);
  const [former, now] = [before, after].map((list) =>
    ownStates(self.response.body, list.response.body, packageId).filter(
      (one) => !isPlace(place, one.place),
    ),
  );
  if (!former?.length) return 'inapplicable';
  return eachOf(former, ({ place: other, state }) => {
    const same = now?.find((one) => one.place === other)?.state;
    return within(difference(state, same, '/vettedPackages/packages'), { of: other });
  });
}

/** A package that is preferred before its vetting ends is not preferred at a later time. */
function isPreferredUntilEnd(
  host: CompleteExchange,
  change: CompleteExchange,
  inside: CompleteExchange,
  outside: CompleteExchange,
): CheckResult {
  const { packageId } = changeIn(change);
  const [party] = elements(host.response.body, 'partyDetails');
  const idIn = (exchange: CompleteExchange) =>
    string(preferredIn(exchange), 'packageReference', 'packageId');
  // Another participant may host the party, and vet the package at all times.
  if (member(party, 'isLocal') !== true || idIn(inside) !== packageId) return 'inapplicable';
  if (!isAccepted(outside)) return outside.response.status < 500 ? [] : undefined;
  const at = '/packageReferences/packageId';
  return unless(idIn(outside) !== packageId, at, 'a package that is vetted then', packageId);
}

export const EXECUTED_VETTING_CHECKS = { showsNewEnd, keepsOtherPlaces, isPreferredUntilEnd };
