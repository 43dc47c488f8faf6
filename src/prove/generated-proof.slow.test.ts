import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import type { Surface } from '../model/index.ts';
import { proveGenerated } from './generated-proof.ts';
import type { Hunted } from './mutants/hunt.ts';

/** The expected result for one operation. */
async function huntedIn(surface: Surface, operationName: string): Promise<Hunted> {
  const chosen = (operation: { readonly name: string }): boolean =>
    operation.name === operationName;
  const [hunted, ...others] = await proveGenerated(surface, { chosen });
  expect(others).toEqual([]);
  if (hunted === undefined) throw new Error(`nothing was hunted in ${operationName}`);
  return hunted;
}

/** Responses of metadata operations have few members. */
const FEWEST_MUTANTS = { metadata: 15, other: 40 };

/** Hundreds of mutants, each with its own server. `.ci/run` runs the mutants of all operations. */
describe('the proof by generated mutants', { timeout: 600_000 }, () => {
  const all = registry();

  it('kills every mutant that the contract of a registry forbids', async () => {
    const chosen = all.operations.filter(({ name }) =>
      /^(?:allocation-instruction-v2\/withdraw|metadata-v1\/info)$/.test(name),
    );
    const done: string[] = [];
    const hunted = await proveGenerated(all, {
      chosen: (operation) => chosen.includes(operation),
      onDone: ({ operation }) => done.push(operation),
    });
    expect(done).toEqual(chosen.map(({ name }) => name));
    for (const one of hunted) {
      expect(one).toMatchObject({ survivors: [], falseAlarms: [], killed: one.mutants });
      const isMetadata = one.operation.startsWith('metadata-v1/');
      expect(one.mutants).toBeGreaterThan(FEWEST_MUTANTS[isMetadata ? 'metadata' : 'other']);
    }
  });

  it('names the survivors of a smaller catalogue', async () => {
    const only = (name: string): Surface => ({
      ...all,
      requirements: all.requirements.filter(({ id }) => id.endsWith(`/${name}`)),
    });
    const { survivors, killed } = await huntedIn(
      only('response-media-type'),
      'allocation-v1/withdraw',
    );
    expect(killed).toBeGreaterThan(0);
    expect(survivors).toContain('200 drop /disclosedContracts');
    expect(survivors).not.toContain('200 media-type text/html');
    const shape = await huntedIn(only('response-shape'), 'allocation-v1/withdraw');
    expect(shape.survivors).toContain('200 media-type text/html');
    expect(shape.survivors).not.toContain('200 drop /disclosedContracts');
  });

  it('alters what a ledger reports about itself, and its responses to changes', async () => {
    const surface = ledger();
    const read = await huntedIn(surface, 'version');
    expect(read).toMatchObject({ survivors: [], falseAlarms: [] });
    expect(read.mutants).toBeGreaterThan(50);
    const change = await huntedIn(surface, 'user-delete');
    expect(change.falseAlarms).toEqual([]);
    expect(change.responses).toBeGreaterThan(0);
  });
});
