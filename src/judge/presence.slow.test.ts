import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { relay } from '../../test/tiny-surface.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

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
