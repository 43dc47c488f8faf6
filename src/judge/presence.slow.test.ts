import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { http } from '../../test/servers.ts';
import { relay } from '../../test/tiny-surface.ts';
import { surfaceOfApis } from '../input/apis.ts';
import { startLedger } from '../reference/ledger.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';
import { registrationOf } from '../surfaces/index.ts';

it('an operation is not served if a gateway has its own 404 for an id that a sibling accepts', async () => {
  const server = await startRegistry();
  const notThere = { status: 404, body: '<h1>No route</h1>' };
  const { url } = await relay(server.url, ({ path }) =>
    path.endsWith('/choice-contexts/cancel') ? notThere : undefined,
  );
  const surface = surfaces['registry']?.();
  if (surface === undefined) throw new Error('no registry surface');
  const { fixtures } = server;
  const { report } = await run({ surface, url, fixtures, seed: 1, profile: 'quick' });
  await server.close();
  const ofCancel = report.verdicts.filter((v) =>
    v.requirement.startsWith('registry/allocation-v1/cancel/'),
  );
  const reasonOf = ({ requirement, outcome, reason }: (typeof ofCancel)[number]): string =>
    requirement.endsWith('/operation-exists') ? outcome : `${reason}`;
  // The registry lists the API, but does not serve one of its operations.
  expect(new Set(ofCancel.map(reasonOf))).toEqual(new Set(['failed', 'not-offered']));
  const shown = report.apis?.find(({ api }) => api === 'allocation-v1');
  expect(shown).toMatchObject({ notServed: ['cancel'] });
});

it('a rejection behind a gateway that parses every body first counts if the operation accepts another request', async () => {
  const { url, fixtures, close } = await startLedger({ variants: ['json-parsed-first'] });
  const surface = surfaces['ledger']?.();
  if (surface === undefined) throw new Error('no ledger surface');
  const { report } = await run({
    surface,
    url: new URL(url),
    fixtures,
    allowed: { undecodable: true, reversible: true, irreversible: true },
    only: 'ledger/parties-allocate/{accepted,rejects-malformed-json,requests-get-responses}',
    seed: 1,
  });
  await close();
  expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(Array(3).fill('passed'));
});

const LIVE = `00${'ab'.repeat(68)}`;

it.each([[[LIVE]], [[]]])(
  'a server that hangs up at unknown ids, and at nothing else, is judged: %j',
  async (allocations) => {
    const [live = ''] = allocations;
    const context = { choiceContextData: {}, disclosedContracts: [] };
    const url = await http(({ url: path = '', socket }, response) => {
      const isContext = /\/choice-contexts\/(?:withdraw|cancel|execute-transfer)$/.test(path);
      if (isContext && (live === '' || !path.includes(live))) return void socket.destroy();
      response.writeHead(isContext ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isContext ? context : { error: 'not found' }));
    });
    const surface = await surfaceOfApis(registrationOf('registry'), ['allocation-v1']);
    const { report } = await run({
      surface,
      url,
      fixtures: { allocations },
      seed: 1,
      profile: 'quick',
    });
    const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
    const names = failed.map(({ requirement }) => requirement.split('/').at(-1));
    expect(names).toContain('requests-get-responses');
  },
);
