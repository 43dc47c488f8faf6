import { describe, expect, it } from 'vitest';
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

/** `.ci/run` runs the mutants of all operations, and expects that they are killed. */
describe('the proof by generated mutants', { timeout: 600_000 }, () => {
  const all = registry();

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
});
