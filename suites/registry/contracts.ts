/** The contracts of the registry API. */
import { type Contract, type DocumentFiles, loadContract } from '../../src/index.ts';
import { CLAUSES } from '../clauses.ts';

const IDS = ['allocation-v1', 'allocation-instruction-v1'] as const;
type RegistryContractId = (typeof IDS)[number];

const filesOf = (id: RegistryContractId): DocumentFiles => ({
  name: `registry/${id}`,
  files: [`registry/${id}.yaml`],
});

export const REGISTRY_DOCUMENTS: readonly DocumentFiles[] = [CLAUSES, ...IDS.map(filesOf)];

/** The registry contract with this id, deeply frozen; the same object each time. */
export function registryContract(id: RegistryContractId): Contract {
  return loadContract(id, filesOf(id));
}

/** All contracts of the registry API, the allocation contexts first. */
export function registryContracts(): readonly Contract[] {
  return IDS.map(registryContract);
}
