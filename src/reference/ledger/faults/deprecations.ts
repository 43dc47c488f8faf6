/** Faults in missing and deprecated operations, and in what the server reports of itself. */

import { dropping, responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { respond } from '../operators/respond.ts';
import { ascending } from '../paging.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

export const deprecationFaults: readonly LedgerFault[] = table({
  'flats-leave-out-reassignments': {
    description: 'The deprecated flat list omits reassignments.',
    killedBy: 'ledger/updates-flats/matches-replacement',
    change: respond(
      on.flats,
      '',
      edit.keep(({ update }) => !('Reassignment' in Object(update))),
    ),
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
  'contracts-page-not-served': {
    description: 'The server does not have the operation active-contracts-page.',
    killedBy: 'ledger/active-contracts-page/new-operation-exists',
    versions: [NEWEST],
    change: dropping(on.contractsPage),
  },
  'document-of-another-version': {
    description: 'The document that the server publishes has an older version.',
    killedBy: 'ledger/version/version-matches-own-document',
    change: responding(on.document, (reply) => ({
      ...reply,
      text: (reply.text ?? '').replace(/version: .*/, 'version: 3.3.0'),
    })),
  },
  'readiness-without-words': {
    description: 'The readiness check returns 200 without its two lines.',
    killedBy: 'ledger/readyz/readiness-names-serving',
    versions: [NEWEST],
    change: responding(on.readyz, () => ({ status: 200 })),
  },
});
