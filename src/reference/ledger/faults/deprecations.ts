/** Faults in missing and deprecated operations, and in what the server reports of itself. */

import { dropping, responding } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

export const deprecationFaults: readonly LedgerFault[] = table({
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
