/** Faults in what the ledger tells of itself: version, limits, health, synchronizers. */
import { altering, answering, answeringJson } from '../fault.ts';
import { edited, everywhere, GONE, type LedgerFault, of } from './tools.ts';

export const versionFaults: readonly LedgerFault[] = [
  {
    id: 'version-is-a-name',
    description: 'The version is a name instead of numbers.',
    killedBy: of('version', 'semantic'),
    collateral: [of('version', 'as-in-own-document')],
    change: answeringJson('getV2Version', (json) => edited(json, 'version', () => 'latest')),
  },
  {
    id: 'document-of-another-version',
    description: 'The document that the ledger serves of itself is of an older version.',
    killedBy: of('version', 'as-in-own-document'),
    change: answering('getDocsOpenapi', (reply) => ({
      ...reply,
      text: (reply.text ?? '').replace(/version: .*/, 'version: 3.3.0'),
    })),
  },
  {
    id: 'version-without-limits',
    description: 'The version does not tell how large a page of parties may be.',
    killedBy: of('version', 'answer-shape'),
    collateral: [everywhere('*page*')],
    change: answeringJson('getV2Version', (json) =>
      edited(json, 'features.partyManagement.maxPartiesPageSize', () => GONE),
    ),
  },
  {
    id: 'page-limit-not-as-told',
    description: 'Pages of parties as large as the version allows are refused.',
    killedBy: of('parties-list', 'largest-page-accepted'),
    change: answeringJson('getV2Version', (json) =>
      edited(json, 'features.partyManagement.maxPartiesPageSize', () => 20_000),
    ),
  },
  {
    id: 'limits-without-users',
    description: 'Users are not supported, and yet their limits are told.',
    killedBy: of('version', 'no-limits-without-users'),
    change: answeringJson('getV2Version', (json) =>
      edited(json, 'features.userManagement.supported', () => false),
    ),
  },
  {
    id: 'liveness-fails',
    description: 'The liveness check answers with 500.',
    killedBy: of('livez', 'alive'),
    collateral: [of('livez', '*')],
    change: answering('getLivez', () => ({ status: 500 })),
  },
  {
    id: 'liveness-needs-a-token',
    description: 'The liveness check wants a token.',
    killedBy: of('livez', 'answers-without-a-token'),
    change: altering('getLivez', () => ({
      handle: ({ headers }) => ({ status: headers.authorization === undefined ? 401 : 200 }),
    })),
  },
  {
    id: 'version-needs-a-token',
    description: 'The version is told to administrators only.',
    killedBy: of('version', 'answers-without-a-token'),
    change: altering('getV2Version', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.headers.authorization === undefined ? { status: 401, text: '' } : handle(ask, ledger),
    })),
  },
  {
    id: 'readiness-without-words',
    description: 'The readiness check answers without its two lines.',
    killedBy: of('readyz', 'says-whether-it-serves'),
    collateral: [of('readyz', 'answer-*')],
    change: answering('getReadyz', () => ({ status: 200 })),
  },
  {
    id: 'readiness-as-no-content',
    description: 'The readiness check is answered with 204.',
    killedBy: of('readyz', 'answers-200-or-503'),
    collateral: [of('readyz', '*')],
    change: answering('getReadyz', () => ({ status: 204 })),
  },
  {
    id: 'synchronizers-of-unknown-party',
    description: 'A party that nobody allocated is connected to every synchronizer.',
    killedBy: of('connected-synchronizers', 'permission-is-for-a-party'),
    collateral: [of('connected-synchronizers', '*')],
    change: altering('getV2StateConnected-synchronizers', ({ handle }) => ({
      handle: (ask, ledger) => handle({ ...ask, query: new URLSearchParams() }, ledger),
    })),
  },
  {
    id: 'synchronizer-twice',
    description: 'A connected synchronizer is listed twice.',
    killedBy: of('connected-synchronizers', 'each-once'),
    change: answeringJson('getV2StateConnected-synchronizers', (json) =>
      edited(json, 'connectedSynchronizers', (list) => [
        ...(list as unknown[]),
        ...(list as unknown[]),
      ]),
    ),
  },
  {
    id: 'permission-unknown-literal',
    description: 'The permission at a synchronizer is a literal that no document names.',
    killedBy: of('connected-synchronizers', 'answer-shape'),
    collateral: [of('connected-synchronizers', 'permission-is-for-a-party')],
    change: answeringJson('getV2StateConnected-synchronizers', (json) =>
      edited(json, 'connectedSynchronizers.*.permission', () => 'PARTICIPANT_PERMISSION_ALL'),
    ),
  },
];
