/** Faults in packages, their content and their vetting, dry runs included. */

import { handling, type LedgerFault, remembering, table, together } from '../fault.ts';
import { byVersion } from '../filters/identifiers.ts';
import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, valueAt } from '../operators/json.ts';
import { on, VET, VETTED } from '../operators/operations.ts';
import { misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { OTHER_PARTICIPANT } from '../seed.ts';

const TOPOLOGY = 'topologyStateFilter';

/** The id of the package that a change names. */
const namedIn = (body: unknown): string =>
  /"packageId":"([^"]*)"/.exec(JSON.stringify(body))?.[1] ?? '';
const isNamed = (row: unknown, body: unknown): boolean =>
  isRecord(row) && row['packageId'] === namedIn(body);

/** The first party alone. The other participant no longer vets the newest packages. */
function widest({ vetting }: Ledger, parties: readonly string[]): readonly string[] {
  for (const row of vetting.all()) {
    const older = row.packages.filter((one) => one.packageVersion === '1.0.0');
    if (row.participantId === OTHER_PARTICIPANT) vetting.put({ ...row, packages: older });
  }
  return parties.slice(0, 1);
}

export const packageFaults: readonly LedgerFault[] = table({
  'packages-empty-at-first': {
    description: 'The first list of packages is empty, because a cache is filled after the start.',
    killedBy: 'ledger/packages-list/packages-are-always-listed',
    change: remembering(() => {
      let isFilled = false;
      return respond(on.packages, 'packageIds', (ids) => {
        const shown = isFilled ? ids : [];
        isFilled = true;
        return shown;
      });
    }),
  },
  'first-package-of-a-name': {
    description: 'A change that names packages by their name applies only to the first one.',
    killedBy: 'ledger/package-vetting-update/name-matches-each-version',
    change: request(
      VET,
      'changes.*.operation.value.value.packages.*',
      (ref, _call, { packages }) => {
        const { packageId, packageName } = ref as Json;
        const first = packages.all().find(({ name }) => name === packageName);
        return packageId === '' && first ? edit.merge({ packageId: first.id })(ref) : ref;
      },
    ),
  },
  'unknown-package-is-empty': {
    description: 'The content of an unknown package is an empty body with status 200.',
    killedBy: 'ledger/package/rejects-unknown-package',
    change: handling(on.package, (handle) => (call, ledger) => {
      const id = call.path['package-id'] ?? '';
      const isUnknown = /^[0-9a-f]{64}$/.test(id) && !ledger.packages.has(id);
      return isUnknown ? { status: 200, bytes: Buffer.alloc(0) } : handle(call, ledger);
    }),
  },
  'vetting-dry-run-kept': {
    description: 'A dry run of a change to vetted packages makes the change.',
    killedBy: 'ledger/package-vetting-{update,change}/dry-run-changes-nothing',
    change: request(VET, '', edit.merge({ dryRun: false })),
  },
  'vetting-begins-anew': {
    description: 'A change to vetted packages removes all packages that it does not name.',
    killedBy: 'ledger/package-vetting-update/dry-run-keeps-other-packages',
    change: respond(VET, 'newVettedPackages.packages', (list, { body }) =>
      (list as unknown[]).filter((one) => isNamed(one, body)),
    ),
  },
  'participant-or-synchronizer': {
    description: 'A row is returned if its participant or its synchronizer is in the filter.',
    killedBy: 'ledger/package-vetting-list/topology-filter-selects-rows',
    change: request(VETTED, TOPOLOGY, (filter) => {
      const { participantIds, synchronizerIds } = Object(filter) as Record<string, string[]>;
      const both = participantIds?.length && synchronizerIds?.length;
      return both ? { participantIds: [], synchronizerIds } : filter;
    }),
  },
  'last-change-first': {
    description: 'The changes of a vetting request are applied from the last to the first.',
    killedBy: 'ledger/package-vetting-update/dry-run-shows-period',
    change: request(VET, 'changes', (changes) => (changes as unknown[]).toReversed()),
  },
  'removals-first': {
    description: 'All removals of a vetting request are applied before its additions.',
    killedBy: 'ledger/package-vetting-update/changes-apply-in-order',
    change: request(VET, 'changes', (changes) => {
      const isVet = (one: unknown): boolean => valueAt(one, 'operation.case') === 'Vet';
      const all = changes as readonly unknown[];
      return [...all.filter((one) => !isVet(one)), ...all.filter(isVet)];
    }),
  },
  'oldest-package-preferred': {
    description: 'The preferred package of a name is the oldest one.',
    killedBy: 'ledger/preferred-packages/preferred-package-is-highest',
    change: respond(
      on.preferredPackages,
      'packageReferences.*',
      (reference, _call, { packages }) => {
        const { packageName } = reference as Json;
        const [oldest] = packages
          .all()
          .filter(({ name }) => name === packageName)
          .sort((a, b) => byVersion(a.version, b.version));
        return oldest
          ? edit.merge({ packageId: oldest.id, packageVersion: oldest.version })(reference)
          : reference;
      },
    ),
  },
  'one-vetting-participant-is-enough': {
    description:
      'The preferred packages are those that one of the participants vets; the other participant lacks the newest.',
    killedBy:
      'ledger/{preferred-package-version,preferred-packages}/more-parties-have-no-higher-version',
    change: together(
      request(on.preferredPackages, 'packageVettingRequirements.*.parties', (all, _call, ledger) =>
        widest(ledger, all as readonly string[]),
      ),
      misread(on.preferredVersion, ({ query: given }, ledger) => {
        const other = new URLSearchParams(given);
        other.delete('parties');
        for (const one of widest(ledger, given.getAll('parties'))) other.append('parties', one);
        return { query: other };
      }),
    ),
  },
});
