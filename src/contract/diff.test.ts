import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { type ContractVersion, LEDGER_VERSIONS } from '../../suites/ledger/versions.ts';
import type { Contract, ContractDifference } from './contract.ts';
import { diff } from './diff.ts';
import { contractOf } from './load.ts';
import type { OpenApiDocument } from './openapi.ts';

const shortForm = ({ kind, at, from, to }: ContractDifference): string =>
  `${kind} ${at}: ${[from, to].filter((part) => part !== undefined).join(' → ')}`;

/** The documents of ledger-versions: what each version added. */
describe.each<[from: ContractVersion, to: ContractVersion, lines: readonly string[]]>([
  [
    '3.4',
    '3.5.1',
    [
      'added GET /v2/state/active-contracts-page: One page of the active contracts',
      'added POST /v2/updates/get-updates-page: One page of updates',
      'added GET /livez: Is the process alive',
      'added GET /readyz: Is the node ready',
      'added AllocateExternalPartyRequest.waitForAllocation: boolean, optional',
      'added AllocateExternalPartyRequest.userId: string, optional',
      'required ConnectedSynchronizer.permission: required → optional',
      'added CreatedEvent.contractKeyHash: string, optional',
      'added JsInterfaceView.implementationPackageId: string, optional',
      'required GetActiveContractsRequest.eventFormat: required → optional',
      'added GetActiveContractsRequest.streamContinuationToken: string, optional',
      'added JsGetActiveContractsResponse.streamContinuationToken: string, optional',
      'required GetUpdatesRequest.beginExclusive: optional → required',
      'required GetUpdatesRequest.updateFormat: required → optional',
      'added GetUpdatesRequest.descendingOrder: boolean, optional',
      'added JsPrepareSubmissionRequest.hashingSchemeVersion: one of HASHING_SCHEME_VERSION_UNSPECIFIED, HASHING_SCHEME_VERSION_V2, HASHING_SCHEME_VERSION_V3, optional',
      ...[
        'JsPrepareSubmissionResponse',
        'JsExecuteSubmissionRequest',
        'JsExecuteSubmissionAndWaitRequest',
        'JsExecuteSubmissionAndWaitForTransactionRequest',
      ].map((schema) => `added ${schema}.hashingSchemeVersion HASHING_SCHEME_VERSION_V3`),
      'added TopologyEventEvent.ParticipantAuthorizationOnboarding: a choice',
      'added ParticipantAuthorizationOnboarding: object of value',
      'added ParticipantAuthorizationOnboarding1: object of partyId, participantId, participantPermission',
      'added User.primaryPartyAuthentication: boolean, optional',
      'required Vet1.packages: optional → required',
      'required Unvet1.packages: optional → required',
      'removed Identifier: object of packageId, moduleName, entityName',
      'added GetActiveContractsPageRequest: object of activeAtOffset?, eventFormat, maxPageSize?, pageToken?',
      'added JsGetActiveContractsPageResponse: object of activeContracts, activeAtOffset, nextPageToken?',
      'added GetUpdatesPageRequest: object of beginOffsetExclusive?, endOffsetInclusive?, maxPageSize?, updateFormat, descendingOrder?, pageToken?',
      'added JsGetUpdatesPageResponse: object of updates?, lowestPageOffsetExclusive, highestPageOffsetInclusive, nextPageToken?',
    ],
  ],
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

test('a difference of a schema names each body that has it', () => {
  const differences = diff(ledgerContract('3.4'), ledgerContract('3.5.1'));
  const found = differences.find(({ at }) => at === 'User.primaryPartyAuthentication');
  expect(found?.seenIn).toEqual([
    'GET /v2/users response',
    'POST /v2/users request',
    'POST /v2/users response',
    'GET /v2/users/{user-id} response',
    'PATCH /v2/users/{user-id} request',
    'PATCH /v2/users/{user-id} response',
    'GET /v2/authenticated-user response',
  ]);
});

test('the reverse comparison has the reverse differences', () => {
  const [older, newer] = [ledgerContract('3.4'), ledgerContract('3.5.1')];
  expect(
    diff(newer, older)
      .map(({ at, from, to }) => [at, to, from].join())
      .toSorted(),
  ).toEqual(
    diff(older, newer)
      .map(({ at, from, to }) => [at, from, to].join())
      .toSorted(),
  );
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
