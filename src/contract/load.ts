/** From the files of specs/ to contracts and clauses; each file is read once per process. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Clause, Contract, Operation } from './contract.ts';
import { type OpenApiDocument, operationsOf } from './openapi.ts';

const REGISTRY: readonly string[] = ['allocation-v1', 'allocation-instruction-v1'];

const contracts = new Map<string, Contract>();
let clauses: ReadonlyMap<string, Clause> | undefined;

/** The registry contract with this id, deeply frozen; the same object each time. Throws on an unknown id. */
export function loadContract(id: string): Contract {
  const known = contracts.get(id);
  if (known !== undefined) return known;
  if (!REGISTRY.includes(id)) {
    throw new Error(`there is no contract "${id}"; known are ${REGISTRY.join(', ')}`);
  }
  const contract = read(id);
  contracts.set(id, contract);
  return contract;
}

/** All contracts of the registry API, the allocation contexts first. */
export function registryContracts(): readonly Contract[] {
  return REGISTRY.map(loadContract);
}

/** The clauses of specs/clauses.yaml by id, in the order of the file. */
export function loadClauses(): ReadonlyMap<string, Clause> {
  clauses ??= new Map(
    deepFreeze(parse(bytesOf('clauses.yaml').toString()) as Clause[]).map((clause) => [
      clause.id,
      clause,
    ]),
  );
  return clauses;
}

function read(id: string): Contract {
  const bytes = bytesOf(`registry/${id}.yaml`);
  return contractOf(id, parse(bytes.toString()) as OpenApiDocument, [bytes]);
}

/** A document as a contract, deeply frozen. `sources` are the bytes from which the document was made. */
export function contractOf(
  id: string,
  document: OpenApiDocument,
  sources: readonly Buffer[],
): Contract {
  const operations: Operation[] = [];
  const contract: Contract = {
    id,
    version: document.info.version,
    sha256: createHash('sha256').update(Buffer.concat(sources)).digest('hex'),
    document,
    operations,
  };
  operations.push(...operationsOf(document, contract));
  return deepFreeze(contract);
}

/** The bytes of a file of specs/. */
export function bytesOf(file: string): Buffer {
  return readFileSync(new URL(`../../specs/${file}`, import.meta.url));
}

/** Contracts and their operations point at each other, so what is frozen already is not entered again. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
