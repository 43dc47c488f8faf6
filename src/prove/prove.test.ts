import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { accepts, thing, tiny } from '../../test/tiny-surface.ts';
import { type Fault, faults, prove } from './prove.ts';

const surface = registry();

function fault(id: string): Fault {
  const found = faults().find((one) => one.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
}

describe('a proof', { timeout: 30_000 }, () => {
  it.each([
    [
      'meta-refused',
      ['withdraw', 'execute-transfer', 'cancel'].map((c) => `registry/${c}/meta-accepted`),
    ],
    ['cancel-not-served', ['registry/cancel/offered']],
    [
      'unknown-id-bad-request',
      ['withdraw', 'execute-transfer', 'cancel'].map((c) => `registry/${c}/unknown-id-404`),
    ],
    ['factory-not-disclosed', ['registry/allocation-factory/factory-disclosed']],
  ])('of %s catches it by its requirements and blames nothing else', async (id, caught) => {
    const proof = await prove(fault(id), surface, 1);
    expect(proof.killedBy).toEqual(caught);
    expect(proof.falseAlarms).toEqual([]);
    expect(proof.requests).toBeGreaterThan(100);
    const failed = proof.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    expect([...proof.killedBy, ...proof.collateral].sort()).toEqual(failed.sort());
  });

  it('tells the consequences that the fault declares from false blame', async () => {
    const { collateral: _, ...rest } = fault('flag-ignored-by-factory');
    const meant = 'registry/allocation-factory/blob-not-empty';
    const undeclared = await prove({ ...rest, killedBy: meant }, surface, 1);
    expect(undeclared.killedBy).toEqual([]);
    expect(undeclared.collateral).toEqual([]);
    expect(undeclared.falseAlarms).toContain('registry/allocation-factory/debug-fields-omitted');
    const declared = await prove(
      { ...rest, killedBy: meant, collateral: ['registry/*/*'] },
      surface,
      1,
    );
    expect(declared.falseAlarms).toEqual([]);
    expect(declared.collateral).toEqual(undeclared.falseAlarms);
  });

  it('with a catalogue that does not know what catches the fault catches nothing', async () => {
    const proof = await prove(fault('flag-ignored'), tiny(accepts()), 1);
    expect(proof.killedBy).toEqual([]);
    expect(proof.verdicts.map((v) => v.operation)).toEqual([thing.key]);
  });
});

describe('the faults', () => {
  it('are each of a surface, and are told apart by id', () => {
    const ids = faults().map((one) => `${one.surface}/${one.id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(100);
  });
});
