/** What the scratch users and providers leave at a ledger, however a run ends. */

import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/index.ts';
import { altering, responding, together } from '../../../src/reference/ledger/fault.ts';
import type { Change } from '../../../src/reference/ledger/steps.ts';
import { type RunningLedger, startLedger } from '../../../src/reference/ledger.ts';
import { ledgerContract } from '../contract.ts';
import { ledger } from '../index.ts';

let server: RunningLedger | undefined;
afterEach(() => server?.close());

const LIVES = 'ledger/{user*,users-create,identity-provider*}/**';

async function checked(
  change?: Change,
  { only = LIVES, signal }: { only?: string; signal?: AbortSignal } = {},
): Promise<readonly string[]> {
  server = await startLedger({ auth: true, ...(change ? { change } : {}) });
  const { report } = await run({
    surface: ledger(ledgerContract('3.5')),
    url: new URL(server.url),
    seed: 7,
    only,
    headers: { authorization: `Bearer ${server.tokens.auditor}` },
    allowed: { undecodable: true, reversible: true, irreversible: false },
    ...(signal ? { signal } : {}),
  });
  return report.run.notes;
}

/** The ids of users and identity providers that a run made and no one removed. */
async function left(): Promise<readonly string[]> {
  const { url = '', tokens } = server ?? {};
  const headers = { authorization: `Bearer ${tokens?.auditor}` };
  const bodies = ['/v2/users', '/v2/idps'].map(async (path) =>
    (await fetch(`${url}${path}`, { headers })).text(),
  );
  return (await Promise.all(bodies)).flatMap((text) => text.match(/"assay-[^"]*"/g) ?? []);
}

describe('scratch users and identity providers', () => {
  it('are removed by the cases that made them', async () => {
    expect(await checked()).toContainEqual(
      expect.stringMatching(/^(\d+) .* made .*, \1 .*removed/),
    );
    expect(await left()).toEqual([]);
  });

  it.each([
    ['a change of a user', 'patchV2UsersUser-id'],
    ['granting rights', 'postV2UsersUser-idRights'],
    ['revoking rights', 'patchV2UsersUser-idRights'],
    ['moving a user', 'patchV2UsersUser-idIdentity-provider-id'],
    ['a change of a provider', 'patchV2IdpsIdp-id'],
    ['a look at a user', 'getV2UsersUser-id'],
  ])('are removed although %s ends in a closed connection', async (_, operationId) => {
    await checked(responding(operationId, (reply) => ({ ...reply, brokenOff: 'before' })));
    expect(await left()).toEqual([]);
  });

  it('are removed although creating them succeeds without a response', async () => {
    const silent = ['postV2Users', 'postV2Idps'];
    await checked(responding(silent, (reply) => ({ ...reply, brokenOff: 'before' })));
    expect(await left()).toEqual([]);
  });

  it('are removed although each removal fails once', async () => {
    const failed = new Set<string>();
    const change = altering('deleteV2UsersUser-id', ({ handle }) => ({
      handle: (request, at) => {
        const id = request.path['user-id'] ?? '';
        if (at.users.find(id) === undefined || failed.has(id)) return handle(request, at);
        failed.add(id);
        return { status: 503, json: {} };
      },
    }));
    await checked(change);
    expect(failed.size).toBeGreaterThan(3);
    expect(await left()).toEqual([]);
  });

  it('are removed although they are there already when they are made again', async () => {
    let removals = 0;
    const change = altering('deleteV2UsersUser-id', ({ handle }) => ({
      handle: (request, at) => {
        if (at.users.find(request.path['user-id'] ?? '') === undefined) return handle(request, at);
        removals += 1;
        return removals < 4 ? { status: 500, json: {} } : handle(request, at);
      },
    }));
    await checked(change, { only: 'ledger/user-delete/removes-rights' });
    expect(removals).toBe(4);
    expect(await left()).toEqual([]);
  });

  it('are removed although the run is interrupted while they are there', async () => {
    const controller = new AbortController();
    const change = responding('patchV2UsersUser-idRights', (reply) => {
      controller.abort();
      return reply;
    });
    await checked(change, { signal: controller.signal });
    expect(controller.signal.aborted).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('are removed in the opposite order, so that no user belongs to a provider that is gone', async () => {
    const removals: string[] = [];
    const change = together(
      responding(['deleteV2UsersUser-id', 'deleteV2IdpsIdp-id'], (reply, request) => {
        removals.push(request.path['user-id'] === undefined ? 'provider' : 'user');
        return reply;
      }),
      responding('patchV2UsersUser-idIdentity-provider-id', (reply) => ({
        ...reply,
        brokenOff: 'before',
      })),
    );
    await checked(change, { only: 'ledger/user-identity-provider/moves-to-target' });
    expect(removals).toEqual(['user', 'provider']);
    expect(await left()).toEqual([]);
  });
});
