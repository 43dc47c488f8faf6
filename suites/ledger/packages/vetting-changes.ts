/** Dry runs of vetting changes, and requests that restore the packages if a server executes a dry run. */

import { type Call, call, type Exchange, type Fixtures, type Operation } from '../../../src/kit.ts';
import { canonical, string, stringAt } from '../../kit/json.ts';
import { isAccepted, shownText } from '../../kit/judges.ts';
import type { Ledger } from '../area.ts';
import type { Body } from '../requests/body.ts';
import { ABSENT } from '../requests/formats.ts';
import { packagesIn, rowsOf } from './vetting-rows.ts';

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
    const [synchronizerId] = fixtures.synchronizers;
    const stateIn = (vetted: Exchange | undefined): unknown =>
      rowsOf(vetted)
        .filter((row) => string(row, 'participantId') === participantId)
        .filter((row) => !synchronizerId || isPlace(synchronizerId, string(row, 'synchronizerId')))
        .flatMap(packagesIn)
        .find((one) => string(one, 'packageId') === packageId);
    const former = stateIn(list);
    const restoring =
      former === undefined ? change(packageId, 'Unvet') : change(packageId, 'Vet', former);
    const onlyIf = {
      look: beforeTrials(ledger)[1],
      shows: (vetted: Exchange) => canonical(stateIn(vetted)) !== canonical(former),
    };
    const at = synchronizerId === undefined ? {} : { synchronizerId };
    const restore = { changes: [restoring], ...at };
    return {
      ...call(operation, { json: { dryRun: true, changes: [change(packageId, kind)], ...at } }),
      undo: { ...call(ledger.operation('package-vetting-update'), { json: restore }), onlyIf },
    };
  };
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

/** An id may be shown with the number of its protocol after it. */
export function isPlace(sent: string, shown: string): boolean {
  return sent === shown || shown.startsWith(`${sent}::`) || sent.startsWith(`${shown}::`);
}
