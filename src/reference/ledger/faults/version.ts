/** Faults in what the server reports of itself: version, limits, health, synchronizers. */
import { responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { respond, type When } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

const noToken: When = ({ headers }) => headers.authorization === undefined;

export const versionFaults: readonly LedgerFault[] = table({
  'version-is-a-name': {
    description: 'The version is a name instead of numbers.',
    killedBy: 'ledger/version/version-is-semantic',
    change: respond(on.version, 'version', edit.to('latest')),
  },
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
  'limits-without-users': {
    description: 'The version has limits for users, which it does not support.',
    killedBy: 'ledger/version/user-limits-are-0-without-users',
    change: respond(on.version, 'features.userManagement.supported', edit.to(false)),
  },
  'liveness-fails': {
    description: 'The liveness check returns 500.',
    killedBy: 'ledger/livez/liveness-is-200',
    change: responding(on.livez, () => ({
      status: 500,
    })),
  },
  'liveness-needs-a-token': {
    description: 'The liveness check needs a token.',
    killedBy: 'ledger/livez/needs-no-token',
    change: skip(on.livez, { status: 401 }, noToken),
  },
  'version-needs-a-token': {
    description: 'The version needs a token.',
    killedBy: 'ledger/version/needs-no-token',
    change: skip(on.version, { status: 401, text: '' }, noToken),
  },
  'readiness-without-words': {
    description: 'The readiness check returns 200 without its two lines.',
    killedBy: 'ledger/readyz/readiness-names-serving',
    change: responding(on.readyz, () => ({ status: 200 })),
  },
  'readiness-as-no-content': {
    description: 'The readiness check returns 204.',
    killedBy: 'ledger/readyz/readiness-is-200-or-503',
    change: responding(on.readyz, () => ({ status: 204 })),
  },
  'synchronizer-twice': {
    description: 'The list names a connected synchronizer twice.',
    killedBy: 'ledger/connected-synchronizers/elements-are-unique',
    change: respond(on.synchronizers, 'connectedSynchronizers', edit.twice),
  },
});
