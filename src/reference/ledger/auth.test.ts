import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SendToLedger, senderOf, verdictOf } from '../../../test/ledger-requests.ts';
import { type RunningLedger, startLedger } from '../ledger.ts';
import { LOCAL_PARTIES } from './seed.ts';
import { isSince, NEWEST, VERSIONS } from './versions.ts';

const [ALICE = ''] = LOCAL_PARTIES;

describe.each(VERSIONS)('tokens at %s', (version) => {
  let ledger: RunningLedger;
  let send: SendToLedger;
  beforeAll(async () => {
    ledger = await startLedger({ version, auth: true });
    send = senderOf(ledger.url, version);
  });
  afterAll(() => ledger.close());

  it('rejects a token of an unknown user before it reads the body', async () => {
    const token = { token: ledger.tokens.unknownUser };
    const { status, body } = await send('POST /v2/users', '{broken', token);
    expect([status, (body as { context: unknown }).context]).toEqual([
      403,
      { ledger_api_error: 'invalid token' },
    ]);
    expect(await send('GET /v2/version', undefined, token)).toMatchObject({ status: 403 });
    const health = isSince(version, '3.5') ? 403 : 200;
    expect(await send('GET /livez', undefined, token)).toMatchObject({ status: health });
    expect(await send('GET /docs/openapi', undefined, token)).toMatchObject({ status: 200 });
  });

  it('reads the path before the body, and the body before the token', async () => {
    expect(await send('POST /v2/users', '{broken')).toMatchObject({ status: 400 });
    expect(await send('GET /v2/users?pageSize=x')).toMatchObject({ status: 400 });
    expect(await send('POST /v2/users', { user: { id: 'a' } })).toMatchObject({ status: 401 });
    expect(await send('GET /v2/nothing')).toMatchObject({ status: 404 });
  });

  it('rejects an empty bearer as plain text', async () => {
    const heard = await send('GET /v2/packages', undefined, {
      headers: { authorization: 'Bearer ' },
    });
    expect(heard).toMatchObject({ status: 400, body: expect.stringContaining('Invalid value') });
  });

  it('checks ids of the path before rights', async () => {
    expect(verdictOf(await send('GET /v2/users/%20'))).toBe('400 INVALID_ARGUMENT');
  });

  it('reads a prepared transaction before the token, and names in commands before rights', async () => {
    const execute = (preparedTransaction: string): Promise<unknown> =>
      send('POST /v2/interactive-submission/execute', {
        preparedTransaction,
        partySignatures: { signatures: [] },
        submissionId: 'a',
        hashingSchemeVersion: 'HASHING_SCHEME_VERSION_V2',
      });
    expect(await execute('YXNzYXk=')).toMatchObject({ status: 400 });
    expect(await execute('')).toMatchObject({ status: 401 });
    const create = (templateId: string, token?: string): Promise<unknown> =>
      send(
        'POST /v2/commands/submit-and-wait',
        {
          commands: [{ CreateCommand: { templateId, createArguments: {} } }],
          commandId: 'a',
          actAs: [ALICE],
        },
        token === undefined ? {} : { token },
      );
    const { reader } = ledger.tokens;
    expect(await create('#nothing:Main:Asset', reader)).toMatchObject({ status: 404 });
    expect(await create('#assay-demo:Main:Asset', reader)).toMatchObject({ status: 403 });
    expect(await create('#nothing:Main:Asset')).toMatchObject({ status: 401 });
  });

  it('does not let users lock themselves out', async () => {
    const auditor = { token: ledger.tokens.auditor };
    const admin = [{ kind: { ParticipantAdmin: { value: {} } } }];
    const off = {
      user: { id: 'auditor', isDeactivated: true },
      updateMask: { paths: ['is_deactivated'] },
    };
    const calls: [string, unknown][] = [
      ['DELETE /v2/users/auditor', undefined],
      ['PATCH /v2/users/auditor', off],
      ['PATCH /v2/users/auditor/rights', { userId: 'auditor', rights: admin }],
    ];
    for (const [call, body] of calls) {
      expect(verdictOf(await send(call, body, auditor))).toBe('400 INVALID_ARGUMENT');
    }
  });

  it('lets only an administrator of the participant grant that right', async () => {
    const token = { token: ledger.tokens.auditor };
    const admin = [{ kind: { ParticipantAdmin: { value: {} } } }];
    const idpAdmin = [{ kind: { IdentityProviderAdmin: { value: {} } } }];
    const grant = (rights: unknown[]): Promise<unknown> =>
      send('POST /v2/users/reader/rights', { userId: 'reader', rights }, token);
    await grant(idpAdmin);
    const reader = { token: ledger.tokens.reader };
    const created = { user: { id: 'made' } };
    expect(await send('POST /v2/users', created, reader)).toMatchObject({ status: 200 });
    const wider = { user: { id: 'wider' }, rights: admin };
    expect(await send('POST /v2/users', wider, reader)).toMatchObject({ status: 403 });
    await send('PATCH /v2/users/reader/rights', { userId: 'reader', rights: idpAdmin }, token);
    await send('DELETE /v2/users/made', undefined, token);
  });

  it('rejects the token of a user who was deactivated', async () => {
    const token = { token: ledger.tokens.auditor };
    const paths = ['is_deactivated'];
    const off = { user: { id: 'reader', isDeactivated: true }, updateMask: { paths } };
    await send('PATCH /v2/users/reader', off, token);
    const reader = { token: ledger.tokens.reader };
    expect(await send('GET /v2/packages', undefined, reader)).toMatchObject({ status: 403 });
    const on = { user: { id: 'reader', isDeactivated: false }, updateMask: { paths } };
    await send('PATCH /v2/users/reader', on, token);
    expect(await send('GET /v2/packages', undefined, reader)).toMatchObject({ status: 200 });
  });
});

describe('open mode', () => {
  it('lets every caller do everything, and has no current user', async () => {
    const ledger = await startLedger();
    const send = senderOf(ledger.url, NEWEST);
    expect(await send('GET /v2/idps')).toMatchObject({ status: 200 });
    const badToken = { token: 'not.a.token' };
    expect(await send('GET /v2/idps', undefined, badToken)).toMatchObject({ status: 200 });
    expect(verdictOf(await send('GET /v2/authenticated-user'))).toBe('400 INVALID_TOKEN');
    await ledger.close();
  });
});
