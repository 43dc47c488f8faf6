/** Faults in deprecated operations: they differ from their replacements. */

import { LedgerError } from '../failures.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { respond } from '../operators/respond.ts';
import { ascending } from '../paging.ts';
import { type LedgerFault, table } from './table.ts';

export const deprecationFaults: readonly LedgerFault[] = table({
  'vetting-by-get-lacks-a-row | package-vetting/matches-replacement | both | The deprecated list of vetted packages omits the last row.':
    respond(on.vettedByGet, 'vettedPackages', edit.withoutLast),
  'vetting-change-omits-past | package-vetting-change/matches-replacement | irreversible | The deprecated change of vetted packages omits the earlier state.':
    respond(on.vetByPost, 'pastVettedPackages', edit.to(null)),
  'package-upload-takes-no-archive | packages-upload/{matches-replacement,accepts-archive} | irreversible | The upload at /v2/packages rejects archives that /v2/dars accepts.':
    reject(on.uploadPackage, new LedgerError('INVALID_DAR', 3, 8, 'The bytes are no archive.')),
  'flats-leave-out-reassignments | updates-flats/matches-replacement | both | The deprecated flat list omits reassignments.':
    respond(
      on.flats,
      '',
      edit.keep(({ update }) => !('Reassignment' in Object(update))),
    ),
  'trees-lack-their-roots | updates-trees/matches-replacement | both | The trees of the deprecated list omit their first event.':
    respond(on.trees, '*.update.TransactionTree.value.eventsById.0', edit.drop),
  'tree-by-offset-of-another-update | transaction-tree-by-offset/matches-replacement | The tree at an offset has its update id in capitals.':
    respond(on.treeByOffset, 'transaction.updateId', edit.upper),
  'tree-by-id-at-another-time | transaction-tree-by-id/matches-replacement | The tree with an id has a record time one year after the transaction.':
    respond(on.treeById, 'transaction.recordTime', edit.replace(/2025/, '2026')),
  'transaction-by-offset-lacks-an-event | transaction-by-offset/matches-replacement | The transaction at an offset omits its first event.':
    respond(on.transactionByOffset, 'transaction.events', edit.withoutFirst),
  'transaction-by-id-on-another-synchronizer | transaction-by-id/matches-replacement | The transaction with an id names another synchronizer.':
    respond(on.transactionById, 'transaction.synchronizerId', (id, _call, { synchronizers }) =>
      synchronizers.find((one) => one !== id),
    ),
  'tree-of-a-submission-is-empty | submit-and-wait-for-transaction-tree/response-matches-lookup | irreversible | The deprecated submission returns a tree without events.':
    respond(on.forTree, 'transactionTree.eventsById', edit.to({})),
  'preferred-version-is-the-lowest | preferred-package-version/{agrees-with-preferred-packages,preferred-version-is-highest} | The older operation prefers the lowest version of a package, the newer one the highest.':
    respond(
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
  'flats-end-one-early | updates-flats/matches-replacement | The deprecated flat list omits the last update.':
    respond(on.flats, '', edit.withoutLast),
});
