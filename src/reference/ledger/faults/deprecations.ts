/** Faults in deprecated operations: they differ from their replacements. */

import { LedgerError } from '../failures.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { respond } from '../operators/respond.ts';
import { ascending } from '../paging.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

export const deprecationFaults: readonly LedgerFault[] = table({
  'vetting-by-get-lacks-a-row': {
    description: 'The deprecated list of vetted packages omits the last row.',
    killedBy: 'ledger/package-vetting/matches-replacement',
    versions: EVERY_VERSION,
    change: respond(on.vettedByGet, 'vettedPackages', edit.withoutLast),
  },
  'vetting-change-omits-past': {
    description: 'The deprecated change of vetted packages omits the earlier state.',
    killedBy: 'ledger/package-vetting-change/matches-replacement',
    allow: 'irreversible',
    change: respond(on.vetByPost, 'pastVettedPackages', edit.to(null)),
  },
  'package-upload-takes-no-archive': {
    description: 'The upload at /v2/packages rejects archives that /v2/dars accepts.',
    killedBy: 'ledger/packages-upload/{matches-replacement,accepts-archive}',
    allow: 'irreversible',
    change: reject(
      on.uploadPackage,
      new LedgerError('INVALID_DAR', 3, 8, 'The bytes are no archive.'),
    ),
  },
  'flats-leave-out-reassignments': {
    description: 'The deprecated flat list omits reassignments.',
    killedBy: 'ledger/updates-flats/matches-replacement',
    versions: EVERY_VERSION,
    change: respond(
      on.flats,
      '',
      edit.keep(({ update }) => !('Reassignment' in Object(update))),
    ),
  },
  'trees-lack-their-roots': {
    description: 'The trees of the deprecated list omit their first event.',
    killedBy: 'ledger/updates-trees/matches-replacement',
    versions: EVERY_VERSION,
    change: respond(on.trees, '*.update.TransactionTree.value.eventsById.0', edit.drop),
  },
  'tree-by-offset-of-another-update': {
    description: 'The tree at an offset has its update id in capitals.',
    killedBy: 'ledger/transaction-tree-by-offset/matches-replacement',
    change: respond(on.treeByOffset, 'transaction.updateId', edit.upper),
  },
  'tree-by-id-at-another-time': {
    description: 'The tree with an id has a record time one year after the transaction.',
    killedBy: 'ledger/transaction-tree-by-id/matches-replacement',
    change: respond(on.treeById, 'transaction.recordTime', edit.replace(/2025/, '2026')),
  },
  'transaction-by-offset-lacks-an-event': {
    description: 'The transaction at an offset omits its first event.',
    killedBy: 'ledger/transaction-by-offset/matches-replacement',
    change: respond(on.transactionByOffset, 'transaction.events', edit.withoutFirst),
  },
  'transaction-by-id-on-another-synchronizer': {
    description: 'The transaction with an id names another synchronizer.',
    killedBy: 'ledger/transaction-by-id/matches-replacement',
    change: respond(
      on.transactionById,
      'transaction.synchronizerId',
      (id, _call, { synchronizers }) => synchronizers.find((one) => one !== id),
    ),
  },
  'tree-of-a-submission-is-empty': {
    description: 'The deprecated submission returns a tree without events.',
    killedBy: 'ledger/submit-and-wait-for-transaction-tree/response-matches-lookup',
    allow: 'irreversible',
    change: respond(on.forTree, 'transactionTree.eventsById', edit.to({})),
  },
  'preferred-version-is-the-lowest': {
    description:
      'The older operation prefers the lowest version of a package, the newer one the highest.',
    killedBy:
      'ledger/preferred-package-version/{agrees-with-preferred-packages,preferred-version-is-highest}',
    change: respond(
      on.preferredVersion,
      'packagePreference.packageReference',
      (found, _call, { packages }) => {
        const { packageName } = found as Json;
        const lowest = packages
          .all()
          .filter(({ name }) => name === packageName)
          .sort((a, b) => ascending(a.version, b.version))[0];
        return { packageName, packageId: lowest?.id, packageVersion: lowest?.version };
      },
    ),
  },
  'flats-end-one-early': {
    description: 'The deprecated flat list omits the last update.',
    killedBy: 'ledger/updates-flats/matches-replacement',
    change: respond(on.flats, '', edit.withoutLast),
  },
});
