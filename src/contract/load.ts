/** From the files of specs/ to contracts and clauses. */
import type { Clause, Contract, Operation } from './contract.ts';
import { type DocumentFiles, fromYaml, prepared } from './documents.ts';
import { type OpenApiDocument, operationsOf } from './openapi.ts';
import { usePrecompiled } from './precompiled.ts';

const contracts = new Map<string, Contract>();
const documents = new Map<string, unknown>();

/**
 * A document of specs/ as a contract, deeply frozen, with the validators of the build if there are any. Each document
 * is read once per process: the same object each time.
 */
export function loadContract(id: string, files: DocumentFiles): Contract {
  const known = contracts.get(files.name);
  if (known !== undefined) return known;
  const ready = prepared(files.name);
  const { document, sha256 } = ready ?? fromYaml(files);
  const contract = contractOf(id, document as OpenApiDocument, sha256);
  if (ready !== undefined) usePrecompiled(contract, files.name);
  contracts.set(files.name, contract);
  return contract;
}

/** The clauses of these documents of specs/ by id, deeply frozen: lists of clauses, and chapters, which have one. */
export function loadClauses(all: readonly DocumentFiles[]): ReadonlyMap<string, Clause> {
  return new Map(all.flatMap(clausesOf).map((clause) => [clause.id, clause]));
}

function clausesOf(files: DocumentFiles): readonly Clause[] {
  const loaded = loadDocument(files);
  return Array.isArray(loaded) ? loaded : ((loaded as { clauses?: Clause[] }).clauses ?? []);
}

/** A document of specs/ that is not a contract, deeply frozen; each one is read once per process. */
export function loadDocument(files: DocumentFiles): unknown {
  const known = documents.get(files.name);
  if (known !== undefined) return known;
  const loaded = deepFreeze((prepared(files.name) ?? fromYaml(files)).document);
  documents.set(files.name, loaded);
  return loaded;
}

/** A document as a contract, deeply frozen. `sha256` is that of the bytes from which it was made. */
export function contractOf(id: string, document: OpenApiDocument, sha256: string): Contract {
  const operations: Operation[] = [];
  const contract: Contract = { id, version: document.info.version, sha256, document, operations };
  operations.push(...operationsOf(document, contract));
  return deepFreeze(contract);
}

/** Contracts and their operations refer to each other, so frozen objects are skipped. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
