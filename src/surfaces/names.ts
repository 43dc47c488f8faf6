/** The surfaces of the kit for the compiler: what each is called, and which fixtures it has. */
import type { LedgerFixtures } from '../../suites/ledger/fixtures.ts';
import type { RegistryFixtures } from '../../suites/registry/fixtures.ts';
import type { Surface } from '../model/index.ts';

interface FixturesByName {
  readonly registry: RegistryFixtures;
  readonly ledger: LedgerFixtures;
}

export type SurfaceName = keyof FixturesByName;

/** A surface by its name, or one that a program made. */
export type AnySurface = SurfaceName | Surface<object>;

/** The facts about a target of this surface, such as ids of existing objects. */
export type FixturesFor<S extends AnySurface> = S extends SurfaceName
  ? FixturesByName[S]
  : S extends Surface<infer F>
    ? F
    : never;
