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

/** The surfaces by name. A surface with several versions takes the contract to judge by. */
export const surfaces: Readonly<Record<string, MakeSurface>> = Object.fromEntries(
  await Promise.all(
    SURFACES.map(async ({ name, suite }): Promise<[string, MakeSurface]> => [name, await suite()]),
  ),
);

const kinds = await Promise.all(SURFACES.map(({ fixtures }) => fixtures()));

/** The empty fixtures of all surfaces. */
export const NO_FIXTURES: Fixtures = fixturesOf({
  emptyFixtures: Object.assign({}, ...kinds.map(({ none }) => none)),
});

/** The files of the clauses that requirements cite: lists of them, and chapters. */
export const CLAUSES: readonly DocumentFiles[] = (await documentsOf(SURFACES)).filter(({ name }) =>
  /clauses$|\/rules\//.test(name),
);
