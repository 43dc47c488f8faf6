import { describe, expect, it } from 'vitest';
import { ledgerContract } from '../../../suites/ledger/contract.ts';
import { all, anyParty, by, format, PRUNED, started } from '../../../test/ledger-shapes.ts';
import { routesOf } from './routes.ts';
import { LOCAL_PARTIES } from './seed.ts';
import { NEWEST, VERSIONS } from './versions.ts';

const [alice = '', bob = ''] = LOCAL_PARTIES;
const AREAS = /^\/v2\/(updates|state|events|contracts|commands|interactive-submission)/;
const CONTRACT_ID = `00${'7'.repeat(64)}`;
const DENIED = '403 NA 7 -1';

const submission = (party: string, userId = '') => ({
  commands: [
    {
      CreateCommand: {
        templateId: '#assay-demo:Main:Asset',
        createArguments: { owner: party, name: 'a' },
      },
    },
  ],
  commandId: `auth-${party.slice(0, 5)}-${userId}`,
  userId,
  actAs: [party],
});

const transactions = (one: object) => ({
  includeTransactions: format(one)['includeTransactions'],
});

/** Requests that need the right to read as a party, by the event format that names the party. */
const reading: Readonly<Record<string, (eventFormat: object) => object>> = {
  '/v2/updates': (one) => ({ beginExclusive: PRUNED, updateFormat: transactions(one) }),
  '/v2/updates/flats': (one) => ({ beginExclusive: PRUNED, filter: one }),
  '/v2/updates/trees': (one) => ({ beginExclusive: PRUNED, filter: one }),
  '/v2/updates/update-by-offset': (one) => ({ offset: 5, updateFormat: transactions(one) }),
  '/v2/updates/update-by-id': (one) => ({ updateId: '1220', updateFormat: transactions(one) }),
  '/v2/updates/transaction-by-offset': (one) => ({
    offset: 5,
    transactionFormat: format(one)['includeTransactions'],
  }),
  '/v2/updates/get-updates-page': (one) => ({ updateFormat: transactions(one) }),
  '/v2/state/active-contracts': (one) => ({ activeAtOffset: 9, eventFormat: one }),
  '/v2/events/events-by-contract-id': (one) => ({ contractId: CONTRACT_ID, eventFormat: one }),
};

describe('the table of routes', () => {
  it.each(VERSIONS)('has each operation of its areas at %s', (version) => {
    const name = ({
      operationId,
      method,
      path,
    }: {
      operationId: string;
      method: string;
      path: string;
    }) => `${operationId} ${method} ${path}`;
    const expected = ledgerContract(version).operations.filter(({ path }) => AREAS.test(path));
    const served = routesOf(version).filter(({ path }) => AREAS.test(path));
    expect(served.map(name).sort()).toEqual(expected.map(name).sort());
  });
});

