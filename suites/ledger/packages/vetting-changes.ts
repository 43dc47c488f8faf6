/** Changes of vetted packages that are only tried, and what restores the packages where a server makes them. */
import {
  type Call,
  call,
  type Exchange,
  type Fixtures,
  type Operation,
} from '../../../src/index.ts';
import type { Ledger } from '../area.ts';
import { ABSENT } from '../requests/formats.ts';
import { canonical, elements, member, string } from '../requests/members.ts';

export type Kind = 'Vet' | 'Unvet';

/** The requests before each trial: which participant this is, and what is vetted. */
export function beforeTrials({ operation }: Ledger): readonly [Call, Call] {
  return [call(operation('participant-id')), vettedPackages(operation('package-vetting-list'))];
}

function vettedPackages(list: Operation): Call {
  return call(list, { json: {} });
}

/**
 * A change that is only tried. A server may make it all the same: then the package gets its former state back
 * before the run ends. Nothing is sent where that state is not known.
 */
export function trial(
  { operation: byChapter }: Ledger,
  operation: Operation,
  fixtures: Fixtures,
  kind: Kind,
  packageId: string = fixtures.packages[0] ?? ABSENT.packageId,
): (before: readonly Exchange[]) => Call | undefined {
  return ([self, list]) => {
    if (self?.response?.status !== 200 || list?.response?.status !== 200) return undefined;
    const participantId = string(self.response.body, 'participantId');
    const [synchronizerId] = fixtures.synchronizers;
    const stateIn = (vetted: unknown): unknown =>
      elements(vetted, 'vettedPackages')
        .filter((row) => string(row, 'participantId') === participantId)
        .filter((row) => !synchronizerId || isPlace(synchronizerId, string(row, 'synchronizerId')))
        .flatMap((row) => elements(row, 'packages'))
        .find((one) => string(one, 'packageId') === packageId);
    const former = stateIn(list.response.body);
    const restoring =
      former === undefined ? change(packageId, 'Unvet') : change(packageId, 'Vet', former);
    const onlyIf = {
      look: vettedPackages(byChapter('package-vetting-list')),
      shows: ({ response: { body } }: Required<Pick<Exchange, 'response'>>) =>
        canonical(stateIn(body)) !== canonical(former),
    };
    const at = synchronizerId === undefined ? {} : { synchronizerId };
    const restore = { changes: [restoring], ...at };
    return {
      ...call(operation, { json: { dryRun: true, changes: [change(packageId, kind)], ...at } }),
      undo: { ...call(byChapter('package-vetting-update'), { json: restore }), onlyIf },
    };
  };
}

/** Vets a package, between the times of its former state if it had any, or takes it out. */
function change(packageId: string, kind: Kind, former?: unknown): object {
  const times = {
    newValidFromInclusive: member(former, 'validFromInclusive'),
    newValidUntilExclusive: member(former, 'validUntilExclusive'),
  };
  const packages = [{ packageId, packageName: '', packageVersion: '' }];
  return {
    operation: { [kind]: { value: kind === 'Vet' ? { packages, ...times } : { packages } } },
  };
}

/** An id may be shown with the number of its protocol behind it. */
export function isPlace(asked: string, shown: string): boolean {
  return asked === shown || shown.startsWith(`${asked}::`) || asked.startsWith(`${shown}::`);
}
