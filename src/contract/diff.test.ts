import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { type ContractVersion, LEDGER_VERSIONS } from '../../suites/ledger/versions.ts';
import type { Contract, ContractDifference } from './contract.ts';
import { diff } from './diff.ts';
import { contractOf } from './load.ts';
import type { OpenApiDocument } from './openapi.ts';

const shortForm = ({ kind, at, from, to }: ContractDifference): string =>
  `${kind} ${at}: ${[from, to].filter((part) => part !== undefined).join(' → ')}`;

describe('3.4 to 3.5.1', () => {
  const differences = diff(ledgerContract('3.4'), ledgerContract('3.5.1'));
  const schemes = (...versions: string[]): string =>
    `one of ${['UNSPECIFIED', ...versions].map((name) => `HASHING_SCHEME_VERSION_${name}`).join(', ')}`;
  const oneMore = `${schemes('V2')} → ${schemes('V2', 'V3')}`;
  const EVENTS = 18;

  test('four operations are new, nothing else about operations differs', () => {
    expect(differences.filter(({ seenIn, at }) => seenIn.length === 0 && at.includes(' '))).toEqual(
      [
        ['GET /v2/state/active-contracts-page', 'One page of the active contracts'],
        ['POST /v2/updates/get-updates-page', 'One page of updates'],
        ['GET /livez', 'Is the process alive'],
        ['GET /readyz', 'Is the node ready'],
      ].map(([at, to]) => ({ kind: 'added', subject: 'operation', at, to, seenIn: [] })),
    );
  });

  /** The schema, the change in it, and the bodies with the change, or their number. */
  const ROWS: readonly (readonly [string, readonly string[], readonly string[] | number])[] = [
    [
      'AllocateExternalPartyRequest',
      ['added .waitForAllocation: boolean, optional', 'added .userId: string, optional'],
      ['POST /v2/parties/external/allocate request'],
    ],
    [
      'ConnectedSynchronizer',
      ['required .permission: required → optional'],
      ['GET /v2/state/connected-synchronizers response'],
    ],
    ['CreatedEvent', ['added .contractKeyHash: string, optional'], EVENTS],
    ['JsInterfaceView', ['added .implementationPackageId: string, optional'], EVENTS],
    [
      'GetActiveContractsRequest',
      [
        'required .eventFormat: required → optional',
        'added .streamContinuationToken: string, optional',
      ],
      ['POST /v2/state/active-contracts request'],
    ],
    [
      'JsGetActiveContractsResponse',
      ['added .streamContinuationToken: string, optional'],
      ['POST /v2/state/active-contracts response', 'GET /v2/state/active-contracts-page response'],
    ],
    [
      'GetUpdatesRequest',
      [
        'required .beginExclusive: optional → required',
        'required .updateFormat: required → optional',
        'added .descendingOrder: boolean, optional',
      ],
      [
        'POST /v2/updates request',
        'POST /v2/updates/flats request',
        'POST /v2/updates/trees request',
      ],
    ],
    [
      'JsPrepareSubmissionRequest',
      [`added .hashingSchemeVersion: ${schemes('V2', 'V3')}, optional`],
      ['POST /v2/interactive-submission/prepare request'],
    ],
    [
      'JsPrepareSubmissionResponse',
      [`changed .hashingSchemeVersion: ${oneMore}`],
      ['POST /v2/interactive-submission/prepare response'],
    ],
    [
      'JsExecuteSubmissionRequest',
      [`changed .hashingSchemeVersion: ${oneMore}`],
      ['POST /v2/interactive-submission/execute request'],
    ],
    [
      'JsExecuteSubmissionAndWaitRequest',
      [`changed .hashingSchemeVersion: ${oneMore}`],
      ['POST /v2/interactive-submission/executeAndWait request'],
    ],
    [
      'JsExecuteSubmissionAndWaitForTransactionRequest',
      [`changed .hashingSchemeVersion: ${oneMore}`],
      ['POST /v2/interactive-submission/executeAndWaitForTransaction request'],
    ],
    [
      'TopologyEventEvent',
      ['added .ParticipantAuthorizationOnboarding: a choice'],
      [
        'POST /v2/updates response',
        'POST /v2/updates/flats response',
        'POST /v2/updates/update-by-offset response',
        'POST /v2/updates/update-by-id response',
        'POST /v2/updates/get-updates-page response',
      ],
    ],
    ['ParticipantAuthorizationOnboarding', ['added : object of value'], 5],
    [
      'ParticipantAuthorizationOnboarding1',
      ['added : object of partyId, participantId, participantPermission'],
      5,
    ],
    [
      'User',
      ['added .primaryPartyAuthentication: boolean, optional'],
      [
        'GET /v2/users response',
        'POST /v2/users request',
        'POST /v2/users response',
        'GET /v2/users/{user-id} response',
        'PATCH /v2/users/{user-id} request',
        'PATCH /v2/users/{user-id} response',
        'GET /v2/authenticated-user response',
      ],
    ],
    ...['Vet1', 'Unvet1'].map(
      (name) =>
        [
          name,
          ['required .packages: optional → required'],
          ['POST /v2/package-vetting request', 'POST /v2/package-vetting/update request'],
        ] as const,
    ),
    ['Identifier', ['removed : object of packageId, moduleName, entityName'], []],
    [
      'GetActiveContractsPageRequest',
      ['added : object of activeAtOffset?, eventFormat, maxPageSize?, pageToken?'],
      ['GET /v2/state/active-contracts-page request'],
    ],
    [
      'JsGetActiveContractsPageResponse',
      ['added : object of activeContracts, activeAtOffset, nextPageToken?'],
      ['GET /v2/state/active-contracts-page response'],
    ],
    [
      'GetUpdatesPageRequest',
      [
        'added : object of beginOffsetExclusive?, endOffsetInclusive?, maxPageSize?, updateFormat, descendingOrder?, pageToken?',
      ],
      ['POST /v2/updates/get-updates-page request'],
    ],
    [
      'JsGetUpdatesPageResponse',
      [
        'added : object of updates?, lowestPageOffsetExclusive, highestPageOffsetInclusive, nextPageToken?',
      ],
      ['POST /v2/updates/get-updates-page response'],
    ],
  ];

  test.each(ROWS)('%s', (name, changes, seenIn) => {
    const found = differences.filter(({ at }) => at.split('.')[0] === name);
    expect(found.map(shortForm)).toEqual(changes.map((change) => change.replace(' ', ` ${name}`)));
    for (const each of found) {
      expect(typeof seenIn === 'number' ? each.seenIn.length : each.seenIn).toEqual(seenIn);
    }
  });

  test('no schema differs beside the listed ones', () => {
    const schemas = new Set(ROWS.map(([name]) => name));
    const others = differences.filter(
      ({ subject, at }) => subject !== 'operation' && !schemas.has(at.split('.')[0] ?? ''),
    );
    expect(others).toEqual([]);
  });

  test('the reverse comparison has the reverse differences', () => {
    const back = diff(ledgerContract('3.5.1'), ledgerContract('3.4'));
    expect(back.map(({ at, from, to }) => [at, to, from].join()).toSorted()).toEqual(
      differences.map(({ at, from, to }) => [at, from, to].join()).toSorted(),
    );
  });
});