describe('rights of the reader, who may read as bob', () => {
  const on = started(NEWEST, { auth: true }, ({ tokens }) => tokens.reader);
  const status = async (path: string, body: object) => (await on.ledger.post(path, body)).status;

  it.each(Object.keys(reading))('are what %s needs', async (path) => {
    const body = reading[path] ?? (() => ({}));
    expect(await on.ledger.rejection(path, body(by(alice)))).toBe(DENIED);
    expect(await on.ledger.rejection(path, body(by(alice, bob)))).toBe(DENIED);
    expect(await on.ledger.rejection(path, body(anyParty))).toBe(DENIED);
    expect([200, 400, 404]).toContain(await status(path, body(by(bob))));
    const auditor = { token: on.server.tokens.auditor };
    expect([200, 400, 404]).toContain((await on.ledger.post(path, body(anyParty), auditor)).status);
  });

  it('decide which trees, contracts and completions are visible', async () => {
    const tree = (party: string) =>
      on.ledger.get(
        `/v2/updates/transaction-tree-by-offset/5?parties=${encodeURIComponent(party)}`,
      );
    expect([(await tree(alice)).status, (await tree(bob)).status]).toEqual([403, 404]);
    const contract = (queryingParties: readonly string[]) =>
      status('/v2/contracts/contract-by-id', { contractId: CONTRACT_ID, queryingParties });
    expect([await contract([alice]), await contract([bob]), await contract([])]).toEqual([
      403, 404, 403,
    ]);
    const completions = (parties: readonly string[], userId = '') =>
      status('/v2/commands/completions', { parties, userId, beginExclusive: PRUNED });
    expect([await completions([alice]), await completions([bob])]).toEqual([403, 200]);
    expect([await completions([bob], 'reader'), await completions([bob], 'auditor')]).toEqual([
      200, 403,
    ]);
  });

  it('do not permit topology of any party, or submissions', async () => {
    const topology = (parties: readonly string[]) =>
      status('/v2/updates', {
        beginExclusive: PRUNED,
        updateFormat: {
          includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
        },
      });
    expect([await topology([]), await topology([alice]), await topology([bob])]).toEqual([
      403, 403, 200,
    ]);
    for (const path of [
      'submit-and-wait',
      'async/submit',
      'submit-and-wait-for-transaction-tree',
    ]) {
      expect(await on.ledger.rejection(`/v2/commands/${path}`, submission(bob))).toBe(DENIED);
    }
    const prepare = (party: string) =>
      status('/v2/interactive-submission/prepare', submission(party));
    expect([await prepare(alice), await prepare(bob)]).toEqual([403, 200]);
    const auditor = { token: on.server.tokens.auditor };
    const { body } = await on.ledger.post<{ preparedTransaction: string }>(
      '/v2/interactive-submission/prepare',
      submission(bob),
      auditor,
    );
    const execute = {
      preparedTransaction: body.preparedTransaction,
      partySignatures: { signatures: [] },
      submissionId: 's',
      hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
    };
    expect(await status('/v2/interactive-submission/execute', execute)).toBe(403);
    const mine = await on.ledger.post('/v2/interactive-submission/execute', execute, auditor);
    expect(mine.status).toBe(400);
  });

  it('let every user read the state of the ledger', async () => {
    for (const path of [
      '/v2/state/ledger-end',
      '/v2/state/latest-pruned-offsets',
      '/v2/state/connected-synchronizers',
      `/v2/state/connected-synchronizers?party=${encodeURIComponent(bob)}`,
    ]) {
      expect((await on.ledger.get(path)).status).toBe(200);
      const { status: without, body } = await on.ledger.get(path, undefined, {
        token: on.server.tokens.expired,
      });
      expect([without, body.grpcCodeValue, body.code]).toEqual([401, 16, 'NA']);
    }
    const other = `/v2/state/connected-synchronizers?party=${encodeURIComponent(alice)}`;
    expect((await on.ledger.get(other)).status).toBe(403);
  });

  it('are checked after the body is read and before its values are checked', async () => {
    const noToken = { token: '' };
    const unread = await on.ledger.post<string>('/v2/updates', '{', {
      token: on.server.tokens.expired,
    });
    expect([unread.status, unread.body.slice(0, 23)]).toEqual([400, 'Invalid value for: body']);
    expect((await on.ledger.post('/v2/updates', all(), noToken)).status).toBe(400);
    const body = { offset: -1, updateFormat: format(by(alice)) };
    expect(await on.ledger.rejection('/v2/updates/update-by-offset', body)).toBe(DENIED);
    const unknown = { token: on.server.tokens.unknownUser };
    expect((await on.ledger.get('/v2/state/ledger-end', undefined, unknown)).status).toBe(403);
  });
});

describe('rights of the auditor', () => {
  const on = started(NEWEST, { auth: true }, ({ tokens }) => tokens.auditor);

  it('permit submissions for local parties only as the same user', async () => {
    const path = '/v2/commands/submit-and-wait';
    expect((await on.ledger.post(path, submission(alice))).status).toBe(200);
    expect(await on.ledger.rejection(path, submission(alice, 'other-user'))).toBe(DENIED);
    const own = await on.ledger.good<readonly unknown[]>('/v2/commands/completions', {
      parties: [alice],
      beginExclusive: PRUNED,
    });
    expect(own.length).toBeGreaterThan(5);
  });
});
