import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { everyVersion } from '../cli/options/surface.ts';
import { rulesIn } from '../model/index.ts';
import { byRule, KILLS, killOf } from './kills.ts';
import { hasSurvived, isByHand, proveOwnFaults } from './own-faults.ts';
import { faults } from './prove.ts';

const surfaces = await everyVersion([registry(), ledger()]);
const binding = surfaces.flatMap((surface) =>
  rulesIn(surface)
    .filter(({ level }) => level !== 'MAY')
    .map(({ id }) => id),
);

describe('the committed kills', () => {
  const committed = new Map(binding.map((id) => [id, killOf(id) ?? '']));

  it('kill each MUST and SHOULD of each version', () => {
    const open = [...committed].filter(([, kill]) => kill === '' || hasSurvived(kill));
    expect(open).toEqual([]);
  });

  it('are each the fault of a requirement', () => {
    const used = byRule(committed);
    expect(Object.keys(KILLS).filter((key) => !Object.hasOwn(used, key))).toEqual([]);
  });

  it('name only hand-written faults that exist and name the requirement', async () => {
    const all = await faults();
    const wrong = [...committed].filter(
      ([id, kill]) =>
        isByHand(kill) &&
        !all.some((fault) => `fault ${fault.id}` === kill && picomatch.isMatch(id, fault.killedBy)),
    );
    expect(wrong).toEqual([]);
  });
});

it('the fault of a rule is its most frequent one, and each requirement keeps its own', () => {
  const kills = new Map([
    ['zoo/cats/named', 'drop 0 /name'],
    ['zoo/dogs/named', 'empty 0 /name'],
    ['zoo/pets-v1/mice/named', 'empty 0 /name'],
    ['zoo/dogs/fed', 'crash 0'],
    ['pets/dogs/named', 'crash 1'],
  ]);
  const short = byRule(kills);
  expect(short).toEqual({
    'zoo/named': 'empty 0 /name',
    'zoo/cats/named': 'drop 0 /name',
    'zoo/dogs/fed': 'crash 0',
    'pets/dogs/named': 'crash 1',
  });
  for (const [id, kill] of kills) expect(killOf(id, short)).toBe(kill);
  expect(killOf('zoo/cats/fed', short)).toBeUndefined();
});

describe('a requirement with its own fault', { timeout: 60_000 }, () => {
  it('is killed, for each rejection of one operation of the registry', async () => {
    const done = await proveOwnFaults(registry(), {
      chosen: (id) => id.startsWith('registry/allocation-v1/cancel/rejects-'),
    });
    expect(done.length).toBeGreaterThan(5);
    expect(done.filter(({ outcome }) => outcome !== 'killed')).toEqual([]);
  });

  const one = 'registry/allocation-v1/cancel/unknown-id-is-404';
  const chosen = (id: string): boolean => id === one;
  const prove = (kills: Record<string, string>) => proveOwnFaults(registry(), { chosen, kills });

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
