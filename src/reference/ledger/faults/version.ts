/** Faults in what the server reports of itself: version, limits, health, synchronizers. */
import { responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { ignoreQuery } from '../operators/request.ts';
import { respond, type When } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

const noToken: When = ({ headers }) => headers.authorization === undefined;

export const versionFaults: readonly LedgerFault[] = table({
  'version-is-a-name | version/version-is-semantic | The version is a name instead of numbers.':
    respond(on.version, 'version', edit.to('latest')),
  'document-of-another-version | version/version-matches-own-document | The document that the server publishes has an older version.':
    responding(on.document, (reply) => ({
      ...reply,
      text: (reply.text ?? '').replace(/version: .*/, 'version: 3.3.0'),
    })),
  'version-without-limits | version/response-shape | The version omits the largest page size of parties.':
    respond(on.version, 'features.partyManagement.maxPartiesPageSize', edit.drop),
  'page-limit-not-as-in-version | parties-list/accepts-largest-page-size | The server rejects pages of parties as large as the version allows.':
    respond(on.version, 'features.partyManagement.maxPartiesPageSize', edit.to(20_000)),
  'limits-without-users | version/user-limits-are-0-without-users | The version has limits for users, which it does not support.':
    respond(on.version, 'features.userManagement.supported', edit.to(false)),
  'liveness-fails | livez/liveness-is-200 | The liveness check returns 500.': responding(
    on.livez,
    () => ({
      status: 500,
    }),
  ),
  'liveness-needs-a-token | livez/needs-no-token | The liveness check needs a token.': skip(
    on.livez,
    { status: 401 },
    noToken,
  ),
  'version-needs-a-token | version/needs-no-token | The version needs a token.': skip(
    on.version,
    { status: 401, text: '' },
    noToken,
  ),
  'readiness-without-words | readyz/readiness-names-serving | The readiness check returns 200 without its two lines.':
    responding(on.readyz, () => ({ status: 200 })),
  'readiness-as-no-content | readyz/readiness-is-200-or-503 | The readiness check returns 204.':
    responding(on.readyz, () => ({ status: 204 })),
  'synchronizers-of-unknown-party | connected-synchronizers/permissions-only-for-party | An unknown party is connected to every synchronizer.':
    ignoreQuery(on.synchronizers),
  'synchronizer-twice | connected-synchronizers/elements-are-unique | The list names a connected synchronizer twice.':
    respond(on.synchronizers, 'connectedSynchronizers', edit.twice),
  'permission-unknown-literal | connected-synchronizers/response-shape | The permission at a synchronizer is an undocumented literal.':
    respond(
      on.synchronizers,
      'connectedSynchronizers.*.permission',
      edit.to('PARTICIPANT_PERMISSION_ALL'),
    ),
});
