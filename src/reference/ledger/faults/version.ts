/** Faults in what the server reports of itself: version, limits, health, synchronizers. */
import { responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { respond } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

export const versionFaults: readonly LedgerFault[] = table({
  'document-of-another-version': {
    description: 'The document that the server publishes has an older version.',
    killedBy: 'ledger/version/version-matches-own-document',
    change: responding(on.document, (reply) => ({
      ...reply,
      text: (reply.text ?? '').replace(/version: .*/, 'version: 3.3.0'),
    })),
  },
  'page-limit-not-as-in-version': {
    description: 'The server rejects pages of parties as large as the version allows.',
    killedBy: 'ledger/parties-list/accepts-largest-page-size',
    change: respond(on.version, 'features.partyManagement.maxPartiesPageSize', edit.to(20_000)),
  },
  'readiness-without-words': {
    description: 'The readiness check returns 200 without its two lines.',
    killedBy: 'ledger/readyz/readiness-names-serving',
    change: responding(on.readyz, () => ({ status: 200 })),
  },
});
