/** Faults of packages, parties and what else is administered, that one answer alone does not show. */
import { adminOnly } from '../auth.ts';
import { altering, answering, answeringJson, refusing } from '../fault.ts';
import { LedgerError, ok } from '../route.ts';
import { edited, isRecord, type LedgerFault, of, turnedRound, zeros } from './tools.ts';
import { asking } from './updates.ts';

const VETTING = ['postV2Package-vettingList', 'getV2Package-vetting'];
const PREPARE = 'postV2Interactive-submissionPrepare';

export const agreementFaults: readonly LedgerFault[] = [
  {
    id: 'good-archive-refused',
    description: 'An archive that can be uploaded is found to be no good.',
    killedBy: of('dars-validate', 'archive-fits-the-vetted-packages'),
    collateral: [of('dars-validate', '*')],
    change: altering('postV2DarsValidate', () => ({
      handle: () => {
        throw new LedgerError('DAR_VALIDATION_ERROR', 3, 8, 'The archive does not fit.');
      },
    })),
  },
  {
    id: 'second-upload-refused',
    description: 'An archive that is there already is refused.',
    killedBy: of('{dars-upload,packages-upload}', 'same-again'),
    allow: 'irreversible',
    change: altering(['postV2Dars', 'postV2Packages'], ({ handle }) => ({
      handle: async (ask, ledger) => {
        const before = ledger.packages.all().length;
        const reply = await handle(ask, ledger);
        if (ledger.packages.all().length > before) return reply;
        throw new LedgerError('PACKAGE_ALREADY_THERE', 6, 10, 'The package is there already.');
      },
    })),
  },
  {
    id: 'package-ids-in-capitals',
    description: 'The ids of packages are listed in capitals.',
    killedBy: of('packages-list', 'ids-are-hashes'),
    collateral: [
      of('{package,package-status,dars-upload,packages-upload}', '*'),
      of('packages-list', 'has-what-is-vetted'),
    ],
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds.*', (id) => String(id).toUpperCase()),
    ),
  },
  {
    id: 'vetted-row-twice',
    description: 'A row of vetted packages is there twice.',
    killedBy: of('package-vetting-list', 'each-row-once'),
    collateral: [of('package-vetting-list', '*')],
    change: answeringJson(VETTING, (json) =>
      edited(json, 'vettedPackages', (rows) => [
        ...(rows as unknown[]).slice(0, 1),
        ...(rows as unknown[]),
      ]),
    ),
  },
  {
    id: 'vetted-rows-not-sorted',
    description: 'Rows of vetted packages come in the opposite order.',
    killedBy: of('package-vetting-list', 'rows-are-sorted'),
    collateral: [of('package-vetting-list', '*')],
    change: answeringJson(VETTING, (json) => edited(json, 'vettedPackages', turnedRound)),
  },
  {
    id: 'vetted-by-another-participant',
    description: 'The filter of participants is overlooked.',
    killedBy: of('package-vetting-list', 'own-rows-name-the-participant'),
    collateral: [of('package-vetting-list', '{topology-filter-selects,pages-keep-the-filter}')],
    change: asking(VETTING, (body) => ({ ...body, topologyStateFilter: undefined })),
  },
  {
    id: 'vetting-for-administrators',
    description: 'Vetted packages are shown to administrators only.',
    killedBy: of('package-vetting-list', 'for-every-user'),
    token: 'reader',
    change: altering(VETTING, () => ({ authorise: adminOnly })),
  },
  {
    id: 'larger-pages-than-told',
    description: 'Pages of vetted packages may be larger than the version says.',
    killedBy: of('package-vetting-list', 'page-size-limit-is-told'),
    change: asking(VETTING, (body) => ({
      ...body,
      pageSize: Math.min(100, Number(body['pageSize'])),
    })),
  },
  {
    id: 'dry-run-tells-no-change',
    description:
      'A change of vetted packages that is only tried answers with what there was before.',
    killedBy: of('package-vetting-update', 'dry-run-tells-the-change'),
    collateral: [of('package-vetting-change', 'same-as-replacement')],
    allow: 'irreversible',
    change: answeringJson('postV2Package-vettingUpdate', (json) => {
      const { pastVettedPackages } = json as { pastVettedPackages: unknown };
      return edited(json, 'newVettedPackages', () => pastVettedPackages);
    }),
  },
  {
    id: 'parties-not-in-order',
    description: 'Parties are listed in the opposite order.',
    killedBy: of('parties-list', 'in-order'),
    collateral: [of('parties-list', 'pages-of-*')],
    change: answeringJson('getV2Parties', (json) => edited(json, 'partyDetails', turnedRound)),
  },
  {
    id: 'party-filter-finds-nothing',
    description: 'A whole name as the filter finds no party.',
    killedBy: of('parties-list', 'filter-finds'),
    change: answeringJson('getV2Parties', (json, { query }) =>
      query.get('filter-party')?.includes('::') ? edited(json, 'partyDetails', () => []) : json,
    ),
  },
  {
    id: 'allocated-under-another-name',
    description: 'A party is allocated under another name than the one asked for.',
    killedBy: of('parties-allocate', 'named-as-asked'),
    collateral: [of('parties-allocate', '*')],
    allow: 'irreversible',
    change: asking('postV2Parties', (body) => ({
      ...body,
      partyIdHint: `${body['partyIdHint']}-x`,
    })),
  },
  {
    id: 'external-party-hosted-elsewhere',
    description: 'An external party is allocated and called remote.',
    killedBy: of('external-parties-allocate', 'hosted-here'),
    allow: 'irreversible',
    change: answering('postV2PartiesExternalAllocate', (reply, _ask, { parties }) => {
      const { partyId } = reply.json as { partyId: string };
      parties.add(partyId, false);
      return reply;
    }),
  },
  {
    id: 'external-party-named-otherwise',
    description: 'An external party is answered under another name than its topology has.',
    killedBy: of('external-parties-allocate', 'named-as-generated'),
    collateral: [of('external-parties-allocate', 'hosted-here')],
    allow: 'irreversible',
    change: answeringJson('postV2PartiesExternalAllocate', (json) =>
      edited(json, 'partyId', (id) => `x${id}`),
    ),
  },
  {
    id: 'unknown-methods-taken',
    description: 'A method that a path does not serve is answered with 200.',
    killedBy: of('participant-id', 'unknown-method-405'),
    change: refusing((reply, _error, { target }) =>
      reply.status === 405 && target.startsWith('/v2/contracts/') ? ok({}) : reply,
    ),
  },
  {
    id: 'everybody-prepares',
    description: 'Submissions are prepared for everybody who has a token.',
    killedBy: of('prepare', 'needs-read-as'),
    token: 'reader',
    change: altering(PREPARE, () => ({
      authorise: ({ caller }) => {
        if (caller.userId === undefined) throw new LedgerError('NA', 16, -1, 'Nobody asks.');
      },
    })),
  },
  {
    id: 'party-widens-synchronizers',
    description: 'A party is connected to a synchronizer that is not connected.',
    killedBy: of('connected-synchronizers', 'party-narrows'),
    change: answeringJson('getV2StateConnected-synchronizers', (json, { query }) =>
      query.has('party')
        ? edited(json, 'connectedSynchronizers', (list) => [
            ...(list as object[]),
            {
              ...(list as object[])[0],
              synchronizerAlias: 'far',
              synchronizerId: `far::${zeros()}`,
            },
          ])
        : json,
    ),
  },
  {
    id: 'large-pages-refused',
    description: 'A page size above the limit of users is refused instead of clipped.',
    killedBy: of('users-list', 'large-pages-are-clipped'),
    change: altering('getV2Users', ({ handle }) => ({
      handle: (ask, ledger) => {
        if (Number(ask.query.get('pageSize') ?? 0) <= 1000) return handle(ask, ledger);
        throw new LedgerError('INVALID_ARGUMENT', 3, 8, 'The page size is too large.');
      },
    })),
  },
  {
    id: 'hashed-otherwise',
    description: 'A submission is hashed by a scheme that nobody asked for.',
    killedBy: of('prepare', 'default-hashing-scheme'),
    change: answeringJson(PREPARE, (json) =>
      edited(json, 'hashingSchemeVersion', () => 'HASHING_SCHEME_VERSION_V3'),
    ),
  },
  {
    id: 'hashing-details-withheld',
    description: 'How a hash came about is not told, though it was asked for.',
    killedBy: of('prepare', 'hashing-details-when-asked-for'),
    change: answeringJson(PREPARE, (json) => edited(json, 'hashingDetails', () => null)),
  },
  {
    id: 'prepared-hash-empty',
    description: 'A prepared submission has an empty hash.',
    killedBy: of('prepare', 'transaction-and-hash'),
    change: answeringJson(PREPARE, (json) => edited(json, 'preparedTransactionHash', () => '')),
  },
  {
    id: 'preferred-but-not-vetted',
    description: 'The preferred version of a package is one that nobody vets.',
    killedBy: of('preferred-package-version', 'vetted'),
    collateral: [of('preferred-package-version', '*')],
    change: answeringJson('getV2Interactive-submissionPreferred-package-version', (json) =>
      edited(json, 'packagePreference.packageReference', (found) =>
        isRecord(found) ? { ...found, packageId: '0'.repeat(64), packageVersion: '9.9.9' } : found,
      ),
    ),
  },
  {
    id: 'preferred-under-another-name',
    description: 'The preferred package has another name than the one that was asked for.',
    killedBy: of('preferred-packages', 'one-for-each-requirement'),
    collateral: [
      of('preferred-packages', 'is-the-one-asked-for'),
      of('preferred-package-version', '*'),
    ],
    change: answeringJson('postV2Interactive-submissionPreferred-packages', (json) =>
      edited(json, 'packageReferences.*.packageName', (name) => `${name}-2`),
    ),
  },
  {
    id: 'readiness-needs-a-token',
    description: 'The readiness check wants a token.',
    killedBy: of('readyz', 'answers-without-a-token'),
    change: altering('getReadyz', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.headers.authorization === undefined ? { status: 401 } : handle(ask, ledger),
    })),
  },
];
