/** Ledgers of versions after the newest contract, and names for contracts. */
import { expect, it } from 'vitest';
import { ledger as registration } from '../../src/surfaces/ledger.ts';
import { ledgerContract } from './contract.ts';
import { ledger } from './index.ts';
import { aliases, atRelease } from './later.ts';
import { contractAt, isVersion } from './versions.ts';

const surface = ledger();
const at = (...release: string[]) =>
  atRelease(surface, { ...surface.emptyFixtures, release } as never);

it.each([[], ['3.6.1'], ['3.5.1'], ['main']])('changes nothing for %s', (...release) => {
  expect(at(...release)).toBe(surface);
});

it.each(['3.7.1', '3.8.0', '4.0.0'])(
  'says first to what %s is held, and frees what is known to differ',
  (release) => {
    const { heldTo, requirements } = at(release);
    expect(heldTo).toMatch(
      new RegExp(
        `^The ledger reports ${release.replaceAll('.', '\\.')}, .* it is judged by ledger 3\\.6\\. Known differences: `,
      ),
    );
    const changed = requirements.filter((one, i) => one !== surface.requirements[i]);
    expect(changed.map(({ id }) => id)).toContain(
      'ledger/active-contracts/unfinished-reassignments-are-listed',
    );
    for (const one of changed) {
      const test =
        'relation' in one
          ? one.relation([], {} as never)
          : 'check' in one && one.check({} as never, true);
      expect(test).toBe('inapplicable');
    }
  },
);

it('names a contract for each alias, with the day and the basis', async () => {
  for (const { alias, contract, known, basis } of aliases()) {
    expect(isVersion(contract)).toBe(true);
    expect(known).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(basis).not.toBe('');
    expect(await registration.versions.contract(alias)).toBe(ledgerContract(contractAt(contract)));
  }
  await expect(registration.versions.contract('splice-0.1')).rejects.toThrow('splice-0.1');
});
