/** Faults in what the ledger tells of itself: version, limits, health, synchronizers. */
import { altering, answering, answeringJson } from '../fault.ts';
import { edited, everywhere, GONE, type LedgerFault, of } from './tools.ts';

export const versionFaults: readonly LedgerFault[] = [
  {
    id: 'version-is-a-name',
    says: 'The version is a name instead of numbers.',
    caughtBy: of('version', 'semantic'),
    alsoTrips: [of('version', 'as-in-own-document')],
    change: answeringJson('getV2Version', (json) => edited(json, 'version', () => 'latest')),
  },
  {
    id: 'document-of-another-version',
    says: 'The document that the ledger serves of itself is of an older version.',
    caughtBy: of('version', 'as-in-own-document'),
    change: answering('getDocsOpenapi', (reply) => ({
      ...reply,
      text: (reply.text ?? '').replace(/version: .*/, 'version: 3.3.0'),
    })),
  },
  {
    id: 'version-without-limits',
    says: 'The version does not tell how large a page of parties may be.',
    caughtBy: of('version', 'answer-shape'),
    alsoTrips: [everywhere('*page*')],
    change: answeringJson('getV2Version', (json) =>
      edited(json, 'features.partyManagement.maxPartiesPageSize', () => GONE),
    ),
  },
  {
    id: 'page-limit-not-as-told',
    says: 'Pages of parties as large as the version allows are refused.',
    caughtBy: of('parties-list', 'largest-page-accepted'),
    change: answeringJson('getV2Version', (json) =>
      edited(json, 'features.partyManagement.maxPartiesPageSize', () => 20_000),
    ),
  },
  {
    id: 'limits-without-users',
    says: 'Users are not supported, and yet their limits are told.',
    caughtBy: of('version', 'no-limits-without-users'),
    change: answeringJson('getV2Version', (json) =>
      edited(json, 'features.userManagement.supported', () => false),
    ),
  },
  {
    id: 'liveness-fails',
    says: 'The liveness check answers with 500.',
    caughtBy: of('livez', 'alive'),
    alsoTrips: [of('livez', '*')],
    change: answering('getLivez', () => ({ status: 500 })),
  },
  {
    id: 'liveness-needs-a-token',
    says: 'The liveness check wants a token.',
    caughtBy: of('livez', 'answers-without-a-token'),
    change: altering('getLivez', () => ({
      handle: ({ headers }) => ({ status: headers.authorization === undefined ? 401 : 200 }),
    })),
  },
  {
    id: 'version-needs-a-token',
    says: 'The version is told to administrators only.',
    caughtBy: of('version', 'answers-without-a-token'),
    change: altering('getV2Version', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.headers.authorization === undefined ? { status: 401, text: '' } : handle(ask, ledger),
    })),
  },
  {
    id: 'readiness-without-words',
    says: 'The readiness check answers without its two lines.',
    caughtBy: of('readyz', 'says-whether-it-serves'),
    alsoTrips: [of('readyz', 'answer-*')],
    change: answering('getReadyz', () => ({ status: 200 })),
  },
  {
    id: 'readiness-as-no-content',
    says: 'The readiness check is answered with 204.',
    caughtBy: of('readyz', 'answers-200-or-503'),
    alsoTrips: [of('readyz', '*')],
    change: answering('getReadyz', () => ({ status: 204 })),
  },
  {
    id: 'synchronizers-of-unknown-party',
    says: 'A party that nobody allocated is connected to every synchronizer.',
    caughtBy: of('connected-synchronizers', 'permission-is-for-a-party'),
    alsoTrips: [of('connected-synchronizers', '*')],
    change: altering('getV2StateConnected-synchronizers', ({ handle }) => ({
      handle: (ask, ledger) => handle({ ...ask, query: new URLSearchParams() }, ledger),
    })),
  },
  {
    id: 'synchronizer-twice',
    says: 'A connected synchronizer is listed twice.',
    caughtBy: of('connected-synchronizers', 'each-once'),
    change: answeringJson('getV2StateConnected-synchronizers', (json) =>
      edited(json, 'connectedSynchronizers', (list) => [
        ...(list as unknown[]),
        ...(list as unknown[]),
      ]),
    ),
  },
  {
    id: 'permission-unknown-literal',
    says: 'The permission at a synchronizer is a literal that no document names.',
    caughtBy: of('connected-synchronizers', 'answer-shape'),
    alsoTrips: [of('connected-synchronizers', 'permission-is-for-a-party')],
    change: answeringJson('getV2StateConnected-synchronizers', (json) =>
      edited(json, 'connectedSynchronizers.*.permission', () => 'PARTICIPANT_PERMISSION_ALL'),
    ),
  },
];
