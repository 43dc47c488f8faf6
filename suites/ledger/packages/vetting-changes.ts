/** Changes of the vetting of packages, and those that give packages their former state. */
import { canonical, elements, string, stringAt } from '../../kit/json.ts';
import type { Body } from '../requests/body.ts';
import { isPlace } from '../requests/members.ts';
import { packagesIn } from './vetting-rows.ts';

export type VettingKind = 'Vet' | 'Unvet';

/** Packages that a participant vets on a synchronizer, or on any. */
export interface Place {
  readonly participantId: string;
  readonly synchronizerId: string | undefined;
  readonly packageIds: readonly string[];
}

/** The packages of a place in a list, `null` for each that is not vetted there. */
function statesIn(
  list: unknown,
  { participantId, synchronizerId, packageIds }: Place,
): readonly unknown[] {
  const there = elements(list, 'vettedPackages')
    .filter((row) => string(row, 'participantId') === participantId)
    .filter((row) => !synchronizerId || isPlace(synchronizerId, string(row, 'synchronizerId')))
    .flatMap(packagesIn);
  return packageIds.map((id) => there.find((one) => string(one, 'packageId') === id) ?? null);
}

/** The changes that give packages the state that they have in this list. */
export function changesTo(list: unknown, place: Place): readonly Body<'VettedPackagesChange'>[] {
  const former = statesIn(list, place);
  return place.packageIds.map((id, i) =>
    former[i] === null ? change(id, 'Unvet') : change(id, 'Vet', former[i]),
  );
}

/** True for a list that shows these packages in another state than this one. */
export const differsFrom =
  (list: unknown, place: Place) =>
  (now: unknown): boolean =>
    canonical(statesIn(now, place)) !== canonical(statesIn(list, place));

/** Vets a package with its former period, or removes it from the vetted packages. */
export function change(
  packageId: string,
  kind: VettingKind,
  former?: unknown,
): Body<'VettedPackagesChange'> {
  const from = stringAt(former, 'validFromInclusive');
  const until = stringAt(former, 'validUntilExclusive');
  const times = {
    ...(from === undefined ? {} : { newValidFromInclusive: from }),
    ...(until === undefined ? {} : { newValidUntilExclusive: until }),
  };
  const packages = [{ packageId, packageName: '', packageVersion: '' }];
  return kind === 'Vet'
    ? { operation: { Vet: { value: { packages, ...times } } } }
    : { operation: { Unvet: { value: { packages } } } };
}
