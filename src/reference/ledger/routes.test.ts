import { describe, expect, it } from 'vitest';
import { all, by, format, PRUNED, started } from '../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES } from './seed.ts';
import { NEWEST } from './versions.ts';

const [alice = ''] = LOCAL_PARTIES;
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

describe('rights of the reader, who may read as bob', () => {
  const on = started(NEWEST, { auth: true }, ({ tokens }) => tokens.reader);

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
