import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { rulesIn, type Surface } from '../model/index.ts';
import { coverageOf, hasSurvived, isByHand, KILLS, proveOwnFaults } from './own-faults.ts';
import { faults } from './prove.ts';

const surfaces = { registry: registry(), ledger: ledger() };
const binding = (surface: Surface): string[] =>
  rulesIn(surface)
    .filter(({ level }) => level !== 'MAY')
    .map(({ id }) => id);

/** The current number; a requirement that can fail reduces it. */
const SURVIVORS = 1;

describe('the committed kills', () => {
  it('name a fault for each MUST and SHOULD', () => {
    const ids = [...binding(surfaces.registry), ...binding(surfaces.ledger)];
    expect(ids.filter((id) => KILLS[id] === undefined)).toEqual([]);
  });

  it('name only hand-written faults that exist and name the requirement', async () => {
    const all = await faults();
    const byHand = Object.entries(KILLS).filter(([, kill]) => isByHand(kill));
    expect(byHand.length).toBeGreaterThan(0);
    for (const [id, kill] of byHand) {
      const named = all.filter((fault) => `fault ${fault.id}` === kill);
      expect(
        named.some(({ killedBy }) => picomatch.isMatch(id, killedBy)),
        `${id}: ${kill}`,
      ).toBe(true);
    }
  });

  it('let only the known requirements survive', () => {
    const survived = Object.entries(KILLS).filter(([, kill]) => hasSurvived(kill));
    expect(survived.length, survived.join('\n')).toBeLessThanOrEqual(SURVIVORS);
  });
});

describe('a requirement with its own fault', { timeout: 60_000 }, () => {
  it('is killed, for each rejection of one operation of the registry', async () => {
    const done = await proveOwnFaults(surfaces.registry, {
      chosen: (id) => id.startsWith('registry/allocation-v1/cancel/rejects-'),
    });
    expect(done.length).toBeGreaterThan(5);
    expect(done.filter(({ outcome }) => outcome !== 'killed')).toEqual([]);
  });

  const one = 'registry/allocation-v1/cancel/unknown-id-is-404';
  const chosen = (id: string): boolean => id === one;
  const prove = (kills: Record<string, string>) =>
    proveOwnFaults(surfaces.registry, { chosen, kills });

  it.each([
    ['a mutation that changes nothing', 'reorder 0 /error', 'not killed'],
    ['a mutation of the status', 'status 1 400', 'killed'],
    ['a hand-written fault', 'fault unknown-id-bad-request', 'killed'],
    ['a hand-written fault that does not name it', 'fault meta-rejected', 'not killed'],
    ['a known survivor', 'survived: no operator kills it', 'survived'],
  ])('by %s: %s is %s', async (_, kill, outcome) => {
    expect(await prove({ [one]: kill })).toEqual([{ requirement: one, kill, outcome }]);
  });

  it('is reported if it has no fault yet', async () => {
    expect(await prove({})).toEqual([{ requirement: one, outcome: 'without fault' }]);
  });
});

describe('the figures', () => {
  it('count each MUST and SHOULD once', async () => {
    for (const surface of Object.values(surfaces)) {
      const { requirements, sole, amongOthers, inNone } = await coverageOf(surface);
      expect(requirements).toBe(binding(surface).length);
      expect(sole + amongOthers + inNone).toBe(requirements);
      expect(sole).toBeGreaterThan(0);
    }
  });
});
