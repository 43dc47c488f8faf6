/** Dry runs of vetting changes, and requests that restore the packages if a server executes a dry run. */
import { type Call, call, type Exchange, type Fixtures, type Operation } from '../../../src/kit.ts';
import { canonical, elements, string, stringAt } from '../../kit/json.ts';
import { isAccepted, shownText } from '../../kit/judges.ts';
import type { Ledger } from '../area.ts';
import type { Body } from '../requests/body.ts';
import { ABSENT } from '../requests/formats.ts';
import { isPlace } from '../requests/members.ts';
import { packagesIn } from './vetting-rows.ts';

export type VettingKind = 'Vet' | 'Unvet';

/** The requests before each trial: the id of this participant, and the vetted packages. */
export function beforeTrials({ operation }: Ledger): readonly [Call, Call] {
  return [call(operation('participant-id')), call(operation('package-vetting-list'), { json: {} })];
}

/**
 * A dry run. If a server executes it, the package gets its former state back before the run ends. Nothing is sent if
 * that state is unknown.
 */
export function trial(
  ledger: Ledger,
  operation: Operation,
  fixtures: Fixtures,
  kind: VettingKind,
  packageId: string = fixtures.packages[0] ?? ABSENT.packageId,
): (before: readonly Exchange[]) => Call | undefined {
  return ([self, list]) => {
    if (!isAccepted(self) || !isAccepted(list)) return undefined;
    const participantId = shownText(self, 'participantId') ?? '';
    // A server that does not read the member most likely takes the first one.
    const synchronizerId = fixtures.synchronizers.at(-1);
    const json = { dryRun: true, changes: [change(packageId, kind)], ...placed(synchronizerId) };
    const undo = restoring(ledger, list?.response?.body, {
      participantId,
      synchronizerId,
      packageIds: [packageId],
    });
    return { ...call(operation, { json }), undo };
  };
}

const placed = (synchronizerId: string | undefined): { readonly synchronizerId?: string } =>
  synchronizerId === undefined ? {} : { synchronizerId };

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

/** Gives packages the state that they have in this list. */
function restoring(ledger: Ledger, list: unknown, place: Place): NonNullable<Call['undo']> {
  const isChanged = differsFrom(list, place);
  const onlyIf = {
    look: beforeTrials(ledger)[1],
    shows: ({ response }: Exchange) => isChanged(response?.body),
  };
  const json = { changes: changesTo(list, place), ...placed(place.synchronizerId) };
  return { ...call(ledger.operation('package-vetting-update'), { json }), onlyIf };
}

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
