/** Deprecated operations that do not tell what their replacement tells. */
import { altering, answering, answeringJson } from '../fault.ts';
import { ascending } from '../paging.ts';
import { LedgerError } from '../route.ts';
import { edited, GONE, type Json, type LedgerFault, of } from './tools.ts';

/** The events of the transaction that a look-up found. */
const dropFirstEvent = (json: unknown): unknown =>
  edited(json, 'transaction.events', (events) => (events as unknown[]).slice(1));

export const deprecationFaults: readonly LedgerFault[] = [
  {
    id: 'vetting-by-get-lacks-a-row',
    description: 'The deprecated listing of vetted packages leaves out the last row.',
    killedBy: of('package-vetting', 'same-as-replacement'),
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2Package-vetting', (json) =>
      edited(json, 'vettedPackages', (rows) => (rows as unknown[]).slice(0, -1)),
    ),
  },
  {
    id: 'vetting-change-tells-no-past',
    description: 'The deprecated change of vetted packages does not tell what was vetted before.',
    killedBy: of('package-vetting-change', 'same-as-replacement'),
    allow: 'irreversible',
    change: answeringJson('postV2Package-vetting', (json) =>
      edited(json, 'pastVettedPackages', () => null),
    ),
  },
  {
    id: 'package-upload-takes-no-archive',
    description:
      'The upload at the path of packages refuses the archives that the other path takes.',
    killedBy: of('packages-upload', '{accepted,same-as-replacement}'),
    collateral: [of('packages-upload', '*')],
    allow: 'irreversible',
    change: altering('postV2Packages', () => ({
      handle: () => {
        throw new LedgerError('INVALID_DAR', 3, 8, 'The bytes are no archive.');
      },
    })),
  },
  {
    id: 'flats-leave-out-reassignments',
    description: 'The deprecated flat list has no reassignments.',
    killedBy: of('updates-flats', 'same-as-replacement'),
    versions: ['3.4', '3.5'],
    change: answeringJson('postV2UpdatesFlats', (json) =>
      (json as { update: Json }[]).filter(({ update }) => update['Reassignment'] === undefined),
    ),
  },
  {
    id: 'trees-lack-their-roots',
    description: 'The trees of the deprecated list have no first event.',
    killedBy: of('updates-trees', 'same-as-replacement'),
    versions: ['3.4', '3.5'],
    change: answeringJson('postV2UpdatesTrees', (json) =>
      edited(json, '*.update.TransactionTree.value.eventsById.0', () => GONE),
    ),
  },
  {
    id: 'tree-by-offset-of-another-update',
    description: 'The tree found by an offset carries the update id in capitals.',
    killedBy: of('transaction-tree-by-offset', 'same-as-replacement'),
    change: answeringJson('getV2UpdatesTransaction-tree-by-offsetOffset', (json) =>
      edited(json, 'transaction.updateId', (id) => String(id).toUpperCase()),
    ),
  },
  {
    id: 'tree-by-id-at-another-time',
    description: 'The tree found by an id was recorded a year later than the transaction.',
    killedBy: of('transaction-tree-by-id', 'same-as-replacement'),
    change: answeringJson('getV2UpdatesTransaction-tree-by-idUpdate-id', (json) =>
      edited(json, 'transaction.recordTime', (time) => String(time).replace('2025', '2026')),
    ),
  },
  {
    id: 'transaction-by-offset-lacks-an-event',
    description: 'The transaction found by an offset lacks its first event.',
    killedBy: of('transaction-by-offset', 'same-as-replacement'),
    change: answeringJson('postV2UpdatesTransaction-by-offset', dropFirstEvent),
  },
  {
    id: 'transaction-by-id-on-another-synchronizer',
    description: 'The transaction found by an id names another synchronizer.',
    killedBy: of('transaction-by-id', 'same-as-replacement'),
    change: answeringJson('postV2UpdatesTransaction-by-id', (json, _ask, { synchronizers }) =>
      edited(json, 'transaction.synchronizerId', (id) => synchronizers.find((one) => one !== id)),
    ),
  },
  {
    id: 'tree-of-a-submission-is-empty',
    description: 'The deprecated submission answers with a tree without events.',
    killedBy: of('submit-and-wait-for-transaction-tree', 'found-by-id'),
    allow: 'irreversible',
    change: answeringJson('postV2CommandsSubmit-and-wait-for-transaction-tree', (json) =>
      edited(json, 'transactionTree.eventsById', () => ({})),
    ),
  },
  {
    id: 'preferred-version-is-the-lowest',
    description:
      'The preferred version of a package is the lowest, while the newer operation tells the highest.',
    killedBy: of('preferred-package-version', '{same-as-preferred-packages,highest}'),
    collateral: [of('preferred-package-version', '*')],
    change: answeringJson(
      'getV2Interactive-submissionPreferred-package-version',
      (json, _ask, { packages }) =>
        edited(json, 'packagePreference.packageReference', (found) => {
          const { packageName } = found as { packageName: string };
          const lowest = packages
            .all()
            .filter(({ name }) => name === packageName)
            .sort((a, b) => ascending(a.version, b.version))[0];
          return { packageName, packageId: lowest?.id, packageVersion: lowest?.version };
        }),
    ),
  },
  {
    id: 'flats-end-one-early',
    description: 'The deprecated flat list ends one update too early.',
    killedBy: of('updates-flats', 'same-as-replacement'),
    change: answering('postV2UpdatesFlats', (reply) => ({
      ...reply,
      json: (reply.json as unknown[]).slice(0, -1),
    })),
  },
];
