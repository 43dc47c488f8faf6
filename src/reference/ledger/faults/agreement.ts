/** Faults that one answer alone does not show: it disagrees with the request, or with what is told elsewhere. */
import { adminOnly } from '../auth.ts';
import { altering, answering, answeringJson, refusing } from '../fault.ts';
import { LedgerError, ok, type Reply } from '../route.ts';
import type { Change } from '../steps.ts';
import { AMONG_CONTRACTS, AMONG_UPDATES, edited, isRecord, type LedgerFault, of } from './tools.ts';
import { asking } from './updates.ts';

const turnedRound = (list: unknown): unknown => (list as unknown[]).toReversed();
const zeros = (): string => `1220${'0'.repeat(64)}`;

/** A change that does not do the operation, and says so with that status. */
const gone = (operationId: string, status: number): Change =>
  altering(operationId, () => ({ handle: (): Reply => ({ status, text: 'It is gone.' }) }));

const VETTING = ['postV2Package-vettingList', 'getV2Package-vetting'];
const PREPARE = 'postV2Interactive-submissionPrepare';

export const agreementFaults: readonly LedgerFault[] = [
  {
    id: 'completion-of-no-update',
    says: 'Completions name updates that are not there.',
    caughtBy: of('completions', 'names-its-update'),
    alsoTrips: [of('submit*', 'completion-is-listed')],
    change: answeringJson('postV2CommandsCompletions', (json) =>
      edited(json, '*.completionResponse.Completion.value.updateId', zeros),
    ),
  },
  {
    id: 'completions-turned-round',
    says: 'Completions come from the newest to the oldest.',
    caughtBy: of('completions', 'offsets-in-order'),
    alsoTrips: [of('completions', '*')],
    change: answeringJson('postV2CommandsCompletions', turnedRound),
  },
  {
    id: 'completions-limit-overlooked',
    says: 'A list of completions is as long as it gets, whatever its limit.',
    caughtBy: of('completions', 'limit-is-kept'),
    change: altering('postV2CommandsCompletions', ({ handle }) => ({
      handle: (ask, ledger) => handle({ ...ask, query: new URLSearchParams() }, ledger),
    })),
  },
  {
    id: 'events-name-other-witnesses',
    says: 'The events of a contract name witnesses who did not ask.',
    caughtBy: of('events-by-contract-id', 'witnesses-ask'),
    alsoTrips: [AMONG_CONTRACTS],
    change: answeringJson('postV2EventsEvents-by-contract-id', (json, _ask, { parties }) =>
      edited(json, 'created.createdEvent.witnessParties', () =>
        parties.all().map(({ party }) => party),
      ),
    ),
  },
  {
    id: 'good-archive-refused',
    says: 'An archive that can be uploaded is found to be no good.',
    caughtBy: of('dars-validate', 'archive-fits-the-vetted-packages'),
    alsoTrips: [of('dars-validate', '*')],
    change: altering('postV2DarsValidate', () => ({
      handle: () => {
        throw new LedgerError('DAR_VALIDATION_ERROR', 3, 8, 'The archive does not fit.');
      },
    })),
  },
  {
    id: 'second-upload-refused',
    says: 'An archive that is there already is refused.',
    caughtBy: of('{dars-upload,packages-upload}', 'same-again'),
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
    says: 'The ids of packages are listed in capitals.',
    caughtBy: of('packages-list', 'ids-are-hashes'),
    alsoTrips: [of('{package,package-status,dars-upload,packages-upload}', '*')],
    change: answeringJson('getV2Packages', (json) =>
      edited(json, 'packageIds.*', (id) => String(id).toUpperCase()),
    ),
  },
  {
    id: 'vetted-row-twice',
    says: 'A row of vetted packages is there twice.',
    caughtBy: of('package-vetting-list', 'each-row-once'),
    alsoTrips: [of('package-vetting-list', '*')],
    change: answeringJson(VETTING, (json) =>
      edited(json, 'vettedPackages', (rows) => [
        ...(rows as unknown[]).slice(0, 1),
        ...(rows as unknown[]),
      ]),
    ),
  },
  {
    id: 'vetted-rows-not-sorted',
    says: 'Rows of vetted packages come in the opposite order.',
    caughtBy: of('package-vetting-list', 'rows-are-sorted'),
    alsoTrips: [of('package-vetting-list', '*')],
    change: answeringJson(VETTING, (json) => edited(json, 'vettedPackages', turnedRound)),
  },
  {
    id: 'vetted-by-another-participant',
    says: 'The filter of participants is overlooked.',
    caughtBy: of('package-vetting-list', 'own-rows-name-the-participant'),
    change: asking(VETTING, (body) => ({ ...body, topologyStateFilter: undefined })),
  },
  {
    id: 'vetting-for-administrators',
    says: 'Vetted packages are shown to administrators only.',
    caughtBy: of('package-vetting-list', 'for-every-user'),
    change: altering(VETTING, () => ({ authorise: adminOnly })),
  },
  {
    id: 'larger-pages-than-told',
    says: 'Pages of vetted packages may be larger than the version says.',
    caughtBy: of('package-vetting-list', 'page-size-limit-is-told'),
    change: asking(VETTING, (body) => ({
      ...body,
      pageSize: Math.min(100, Number(body['pageSize'])),
    })),
  },
  {
    id: 'dry-run-tells-no-change',
    says: 'A change of vetted packages that is only tried answers with what there was before.',
    caughtBy: of('package-vetting-update', 'dry-run-tells-the-change'),
    alsoTrips: [of('package-vetting-change', 'same-as-replacement')],
    change: answeringJson('postV2Package-vettingUpdate', (json) => {
      const { pastVettedPackages } = json as { pastVettedPackages: unknown };
      return edited(json, 'newVettedPackages', () => pastVettedPackages);
    }),
  },
  {
    id: 'parties-not-in-order',
    says: 'Parties are listed in the opposite order.',
    caughtBy: of('parties-list', 'in-order'),
    alsoTrips: [of('parties-list', 'pages-of-*')],
    change: answeringJson('getV2Parties', (json) => edited(json, 'partyDetails', turnedRound)),
  },
  {
    id: 'party-filter-finds-nothing',
    says: 'A whole name as the filter finds no party.',
    caughtBy: of('parties-list', 'filter-finds'),
    change: answeringJson('getV2Parties', (json, { query }) =>
      query.get('filter-party')?.includes('::') ? edited(json, 'partyDetails', () => []) : json,
    ),
  },
  {
    id: 'allocated-under-another-name',
    says: 'A party is allocated under another name than the one asked for.',
    caughtBy: of('parties-allocate', 'named-as-asked'),
    alsoTrips: [of('parties-allocate', '*')],
    allow: 'irreversible',
    change: asking('postV2Parties', (body) => ({
      ...body,
      partyIdHint: `${body['partyIdHint']}-x`,
    })),
  },
  {
    id: 'external-party-hosted-elsewhere',
    says: 'An external party is allocated and called remote.',
    caughtBy: of('external-parties-allocate', 'hosted-here'),
    allow: 'irreversible',
    change: answering('postV2PartiesExternalAllocate', (reply, _ask, { parties }) => {
      const { partyId } = reply.json as { partyId: string };
      parties.add(partyId, false);
      return reply;
    }),
  },
  {
    id: 'external-party-named-otherwise',
    says: 'An external party is answered under another name than its topology has.',
    caughtBy: of('external-parties-allocate', 'named-as-generated'),
    alsoTrips: [of('external-parties-allocate', 'hosted-here')],
    allow: 'irreversible',
    change: answeringJson('postV2PartiesExternalAllocate', (json) =>
      edited(json, 'partyId', (id) => `x${id}`),
    ),
  },
  {
    id: 'unknown-methods-taken',
    says: 'A method that a path does not serve is answered with 200.',
    caughtBy: of('participant-id', 'unknown-method-405'),
    change: refusing((reply, _error, { target }) =>
      reply.status === 405 && target.startsWith('/v2/parties/participant-id') ? ok({}) : reply,
    ),
  },
  {
    id: 'template-filter-overlooked',
    says: 'A filter of active contracts that names a template lets all templates through.',
    caughtBy: of('active-contracts', 'template-filter-selects'),
    alsoTrips: [AMONG_CONTRACTS],
    change: asking(
      'postV2StateActive-contracts',
      (body) =>
        edited(
          structuredClone(body),
          'eventFormat.filtersByParty.*.cumulative',
          () => [],
        ) as typeof body,
    ),
  },
  {
    id: 'verbose-leaves-out',
    says: 'With verbose the list of active contracts lacks its first one.',
    caughtBy: of('active-contracts', 'verbose-selects-the-same'),
    alsoTrips: [AMONG_CONTRACTS],
    change: answeringJson('postV2StateActive-contracts', (json, { body }) => {
      const { eventFormat } = body as { eventFormat?: { verbose: boolean } };
      return eventFormat?.verbose === true ? (json as unknown[]).slice(1) : json;
    }),
  },
  {
    id: 'everybody-reads-contracts',
    says: 'Active contracts are shown to everybody who has a token.',
    caughtBy: of('active-contracts', 'needs-read-as'),
    change: altering('postV2StateActive-contracts', () => ({
      authorise: ({ caller }) => {
        if (caller.userId === undefined) throw new LedgerError('NA', 16, -1, 'Nobody asks.');
      },
    })),
  },
  {
    id: 'everybody-prepares',
    says: 'Submissions are prepared for everybody who has a token.',
    caughtBy: of('prepare', 'needs-read-as'),
    change: altering(PREPARE, () => ({
      authorise: ({ caller }) => {
        if (caller.userId === undefined) throw new LedgerError('NA', 16, -1, 'Nobody asks.');
      },
    })),
  },
  {
    id: 'party-widens-synchronizers',
    says: 'A party is connected to a synchronizer that is not connected.',
    caughtBy: of('connected-synchronizers', 'party-narrows'),
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
    id: 'end-not-readable',
    says: 'Updates cannot be read on from the ledger end.',
    caughtBy: of('ledger-end', 'reading-goes-on-there'),
    alsoTrips: [AMONG_UPDATES],
    change: altering('postV2Updates', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { beginExclusive } = ask.body as { beginExclusive: number };
        if (beginExclusive !== ledger.history.end) return handle(ask, ledger);
        throw new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'There is nothing yet.');
      },
    })),
  },
  {
    id: 'deprecated-answers-gone',
    says: 'The deprecated list of trees is answered with 410.',
    caughtBy: of('updates-trees', 'still-does-its-work'),
    alsoTrips: [of('updates-trees', '*')],
    change: gone('postV2UpdatesTrees', 410),
  },
  {
    id: 'replacement-answers-not-implemented',
    says: 'The look-up that replaces the deprecated ones is answered with 501.',
    caughtBy: of('update-by-id', '{accepted,replaces-what-is-deprecated}'),
    alsoTrips: [AMONG_UPDATES, of('{completions,submit*,execute*}', '*')],
    change: gone('postV2UpdatesUpdate-by-id', 501),
  },
  {
    id: 'large-pages-refused',
    says: 'A page size above the limit of users is refused instead of clipped.',
    caughtBy: of('users-list', 'large-pages-are-clipped'),
    change: altering('getV2Users', ({ handle }) => ({
      handle: (ask, ledger) => {
        if (Number(ask.query.get('pageSize') ?? 0) <= 1000) return handle(ask, ledger);
        throw new LedgerError('INVALID_ARGUMENT', 3, 8, 'The page size is too large.');
      },
    })),
  },
  {
    id: 'template-filter-of-updates-overlooked',
    says: 'A filter of updates that names a template lets all templates through.',
    caughtBy: of('updates', 'only-the-asked-template'),
    alsoTrips: [AMONG_UPDATES],
    change: asking(
      ['postV2Updates', 'postV2UpdatesFlats'],
      (body) =>
        edited(
          structuredClone(body),
          'updateFormat.includeTransactions.eventFormat.filtersByParty.*.cumulative',
          () => [],
        ) as typeof body,
    ),
  },
  {
    id: 'limit-takes-the-end',
    says: 'A list of updates with a limit holds the last ones instead of the first.',
    caughtBy: of('updates', 'limit-cuts-the-end'),
    alsoTrips: [AMONG_UPDATES],
    change: altering(['postV2Updates', 'postV2UpdatesFlats'], ({ handle }) => ({
      handle: async (ask, ledger) => {
        const limit = Number(ask.query.get('limit') ?? 100);
        const { json } = await handle({ ...ask, query: new URLSearchParams() }, ledger);
        return ok((json as unknown[]).slice(-limit));
      },
    })),
  },
  {
    id: 'verbose-hides-updates',
    says: 'With verbose the list of updates lacks its first one.',
    caughtBy: of('updates', 'verbose-adds-only-detail'),
    alsoTrips: [AMONG_UPDATES],
    change: answeringJson(['postV2Updates', 'postV2UpdatesFlats'], (json, { body }) => {
      const text = JSON.stringify(body);
      return text.includes('"verbose":true') ? (json as unknown[]).slice(1) : json;
    }),
  },
  {
    id: 'looked-up-in-another-shape',
    says: 'The look-up by offset shows every effect, whatever shape is asked for.',
    caughtBy: of('update-by-offset', 'events-follow-the-shape'),
    alsoTrips: [AMONG_UPDATES],
    change: asking(
      'postV2UpdatesUpdate-by-offset',
      (body) =>
        edited(
          structuredClone(body),
          'updateFormat.includeTransactions.transactionShape',
          () => 'TRANSACTION_SHAPE_LEDGER_EFFECTS',
        ) as typeof body,
    ),
  },
  {
    id: 'pages-show-other-witnesses',
    says: 'The updates of a page name witnesses who did not ask.',
    caughtBy: of('updates-page', 'witnesses-were-asked'),
    alsoTrips: [AMONG_UPDATES],
    change: answeringJson('postV2UpdatesGet-updates-page', (json, _ask, { parties }) =>
      edited(json, 'updates.*.update.Transaction.value.events.*.*.witnessParties', () =>
        parties.all().map(({ party }) => party),
      ),
    ),
  },
  {
    id: 'pages-turned-round',
    says: 'The updates of a page come in the opposite order.',
    caughtBy: of('updates-page', 'offsets-in-order'),
    alsoTrips: [AMONG_UPDATES],
    change: answeringJson('postV2UpdatesGet-updates-page', (json) =>
      edited(json, 'updates', turnedRound),
    ),
  },
  {
    id: 'hashed-otherwise',
    says: 'A submission is hashed by a scheme that nobody asked for.',
    caughtBy: of('prepare', 'default-hashing-scheme'),
    change: answeringJson(PREPARE, (json) =>
      edited(json, 'hashingSchemeVersion', () => 'HASHING_SCHEME_VERSION_V3'),
    ),
  },
  {
    id: 'hashing-details-withheld',
    says: 'How a hash came about is not told, though it was asked for.',
    caughtBy: of('prepare', 'hashing-details-when-asked-for'),
    change: answeringJson(PREPARE, (json) => edited(json, 'hashingDetails', () => null)),
  },
  {
    id: 'prepared-hash-empty',
    says: 'A prepared submission has an empty hash.',
    caughtBy: of('prepare', 'transaction-and-hash'),
    change: answeringJson(PREPARE, (json) => edited(json, 'preparedTransactionHash', () => '')),
  },
  {
    id: 'preferred-but-not-vetted',
    says: 'The preferred version of a package is one that nobody vets.',
    caughtBy: of('preferred-package-version', 'vetted'),
    alsoTrips: [of('preferred-package-version', '*')],
    change: answeringJson('getV2Interactive-submissionPreferred-package-version', (json) =>
      edited(json, 'packagePreference.packageReference', (found) =>
        isRecord(found) ? { ...found, packageId: '0'.repeat(64), packageVersion: '9.9.9' } : found,
      ),
    ),
  },
  {
    id: 'preferred-under-another-name',
    says: 'The preferred package has another name than the one that was asked for.',
    caughtBy: of('preferred-packages', 'one-for-each-requirement'),
    alsoTrips: [of('preferred-package-version', '*')],
    change: answeringJson('postV2Interactive-submissionPreferred-packages', (json) =>
      edited(json, 'packageReferences.*.packageName', (name) => `${name}-2`),
    ),
  },
  {
    id: 'readiness-needs-a-token',
    says: 'The readiness check wants a token.',
    caughtBy: of('readyz', 'answers-without-a-token'),
    change: altering('getReadyz', ({ handle }) => ({
      handle: (ask, ledger) =>
        ask.headers.authorization === undefined ? { status: 401 } : handle(ask, ledger),
    })),
  },
];
