/** From the files of specs/ to contracts and clauses; each file is read once per process. */
import type { Clause, Contract, Operation } from './contract.ts';
import { type DocumentName, fromYaml, prepared } from './documents.ts';
import { type OpenApiDocument, operationsOf } from './openapi.ts';
import { usePrecompiled } from './precompiled.ts';

export { bytesOf } from './documents.ts';

const REGISTRY = ['allocation-v1', 'allocation-instruction-v1'] as const;

const contracts = new Map<string, Contract>();
let clauses: ReadonlyMap<string, Clause> | undefined;

/** The registry contract with this id, deeply frozen; the same object each time. Throws on an unknown id. */
export function loadContract(id: string): Contract {
  const known = contracts.get(id);
  if (known !== undefined) return known;
  const found = REGISTRY.find((each) => each === id);
  if (found === undefined) {
    throw new Error(`there is no contract "${id}"; known are ${REGISTRY.join(', ')}`);
  }
  const contract = contractNamed(found, `registry/${found}`);
  contracts.set(id, contract);
  return contract;
}

/** All contracts of the registry API, the allocation contexts first. */
export function registryContracts(): readonly Contract[] {
  return REGISTRY.map(loadContract);
}

/** The clauses of specs/clauses.yaml and specs/ledger/clauses.yaml by id, in the order of the files. */
export function loadClauses(): ReadonlyMap<string, Clause> {
  clauses ??= new Map(
    (['clauses', 'ledger/clauses'] as const)
      .flatMap((name) => deepFreeze((prepared(name) ?? fromYaml(name)).document as Clause[]))
      .map((clause) => [clause.id, clause]),
  );
  return clauses;
}

/** A document of specs/ as a contract; with the validators of the build where there are any. */
export function contractNamed(id: string, name: DocumentName): Contract {
  const ready = prepared(name);
  const { document, sha256 } = ready ?? fromYaml(name);
  const contract = contractOf(id, document as OpenApiDocument, sha256);
  if (ready !== undefined) usePrecompiled(contract, name);
  return contract;
}

/** A document as a contract, deeply frozen. `sha256` is that of the bytes from which it was made. */
export function contractOf(id: string, document: OpenApiDocument, sha256: string): Contract {
  const operations: Operation[] = [];
  const contract: Contract = { id, version: document.info.version, sha256, document, operations };
  operations.push(...operationsOf(document, contract));
  return deepFreeze(contract);
}

/** Contracts and their operations point at each other, so what is frozen already is not entered again. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
