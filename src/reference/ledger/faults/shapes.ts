/** Good answers that have not the documented shape. */
import { answeringJson } from '../fault.ts';
import { AMONG_CONTRACTS, AMONG_UPDATES, edited, GONE, type LedgerFault, of } from './tools.ts';

interface Misshapen {
  readonly id: string;
  readonly description: string;
  readonly chapter: string;
  readonly operationId: string;
  readonly path: string;
  readonly edit: (before: unknown) => unknown;
  readonly versions?: readonly ('3.4' | '3.5')[];
  readonly collateral?: readonly string[];
}

const gone = (): unknown => GONE;
const asText = (value: unknown): unknown => String(value);

const MISSHAPEN: readonly Misshapen[] = [
  {
    id: 'ledger-end-as-text',
    description: 'The ledger end is a text.',
    chapter: 'ledger-end',
    operationId: 'getV2StateLedger-end',
    path: 'offset',
    edit: asText,
    versions: ['3.4', '3.5'],
  },
  {
    id: 'pruned-offset-as-text',
    description: 'One of the pruned offsets is a text.',
    chapter: 'latest-pruned-offsets',
    operationId: 'getV2StateLatest-pruned-offsets',
    path: 'participantPrunedUpToInclusive',
    edit: asText,
  },
  {
    id: 'user-without-id',
    description: 'A user has no id.',
    chapter: 'user',
    operationId: 'getV2UsersUser-id',
    path: 'user.id',
    edit: gone,
    collateral: [of('{users-list,users-create,user-*,authenticated-user}', '*')],
  },
  {
    id: 'user-deactivated-as-text',
    description: 'Whether a user of the list is deactivated is a text.',
    chapter: 'users-list',
    operationId: 'getV2Users',
    path: 'users.*.isDeactivated',
    edit: asText,
  },
  {
    id: 'right-with-two-kinds',
    description: 'A right is of two kinds at once.',
    chapter: 'user-rights',
    operationId: 'getV2UsersUser-idRights',
    path: 'rights.0.kind',
    edit: (kind) => ({ ...(kind as object), IdentityProviderAdmin: { value: {} } }),
    collateral: [of('user-*', '*')],
  },
  {
    id: 'party-local-as-text',
    description: 'Whether a listed party is local is a text.',
    chapter: 'parties-list',
    operationId: 'getV2Parties',
    path: 'partyDetails.*.isLocal',
    edit: asText,
  },
  {
    id: 'party-metadata-a-list',
    description: 'The annotations of a party are a list of pairs.',
    chapter: 'party',
    operationId: 'getV2PartiesParty',
    path: 'partyDetails.*.localMetadata.annotations',
    edit: (map) => Object.entries(map as object),
    collateral: [of('part*', '*')],
  },
  {
    id: 'packages-as-objects',
    description: 'The listed packages are objects instead of ids.',
    chapter: 'packages-list',
    operationId: 'getV2Packages',
    path: 'packageIds.*',
    edit: (id) => ({ packageId: id }),
  },
  {
    id: 'package-status-unknown-literal',
    description: 'The status of a package is a literal that no document names.',
    chapter: 'package-status',
    operationId: 'getV2PackagesPackage-idStatus',
    path: 'packageStatus',
    edit: () => 'PACKAGE_STATUS_ACTIVE',
  },
  {
    id: 'vetted-packages-without-participant',
    description: 'Rows of vetted packages do not name the participant.',
    chapter: 'package-vetting-list',
    operationId: 'postV2Package-vettingList',
    path: 'vettedPackages.*.participantId',
    edit: gone,
    collateral: [of('package-vetting', 'same-as-replacement')],
  },
  {
    id: 'synchronizers-not-listed',
    description: 'The connected synchronizers are one object instead of a list.',
    chapter: 'connected-synchronizers',
    operationId: 'getV2StateConnected-synchronizers',
    path: 'connectedSynchronizers',
    edit: (list) => (list as unknown[])[0],
  },
  {
    id: 'event-without-template',
    description: 'Created events do not name their template.',
    chapter: '{updates,updates-flats}',
    operationId: 'postV2Updates',
    path: '*.update.Transaction.value.events.*.CreatedEvent.templateId',
    edit: gone,
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
  },
  {
    id: 'offsets-of-pages-as-text',
    description: 'The bounds of a page of updates are texts.',
    chapter: 'updates-page',
    operationId: 'postV2UpdatesGet-updates-page',
    path: 'highestPageOffsetInclusive',
    edit: asText,
  },
  {
    id: 'update-unwrapped',
    description: 'A found update is not wrapped in a member that names its kind.',
    chapter: 'update-by-offset',
    operationId: 'postV2UpdatesUpdate-by-offset',
    path: 'update',
    edit: (update) => Object.values(update as object)[0]?.value,
    collateral: [AMONG_UPDATES],
  },
  {
    id: 'entry-without-synchronizer',
    description: 'Active contracts do not name their synchronizer.',
    chapter: 'active-contracts',
    operationId: 'postV2StateActive-contracts',
    path: '*.contractEntry.JsActiveContract.synchronizerId',
    edit: gone,
    collateral: [AMONG_CONTRACTS],
  },
  {
    id: 'page-of-contracts-keyed',
    description: 'A page of active contracts is keyed by place instead of a list.',
    chapter: 'active-contracts-page',
    operationId: 'getV2StateActive-contracts-page',
    path: 'activeContracts',
    edit: (list) => ({ ...(list as unknown[]) }),
  },
  {
    id: 'completion-status-bare',
    description: 'The status of a completion is its code alone.',
    chapter: 'completions',
    operationId: 'postV2CommandsCompletions',
    path: '*.completionResponse.Completion.value.status',
    edit: (status) => (status as { code: number } | undefined)?.code,
  },
  {
    id: 'contract-without-event',
    description: 'The look-up of a contract answers with an empty object.',
    chapter: 'contract-by-id',
    operationId: 'postV2ContractsContract-by-id',
    path: 'createdEvent',
    edit: gone,
  },
  {
    id: 'version-without-features',
    description: 'The version comes without the party management feature.',
    chapter: 'version',
    operationId: 'getV2Version',
    path: 'features.partyManagement',
    edit: gone,
  },
  {
    id: 'hash-missing',
    description: 'A prepared submission has no hash.',
    chapter: 'prepare',
    operationId: 'postV2Interactive-submissionPrepare',
    path: 'preparedTransactionHash',
    edit: gone,
  },
  {
    id: 'topology-hash-a-number',
    description: 'The hash of generated topology is a number.',
    chapter: 'generate-topology',
    operationId: 'postV2PartiesExternalGenerate-topology',
    path: 'multiHash',
    edit: () => 1220,
  },
];

export const shapeFaults: readonly LedgerFault[] = MISSHAPEN.map(
  ({ chapter, operationId, path, edit, collateral = [], ...fault }) => ({
    ...fault,
    killedBy: of(chapter, 'answer-shape'),
    // What looks into the answers of the chapter may stumble as well, and what compares them with others.
    collateral: [of(chapter, '*'), ...collateral],
    change: answeringJson(operationId, (json) => edited(json, path, edit)),
  }),
);
