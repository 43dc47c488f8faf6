/** Dry runs of vetting changes, and requests that restore the packages if a server executes a dry run. */
import { type Call, call, type Exchange, type Fixtures, type Operation } from '../../../src/kit.ts';
import { canonical, elements, member, string, stringAt } from '../../kit/json.ts';
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
interface Place {
  readonly participantId: string;
  readonly synchronizerId: string | undefined;
  readonly packageIds: readonly string[];
}

/** Gives packages the state that they have in this list. */
export function restoring(
  ledger: Ledger,
  list: unknown,
  { participantId, synchronizerId, packageIds }: Place,
): NonNullable<Call['undo']> {
  const statesIn = (vetted: unknown): readonly unknown[] => {
    const there = elements(vetted, 'vettedPackages')
      .filter((row) => string(row, 'participantId') === participantId)
      .filter((row) => !synchronizerId || isPlace(synchronizerId, string(row, 'synchronizerId')))
      .flatMap(packagesIn);
    return packageIds.map((id) => there.find((one) => string(one, 'packageId') === id) ?? null);
  };
  const former = statesIn(list);
  const changes = packageIds.map((id, i) =>
    former[i] === null ? change(id, 'Unvet') : change(id, 'Vet', former[i]),
  );
  const onlyIf = {
    look: beforeTrials(ledger)[1],
    shows: ({ response }: Exchange) => canonical(statesIn(response?.body)) !== canonical(former),
  };
  const json = { changes, ...placed(synchronizerId) };
  return { ...call(ledger.operation('package-vetting-update'), { json }), onlyIf };
}

/** Vets a package with its former period, or removes it from the vetted packages. */
function change(
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

/** A dry run that adds or removes every package with this name. */
export const changingByName = (kind: VettingKind, row: unknown, packageName: string) => ({
  dryRun: true,
  changes: [{ operation: { [kind]: { value: { packages: [{ packageName }] } } } }],
  synchronizerId: string(row, 'synchronizerId'),
  updateVettedPackagesForceFlags: FORCED,
});

interface Listed {
  readonly row: unknown;
  readonly vetted: unknown;
  readonly lasting: readonly unknown[];
}

interface Reference {
  readonly withOthers?: boolean;
  /** With the flags that allow more; packages that are vetted already need none. */
  readonly forced?: boolean;
  /** An unknown package among others that are known. */
  readonly withUnknown?: boolean;
  /** Each package with another version than the listed one. */
  readonly otherVersions?: boolean;
  /** How much later the expected serial is. */
  readonly later?: number;
  /** Expects that nothing was vetted before. */
  readonly asFirst?: boolean;
  /** Without an id and a name. */
  readonly versionOnly?: boolean;
  /** The period of the package; a change before vets it at all times, with the others. */
  readonly period?: { readonly validFromInclusive: string; readonly validUntilExclusive: string };
}

const FORCED = [
  'UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES',
  'UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES',
] as const;

/** The first package whose version no other one has, so that the version alone is not ambiguous. */
function rarest(row: unknown): unknown {
  const versions = packagesIn(row).map((one) => string(one, 'packageVersion'));
  const place = versions.findIndex(
    (one, i) => !versions.some((other, j) => i !== j && one === other),
  );
  return packagesIn(row)[Math.max(0, place)];
}

/** A dry run that vets a package, and others on request, by all that the list shows of them. */
export function referring(
  { row, vetted, lasting }: Listed,
  {
    withOthers = false,
    forced = false,
    withUnknown = false,
    otherVersions = false,
    later = 0,
    asFirst = false,
    versionOnly = false,
    period,
  }: Reference,
): Body<'UpdateVettedPackagesRequest'> {
  const unknown = withUnknown ? [{ packageId: ABSENT.packageId }, vetted] : [];
  const named = (one: unknown) => ({
    ...(!versionOnly && {
      packageId: string(one, 'packageId'),
      packageName: string(one, 'packageName'),
    }),
    packageVersion: `${string(one, 'packageVersion')}${otherVersions ? '.1' : ''}`,
  });
  const one = versionOnly ? rarest(row) : vetted;
  const packages = [one, ...unknown, ...(withOthers ? lasting : [])].map(named);
  const all = { Vet: { value: { packages: [vetted, ...lasting].map(named) } } };
  const before = period ? [{ operation: all }] : [];
  const value = {
    packages,
    ...(period && {
      newValidFromInclusive: period.validFromInclusive,
      newValidUntilExclusive: period.validUntilExclusive,
    }),
  };
  return {
    dryRun: true,
    changes: [...before, { operation: { Vet: { value } } }],
    synchronizerId: string(row, 'synchronizerId'),
    ...(forced && { updateVettedPackagesForceFlags: FORCED }),
    expectedTopologySerial: {
      serial: asFirst
        ? { NoPrior: {} }
        : { Prior: { value: Number(member(row, 'topologySerial') ?? 0) + later } },
    },
  };
}
