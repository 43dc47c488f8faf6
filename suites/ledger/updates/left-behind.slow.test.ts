/** Scratch users and providers are removed, however a run ends. */

import { describe, expect, it } from 'vitest';
import { altering, responding, together } from '../../../src/reference/ledger/fault.ts';
import type { Change } from '../../../src/reference/ledger/steps.ts';
import { type RunningLedger, startLedger } from '../../../src/reference/ledger.ts';
import { run } from '../../../src/run/run.ts';
import { ledger } from '../index.ts';

const LIVES = 'ledger/{user*,users-create,identity-provider*}/**';

/** The notes of a run, and the ids of users and identity providers that it left behind. */
interface Checked {
  readonly notes: readonly string[];
  readonly remarks?: readonly string[] | undefined;
  readonly left: readonly string[];
}

async function checked(
  change?: Change,
  { only = LIVES, signal }: { only?: string; signal?: AbortSignal } = {},
): Promise<Checked> {
  const server = await startLedger({ auth: true, ...(change ? { change } : {}) });
  try {
    const { report } = await run({
      surface: ledger(),
      url: new URL(server.url),
      seed: 7,
      only,
      headers: { authorization: `Bearer ${server.tokens.auditor}` },
      allowed: { undecodable: true, reversible: true, irreversible: false },
      ...(signal ? { signal } : {}),
    });
    const { notes, remarks } = report.run;
    return { notes, remarks, left: await leftAt(server) };
  } finally {
    await server.close();
  }
}

async function leftAt({ url, tokens }: RunningLedger): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${tokens.auditor}` };
  const bodies = ['/v2/users', '/v2/idps'].map(async (path) =>
    (await fetch(`${url}${path}`, { headers })).text(),
  );
  return (await Promise.all(bodies)).flatMap((text) => text.match(/"assay-[^"]*"/g) ?? []);
}

// Most of the tests wait for retries, so they run together.
describe.concurrent('scratch users and identity providers', { timeout: 60_000 }, () => {
  it('are removed by the cases that created them', async () => {
    const { remarks, left } = await checked();
    expect(remarks).toEqual([
      expect.stringMatching(/^the run created \d+ .* removed all of them$/),
    ]);
    expect(left).toEqual([]);
  });

  it.each([
    ['a change of a user', 'patchV2UsersUser-id'],
    ['granting rights', 'postV2UsersUser-idRights'],
    ['revoking rights', 'patchV2UsersUser-idRights'],
    ['moving a user', 'patchV2UsersUser-idIdentity-provider-id'],
    ['a change of a provider', 'patchV2IdpsIdp-id'],
    ['a look at a user', 'getV2UsersUser-id'],
  ])('are removed although %s ends with a closed connection', async (_, operationId) => {
    const { left } = await checked(
      responding(operationId, (reply) => ({ ...reply, brokenOff: 'before' })),
    );
    expect(left).toEqual([]);
  });

  it('are removed although creating them succeeds without a response', async () => {
    const silent = ['postV2Users', 'postV2Idps'];
    const { left } = await checked(
      responding(silent, (reply) => ({ ...reply, brokenOff: 'before' })),
    );
    expect(left).toEqual([]);
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
    const { left } = await checked(change);
    expect(failed.size).toBeGreaterThan(3);
    expect(left).toEqual([]);
  });

  it('are removed although they already exist when they are created again', async () => {
    let removals = 0;
    const change = altering('deleteV2UsersUser-id', ({ handle }) => ({
      handle: (request, at) => {
        if (at.users.find(request.path['user-id'] ?? '') === undefined) return handle(request, at);
        removals += 1;
        return removals < 4 ? { status: 500, json: {} } : handle(request, at);
      },
    }));
    const { left } = await checked(change, { only: 'ledger/user-delete/removes-rights' });
    expect(removals).toBe(4);
    expect(left).toEqual([]);
  });

  it('are removed although the run is interrupted while they exist', async () => {
    const controller = new AbortController();
    const change = responding('patchV2UsersUser-idRights', (reply) => {
      controller.abort();
      return reply;
    });
    const { left } = await checked(change, { signal: controller.signal });
    expect(controller.signal.aborted).toBe(true);
    expect(left).toEqual([]);
  });

  it('are removed in reverse order, so that no user belongs to a removed provider', async () => {
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
    const { left } = await checked(change, {
      only: 'ledger/user-identity-provider/moves-to-target',
    });
    expect(removals).toEqual(['user', 'provider']);
    expect(left).toEqual([]);
  });
});
