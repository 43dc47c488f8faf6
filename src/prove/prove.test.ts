import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { accepts, thing, tiny } from '../../test/tiny-surface.ts';
import { type Fault, faults, prove } from './prove.ts';

const surface = registry();
const all = await faults();

function fault(id: string): Fault {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
}

describe('a hand-written fault', { timeout: 30_000 }, () => {
  it('can be run with one requirement only', async () => {
    const only = 'registry/allocation-v1/cancel/unknown-id-is-404';
    const proof = await prove(fault('unknown-id-bad-request'), surface, { seed: 1, only });
    expect(proof.verdicts.map(({ requirement }) => requirement)).toEqual([only]);
    expect(proof.killedBy).toEqual([only]);
  });

  it('survives a catalogue without the requirement that it names', async () => {
    const proof = await prove(fault('flag-ignored'), tiny(accepts()), { seed: 1 });
    expect(proof.killedBy).toEqual([]);
    expect(proof.verdicts.map((v) => v.operation)).toEqual([thing.key]);
  });
});
