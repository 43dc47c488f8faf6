/** The surfaces for programs and tests that load all of them. */

import { documentsOf } from '../src/input/registrations.ts';
import {
  type Contract,
  type DocumentFiles,
  type Fixtures,
  fixturesOf,
  type Surface,
} from '../src/kit.ts';
import { SURFACES } from '../src/surfaces/index.ts';

export { ledgerContract } from './ledger/contract.ts';
export { ledger } from './ledger/index.ts';
export { registry } from './registry/index.ts';

type MakeSurface = (contract?: Contract) => Surface;

/** The surfaces by name. A surface that exists at several versions takes the contract to hold a target to. */
export const surfaces: Readonly<Record<string, MakeSurface>> = Object.fromEntries(
  await Promise.all(
    SURFACES.map(async ({ name, suite }): Promise<[string, MakeSurface]> => [name, await suite()]),
  ),
);

const kinds = await Promise.all(SURFACES.map(({ fixtures }) => fixtures()));

/** What may be known of the targets of all surfaces: nothing yet. */
export const NO_FIXTURES: Fixtures = fixturesOf({
  emptyFixtures: Object.assign({}, ...kinds.map(({ none }) => none)),
});

/** Where the clauses stand that requirements cite. */
export const CLAUSES: readonly DocumentFiles[] = (await documentsOf(SURFACES)).filter(({ name }) =>
  name.endsWith('clauses'),
);
