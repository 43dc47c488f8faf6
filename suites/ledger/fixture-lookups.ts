/** One request for each given fixture that the ledger can be asked for by its id. */
import {
  type Call,
  type Contract,
  call,
  type FixtureLookup,
  type Fixtures,
} from '../../src/index.ts';

const BY_ID = {
  parties: ['party', 'party'],
  users: ['user', 'user-id'],
  packages: ['package-status', 'package-id'],
} as const;

/** The lookups of all given fixtures; those without an operation that reads them by id have none. */
export function fixtureLookups(contract: Contract, given: Fixtures): readonly FixtureLookup[] {
  return (Object.keys(BY_ID) as (keyof typeof BY_ID)[]).flatMap((name) => {
    const [operationName, parameter] = BY_ID[name];
    const operation = contract.operations.find((one) => one.name === operationName);
    if (operation === undefined) return [];
    const about = (id: string): readonly Call[] => [call(operation, { path: { [parameter]: id } })];
    return given[name].map((id, index) => ({ name, index, calls: about(id), status: 200 }));
  });
}
