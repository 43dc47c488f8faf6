import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { NEWEST } from '../../suites/ledger/versions.ts';
import { COLLATERAL, globsOf } from './collateral.ts';
import { faults } from './prove.ts';

const catalogue = ['a/one/x', 'a/one/y', 'a/one/z', 'a/two/x', 'a/two/y', 'a/three/x'];

describe('the globs of failed requirements', () => {
  it('match exactly these, for any selection', () => {
    fc.assert(
      fc.property(fc.subarray(catalogue, { minLength: 1 }), (ids) => {
        const matches = picomatch([...globsOf(ids, catalogue)]);
        expect(catalogue.filter((id) => matches(id))).toEqual(ids);
      }),
    );
  });

  it('are short: names with the same operations share one', () => {
    expect(globsOf(catalogue, catalogue)).toEqual(['a/**/{x,y}', 'a/one/z']);
    expect(globsOf(['a/one/x', 'a/one/z'], catalogue)).toEqual(['a/one/{x,z}']);
    expect(globsOf([], catalogue)).toEqual([]);
  });
});

describe('the committed collateral', () => {
  const ids = Object.values(surfaces).flatMap((surface) =>
    surface().requirements.map(({ id }) => id),
  );

  it('belongs to faults that exist, and each glob matches a requirement of the newest version', async () => {
    const known = new Map((await faults()).map((fault) => [fault.id, fault]));
    for (const [id, globs] of Object.entries(COLLATERAL)) {
      const fault = known.get(id);
      expect(fault, id).toBeDefined();
      if (fault?.versions?.includes(NEWEST) === false) continue;
      for (const glob of globs) {
        const matches = picomatch(glob);
        expect(
          ids.some((one) => matches(one)),
          `${id}: ${glob}`,
        ).toBe(true);
      }
    }
  });
});
