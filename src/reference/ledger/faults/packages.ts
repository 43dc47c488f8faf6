/** Faults in packages, their content and their vetting, dry runs included. */

import { altering, type LedgerFault, table, together } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, listAt } from '../operators/json.ts';
import { on, UPLOADS, VET, VETTED } from '../operators/operations.ts';
import { misread, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { OTHER_PARTICIPANT } from '../seed.ts';

const PACKAGES = 'packageMetadataFilter';
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

const nameOf = (id: string): string => id.replace(/::.*/, '');

export const packageFaults: readonly LedgerFault[] = table({
  'first-package-of-a-name': {
    description: 'A change that names packages by their name is of the first one only.',
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
    change: altering(on.package, ({ handle }) => ({
      handle: (call, ledger) => {
        const id = call.path['package-id'] ?? '';
        const isUnknown = /^[0-9a-f]{64}$/.test(id) && !ledger.packages.has(id);
        return isUnknown ? { status: 200, bytes: Buffer.alloc(0) } : handle(call, ledger);
      },
    })),
  },
  'uploaded-and-not-vetted': {
    description: 'An upload vets packages only on request.',
    killedBy: 'ledger/{dars-upload,packages-upload}/uploaded-packages-are-vetted',
    change: query(UPLOADS, (own) => {
      if (!own.has('vetAllPackages')) own.set('vetAllPackages', 'false');
    }),
  },
  'vetting-dry-run-kept': {
    description: 'A dry run of a change of vetted packages makes the change.',
    killedBy: 'ledger/package-vetting-{update,change}/dry-run-changes-nothing',
    change: request(VET, '', edit.merge({ dryRun: false })),
  },
  'filter-for-nothing-is-no-filter': {
    description: 'A filter of vetted packages that matches nothing counts as none.',
    killedBy:
      'ledger/package-vetting-list/{package-id-filter-selects-packages,topology-filter-selects-rows}',
    change: altering(VETTED, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (listAt(reply.json, 'vettedPackages').length > 0) return reply;
        const body = { ...(call.body as Json), [PACKAGES]: undefined, [TOPOLOGY]: undefined };
        return handle({ ...call, body }, ledger);
      },
    })),
  },
  'vetting-begins-anew': {
    description: 'A change of vetted packages removes all that it does not name.',
    killedBy: 'ledger/package-vetting-update/dry-run-keeps-other-packages',
    change: respond(VET, 'newVettedPackages.packages', (list, { body }) =>
      (list as unknown[]).filter((one) => isNamed(one, body)),
    ),
  },
  'first-name-prefix-only': {
    description: 'Of several prefixes of names only the first one counts.',
    killedBy: 'ledger/package-vetting-list/package-filters-combine',
    change: request(VETTED, `${PACKAGES}.packageNamePrefixes`, edit.first(1)),
  },
  'last-package-id-only': {
    description: 'Of several package ids only the last one counts.',
    killedBy: 'ledger/package-vetting-list/package-id-filter-selects-packages',
    change: request(VETTED, `${PACKAGES}.packageIds`, (ids) => (ids as unknown[]).slice(-1)),
  },
  'participant-or-synchronizer': {
    description: 'A row is shown if its participant or its synchronizer is in the filter.',
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
  'versions-not-read': {
    description: 'Vetted packages are shown without their versions.',
    killedBy: 'ledger/packages-list/vetted-packages-have-versions',
    change: respond(VETTED, 'vettedPackages.*.packages.*.packageVersion', edit.to(null)),
  },
  'participants-by-name': {
    description: 'Participants of a filter are found by their name, without their namespace.',
    killedBy: 'ledger/package-vetting-list/topology-filter-selects-rows',
    change: request(VETTED, `${TOPOLOGY}.participantIds`, (ids, _call, { vetting }) => {
      const names = (ids as string[]).map(nameOf);
      const known = vetting.all().map(({ participantId }) => participantId);
      return [...(ids as string[]), ...known.filter((id) => names.includes(nameOf(id)))];
    }),
  },
  'one-vetting-participant-is-enough': {
    description:
      'The preferred packages are those that one of the participants vets; the other one lacks the newest.',
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
