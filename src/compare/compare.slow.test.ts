import { describe, expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import type { LedgerVersion } from '../../suites/ledger/versions.ts';
import { registryContracts } from '../../suites/registry/contracts.ts';
import { ledgerFor, registryFor } from '../../test/reference.ts';
import { http } from '../../test/servers.ts';
import { dropping, responding, respondingJson, together } from '../reference/ledger/fault.ts';
import type { Change } from '../reference/ledger/steps.ts';
import { startRegistry } from '../reference/registry.ts';
import { type Comparison, compare, type Side, unexplained } from './compare.ts';
import { comparisonIn } from './text.ts';

async function ledger(version: LedgerVersion, change?: Change): Promise<Side> {
  const server = await ledgerFor({ version, ...(change ? { change } : {}) });
  const contracts = [ledgerContract(version)];
  return { url: new URL(server.url), contracts, announced: server.version };
}

async function compared(a: Side, b: Side, only?: string): Promise<Comparison> {
  const surface = surfaces['ledger']?.(a.contracts[0]);
  if (!surface) throw new Error('no ledger');
  return compare({ surface, a, b, runs: 2, ...(only === undefined ? {} : { only }) });
}

/** `GET /v2/users /users/0/id`, and why the difference was expected. */
function lines({ operations }: Comparison): string[] {
  return operations.flatMap(({ operation, groups }) =>
    groups.map(({ at, expected = 'unexplained' }) => `${operation} ${at}: ${expected}`),
  );
}

type Json = { [name: string]: unknown };

/** Changes the text of a member in each response. */
function restless(member: string): (json: unknown) => unknown {
  let count = 0;
  return (json) => ({ ...(json as Json), [member]: `${count++}` });
}

describe('two ledgers', { timeout: 30_000 }, () => {
  it('of one version do not differ', async () => {
    const comparison = await compared(await ledger('3.5'), await ledger('3.5'));
    expect(lines(comparison)).toEqual([]);
    expect(comparison.outcomes.nothing).toBe(0);
    expect(comparison.outcomes.accepted).toBeGreaterThan(40);
  });

  it('of one version do not differ if errors repeat the address of the request', async () => {
    const quoting: Change = ({ finish }) => ({
      finish: (reply, incoming) => {
        const { json, ...rest } = finish(reply, incoming);
        if (reply.status < 400 || json === undefined) return reply;
        const uri = `http://${incoming.headers.host}${incoming.target}`;
        return { ...rest, json: { ...(json as Json), cause: `HttpMethod(GET), uri: ${uri}` } };
      },
    });
    const both = [await ledger('3.5', quoting), await ledger('3.5', quoting)] as const;
    const comparison = await compared(...both);
    expect(lines(comparison)).toEqual([]);
    expect(comparison.outcomes.rejected).toBeGreaterThan(20);
  });

  it('of two versions differ in what the contracts state, and in nothing else', async () => {
    const comparison = await compared(await ledger('3.4'), await ledger('3.5'));
    expect(unexplained(comparison), comparisonIn.text(comparison)).toBe(0);
    expect(lines(comparison)).toEqual(
      expect.arrayContaining([
        'GET /v2/version /version: each announces its own version',
        'GET /v2/users /users/*/primaryPartyAuthentication: User.primaryPartyAuthentication was added in 3.5',
      ]),
    );
    const back = await compared(await ledger('3.5'), await ledger('3.4'));
    expect(unexplained(back), comparisonIn.text(back)).toBe(0);
    expect(lines(back)).toContain(
      'GET /v2/state/active-contracts-page the status: GET /v2/state/active-contracts-page does not exist in 3.4',
    );
  });

  it('have differences that a contract explains only if it mentions them', async () => {
    const wrong = respondingJson('getV2Users', (json) => {
      for (const user of (json as { users: Json[] }).users) user['isDeactivated'] = 'perhaps';
      return json;
    });
    const comparison = await compared(
      await ledger('3.4'),
      await ledger('3.5', wrong),
      'ledger/user*/*',
    );
    expect(lines(comparison).filter((line) => /unexplained/.test(line))).toEqual([
      'GET /v2/users /users/*/isDeactivated: unexplained',
    ]);
  });

  it('differ if a value, a member, a status or an operation differs', async () => {
    const change = together(
      respondingJson('getV2StateLedger-end', () => ({ offset: 1 })),
      respondingJson('getV2PartiesParticipant-id', () => ({ id: 'x' })),
      responding('getV2Packages', (reply) => ({ ...reply, status: 201 })),
      dropping('getV2Authenticated-user'),
    );
    const comparison = await compared(await ledger('3.5'), await ledger('3.5', change));
    const found = lines(comparison).filter((line) => !/authenticated-user/.test(line));
    expect(found.toSorted()).toEqual([
      'GET /v2/packages the status: unexplained',
      'GET /v2/parties/participant-id : unexplained',
      'GET /v2/state/ledger-end /offset: unexplained',
    ]);
    expect(comparisonIn.text(comparison)).toContain('  ✗ the body: participantId → id\n');
    expect(comparisonIn.text(comparison)).toMatch(
      /GET \/v2\/packages\n {2}✗ the status: 200 → 201[^\n]*\n {6}first in packages/,
    );
  });

  it('are not compared by a member that varies in A, except by its absence', async () => {
    const moving = respondingJson('getV2StateLedger-end', restless('traceId'));
    const only = 'ledger/*ledger-end/*';
    const [a, b] = [await ledger('3.5', moving), await ledger('3.5', moving)];
    expect(lines(await compared(a, b, only))).toEqual([]);
    expect(lines(await compared(a, await ledger('3.5'), only))).toEqual([
      'GET /v2/state/ledger-end /traceId: unexplained',
    ]);
  });

  it('do not differ if A itself responds in two ways', async () => {
    let turn = 0;
    const moody = responding('getV2StateLedger-end', (reply) => ({
      ...reply,
      status: turn++ % 2 === 0 ? reply.status : 202,
    }));
    const a = await ledger('3.5', moody);
    const comparison = await compared(a, await ledger('3.5'), 'ledger/*ledger-end/*');
    expect(comparison.outcomes.unstable + comparison.outcomes.accepted).toBe(comparison.requests);
    expect(comparison.outcomes.unstable).toBeGreaterThan(0);
  });

  it('are not comparable if one does not respond or accepts nothing', async () => {
    const a = await ledger('3.5');
    const gone = { ...a, url: new URL('http://127.0.0.1:9') };
    expect((await compared(a, gone)).outcomes).toMatchObject({ accepted: 0, rejected: 0 });
    const closed = await http((_, response) => response.writeHead(401).end());
    const { outcomes: both } = await compared({ ...a, url: closed }, { ...a, url: closed });
    expect(both.accepted).toBe(0);
  });

  it('receive only reading requests', async () => {
    const sent: string[] = [];
    const url = await http((request, response) => {
      sent.push(`${request.method} ${request.url?.split('?')[0]}`);
      response.setHeader('content-type', 'application/json').end('{}');
    });
    const a = { ...(await ledger('3.5')), url };
    await compared(a, a);
    const { operations = [] } = a.contracts[0] ?? {};
    const changing = operations.filter(({ effect = 'read' }) => effect !== 'read');
    const places = new Set(changing.map(({ method, path }) => `${method} ${path}`));
    expect(sent.filter((line) => places.has(line))).toEqual([]);
    expect(sent.length).toBeGreaterThan(50);
  });
});

it('two registries are compared as well', { timeout: 30_000 }, async () => {
  const side = async (faults: readonly string[] = []): Promise<Side> => {
    const server = await registryFor({ faults });
    return { url: new URL(server.url), contracts: registryContracts() };
  };
  const [a, b, faulty] = [await side(), await side(), await side(['synchronizer-missing'])];
  const server = await startRegistry();
  await server.close();
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('no registry');
  const options = { surface, fixtures: server.fixtures, runs: 3 };
  const same = await compare({ ...options, a, b });
  expect(lines(same)).toEqual([]);
  expect(same.outcomes.accepted).toBeGreaterThan(5);
  const other = await compare({ ...options, a, b: faulty });
  expect(lines(other).join('\n')).toMatch(/\/disclosedContracts\/\*\/synchronizerId: unexplained/);
});

describe('the report of a comparison', () => {
  const group = { at: '/a', a: '1', b: '<b>|`2`', times: 2, request: 'x/y#z@0' };
  const comparison: Comparison = {
    a: { url: 'http://a', contract: 'ledger 3.4', announced: '3.4.12' },
    b: { url: 'http://b', contract: 'ledger 3.5' },
    seed: 1,
    requests: 9,
    outcomes: { nothing: 1, unstable: 2, rejected: 3, accepted: 3 },
    operations: [
      {
        operation: 'GET /x',
        groups: [group, { ...group, at: '', times: 1, expected: 'because' }],
        left: 4,
      },
    ],
  };

  it('is text', () => {
    expect(comparisonIn.text(comparison)).toBe(`A  http://a  ledger 3.4 (3.4.12)
B  http://b  ledger 3.5

GET /x
  ✗ /a: 1 → <b>|\`2\`  (2 times)
      first in x/y#z@0
  · the body: 1 → <b>|\`2\`
      expected: because
    and 4 more differences

1 unexpected difference, 1 expected, in 9 requests. Of the requests, 1 did not get a response from both targets, and 2 get different responses from target A at different times.
`);
  });

  it('is JSON, and Markdown that is not taken for HTML', () => {
    expect(JSON.parse(comparisonIn.json(comparison))).toEqual({
      schemaVersion: '1.0.0',
      ...comparison,
    });
    const markdown = comparisonIn.markdown(comparison);
    expect(markdown).toContain('| ✗ | `/a` | `1` | <code>');
    expect(markdown).not.toMatch(/<b>/);
  });
});
