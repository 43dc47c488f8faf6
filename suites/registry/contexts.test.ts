import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run/run.ts';
import { http } from '../../test/servers.ts';
import { registry } from './index.ts';

const REASSIGNING = `01${'ab'.repeat(32)}`;

/** The outcomes of the rule for a server that responds in this way to requests for the contract, and knows no other. */
async function outcomes(respond: (response: ServerResponse) => void): Promise<readonly string[]> {
  const url = await http((request, response) => {
    if (request.url?.includes(REASSIGNING)) return respond(response);
    const isPath = !request.url?.includes('no-such-path');
    response.writeHead(404, { 'content-type': isPath ? 'application/json' : 'text/plain' });
    response.end(isPath ? '{"error":"no such allocation"}' : 'nothing here');
  });
  const { report } = await run({
    surface: registry(),
    url,
    fixtures: { reassigning: [REASSIGNING] },
    only: 'registry/allocation-v1/*/reassignment-is-409',
    seed: 1,
    runs: 1,
  });
  return [...new Set(report.verdicts.map(({ outcome }) => outcome))];
}

describe('a request for a contract that is being reassigned', () => {
  it('fails if it gets a 200', async () => {
    const found = await outcomes((response) => response.writeHead(200).end('{}'));
    expect(found).toEqual(['failed']);
  });

  it.each([406, 415, 308])('is inconclusive for statuses of gateways: %i', async (status) => {
    const found = await outcomes((response) =>
      response.writeHead(status, { location: '/login' }).end('{}'),
    );
    expect(found).toEqual(['cantTell']);
  });
});