/** The documents of ledger-versions: what each version added. */
describe.each<[from: ContractVersion, to: ContractVersion, lines: readonly string[]]>([
  [
    '3.5.1',
    '3.5',
    [
      'deprecated GET /v2/interactive-submission/preferred-package-version: in use → deprecated since 3.5.8 for POST /v2/interactive-submission/preferred-packages',
      'deprecated GET /v2/state/active-contracts-page: in use → deprecated since 3.5.10 for POST /v2/state/active-contracts-page',
      'added POST /v2/state/active-contracts-page: One page of the active contracts, requested with a POST',
      'added POST /v2/commands/command-completions: Outcomes of commands by parties',
      'added PrefetchContractKey.limit: integer (int32), optional',
      'added GetCompletionsRequest: object of parties?, beginExclusive?',
    ],
  ],
  [
    '3.5',
    '3.6',
    [
      ...[
        [
          'POST /v2/commands/submit-and-wait-for-transaction-tree',
          '3.4 for POST /v2/commands/submit-and-wait-for-transaction',
        ],
        ['GET /v2/package-vetting', '3.4.12 for POST /v2/package-vetting/list'],
        ['POST /v2/package-vetting', '3.4.12 for POST /v2/package-vetting/update'],
      ].map(
        ([at, since]) =>
          `deprecated ${at}: deprecated since ${since} → deprecated since ${since}, off by default`,
      ),
      'deprecated POST /v2/state/active-contracts: in use → in use, without filter and verbose by default',
      'added GET /v2/state/ledger-end query synchronizer_id: list of string, optional',
      'deprecated POST /v2/updates: in use → in use, without filter and verbose by default',
      ...[
        ['POST /v2/updates/flats', '3.4 for POST /v2/updates'],
        ['POST /v2/updates/trees', '3.4 for POST /v2/updates'],
        [
          'GET /v2/updates/transaction-tree-by-offset/{offset}',
          '3.4 for POST /v2/updates/update-by-offset',
        ],
        ['POST /v2/updates/transaction-by-offset', '3.4 for POST /v2/updates/update-by-offset'],
        ['POST /v2/updates/transaction-by-id', '3.4 for POST /v2/updates/update-by-id'],
        [
          'GET /v2/updates/transaction-tree-by-id/{update-id}',
          '3.4 for POST /v2/updates/update-by-id',
        ],
        [
          'GET /v2/interactive-submission/preferred-package-version',
          '3.5.8 for POST /v2/interactive-submission/preferred-packages',
        ],
        ['GET /v2/state/active-contracts-page', '3.5.10 for POST /v2/state/active-contracts-page'],
      ].map(
        ([at, since]) =>
          `deprecated ${at}: deprecated since ${since} → deprecated since ${since}, off by default`,
      ),
      'added POST /v2/commands/completion-by-hash: Outcome of a signed submission',
      'added POST /v2/updates/update-by-hash: One update by the hash of its transaction',
      'added GET /v2/jose/jwks/synchronizer/{synchronizer}/party/{party}: Public keys of a party',
      'added GET /v2/traffic/accounts/{account-id}: Balance of one account',
      'added POST /v2/traffic/accounts: Change the balance of an account',
      'added POST /v2/traffic/events/prune: Forget old changes of accounts',
      'added Completion1.transactionHash: string, optional',
      'added CostEstimationHints.expectedSignatures[] SIGNING_ALGORITHM_SPEC_ML_DSA_65',
      'added GetLedgerEndResponse.synchronizerTimes: list of SynchronizerTime, optional',
      ...[
        'JsExecuteSubmissionAndWaitForTransactionRequest',
        'JsExecuteSubmissionAndWaitRequest',
        'JsExecuteSubmissionRequest',
        'JsPrepareSubmissionRequest',
        'JsPrepareSubmissionResponse',
      ].map((schema) => `added ${schema}.hashingSchemeVersion HASHING_SCHEME_VERSION_V4`),
      'deprecated JsTransaction.externalTransactionHash: in use → deprecated',
      'added JsTransaction.transactionHash: string, optional',
      'added Kind.CanActAsAnyParty: a choice',
      'added GetCompletionByHashRequest: object of transactionHash',
      'added GetCompletionByHashResponse: object of acceptedCompletion?, lastRejectedCompletions?',
      'added GetUpdateByHashRequest: object of transactionHash, updateFormat',
      'added GetAccountResponse: object of accountId, balance',
      'added UpdateAccountRequest: object of accountId, balanceDelta?, deduplicationId',
      'added UpdateAccountResponse: object of response',
      'added PruneEventsRequest: object of beforeOrAt',
      'added PruneEventsResponse: object of prunedEventCount',
      'added CanActAsAnyParty: object of value',
      'added CanActAsAnyParty1: object',
      'added COMPLETION_NOT_FOUND: category 11',
      'added DEPRECATED_API_DISABLED: category 8',
    ],
  ],
])('%s to %s', (from, to, lines) => {
  /** A longer enum in short: its place and the new value. */
  const inShort = (difference: ContractDifference): string => {
    const { at, from: before = '', to: after = '' } = difference;
    const isLonger = after.startsWith(`${before}, `) && before.startsWith('one of ');
    return isLonger ? `added ${at} ${after.slice(before.length + 2)}` : shortForm(difference);
  };

  test('shows what was added and deprecated, and nothing else', () => {
    const found = diff(ledgerContract(from), ledgerContract(to)).map(inShort);
    expect(found.toSorted()).toEqual(lines.toSorted());
  });
});

describe('between small documents', () => {
  const contract = (get: object, schemas: object = {}): Contract =>
    contractOf(
      'small',
      {
        info: { version: '1' },
        paths: { '/a': { get: { operationId: 'a', 'x-name': 'a', responses: {}, ...get } } },
        components: { schemas },
      } as unknown as OpenApiDocument,
      '',
    );
  const query = (schema: object, required?: boolean): object => ({
    parameters: [{ name: 'p', in: 'query', required, schema }],
  });
  const response = (mediaType: string, schema?: object): object => ({
    responses: { 200: { content: { [mediaType]: { schema } } } },
  });
  const advice = { announced: '2', replacement: 'GET /b', relation: 'Same.' };

  test.each<[string, object, object, readonly string[]]>([
    ['nothing', query({ type: 'string' }), query({ type: 'string', description: 'x' }), []],
    ['a parameter', {}, query({ type: 'string' }), ['added GET /a query p: string, optional']],
    ['none', query({}, true), {}, ['removed GET /a query p: any value, required']],
    ['a demand', query({}), query({}, true), ['required GET /a query p: optional → required']],
    [
      'a type',
      query({ type: 'integer', format: 'int32' }),
      query({ type: 'integer', format: 'int64', minimum: 0 }),
      ['changed GET /a query p: integer (int32) → integer (int64), minimum 0'],
    ],
    [
      'advice',
      {},
      { 'x-deprecated': advice },
      ['deprecated GET /a: in use → deprecated since 2 for GET /b'],
    ],
    [
      'advice against a parameter',
      query({ type: 'string' }),
      query({ type: 'string', deprecated: true }),
      ['deprecated GET /a query p: in use → deprecated'],
    ],
    [
      'a media type',
      response('text/plain', { type: 'string' }),
      response('application/json', { type: 'array', items: { type: 'string' } }),
      [
        'removed GET /a 200 text/plain: string',
        'added GET /a 200 application/json: list of string',
      ],
    ],
    ['a status', {}, response('text/plain'), ['added GET /a 200: text/plain']],
    [
      'a body',
      { requestBody: { content: { 'application/json': {} } } },
      {},
      ['removed GET /a request: application/json'],
    ],
    [
      'items',
      response('application/json', { type: 'array', items: { $ref: '#/components/schemas/A' } }),
      response('application/json', { type: 'array', items: { $ref: '#/components/schemas/B' } }),
      ['changed GET /a 200 application/json[]: A → B'],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(diff(contract(before), contract(after)).map(shortForm)).toEqual(changes);
  });

  test('members of members, map values and choices are reported with their place', () => {
    const before = {
      'x.A': {
        properties: { b: { properties: { c: { type: 'string' } } }, d: { enum: ['p', 'q'] } },
        additionalProperties: { type: 'string' },
        oneOf: [{ $ref: '#/components/schemas/B' }, { required: ['e'] }, { type: 'null' }],
      },
    };
    const after = {
      'x.A': {
        properties: { b: { properties: { c: { type: 'number' } } }, d: { enum: ['q', 'p'] } },
        additionalProperties: { type: 'boolean' },
        oneOf: [{ required: ['e'], properties: { e: true } }, { type: 'string' }],
      },
    };
    const differences = diff(
      contract(response('application/json', { $ref: '#/components/schemas/x.A' }), before),
      contract(response('application/json', { $ref: '#/components/schemas/x.A' }), after),
    );
    expect(differences.map(shortForm)).toEqual([
      'changed x.A.b.c: string → number',
      'removed x.A.B: a choice',
      'added x.A.e: any value, required',
      'removed x.A.null: a choice',
      'added x.A.string: a choice',
      'changed x.A.*: string → boolean',
    ]);
    for (const { seenIn } of differences) expect(seenIn).toEqual(['GET /a response']);
  });

  test('a contract does not differ from itself', () => {
    for (const version of LEDGER_VERSIONS) {
      expect(diff(ledgerContract(version), ledgerContract(version))).toEqual([]);
    }
  });
});
