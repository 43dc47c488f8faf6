/** From the files of specs/ to contracts and clauses; each file is read once per process. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operationsOf } from './openapi.js';
const REGISTRY = ['allocation-v1', 'allocation-instruction-v1'];
const contracts = new Map();
let clauses;
/** The registry contract with this id, deeply frozen; the same object each time. Throws on an unknown id. */
export function loadContract(id) {
    const known = contracts.get(id);
    if (known !== undefined)
        return known;
    if (!REGISTRY.includes(id)) {
        throw new Error(`there is no contract "${id}"; known are ${REGISTRY.join(', ')}`);
    }
    const contract = read(id);
    contracts.set(id, contract);
    return contract;
}
/** All contracts of the registry API, the allocation contexts first. */
export function registryContracts() {
    return REGISTRY.map(loadContract);
}
/** The clauses of specs/clauses.yaml by id, in the order of the file. */
export function loadClauses() {
    clauses ??= new Map(deepFreeze(parse(bytesOf('clauses.yaml').toString())).map((clause) => [
        clause.id,
        clause,
    ]));
    return clauses;
}
function read(id) {
    const bytes = bytesOf(`registry/${id}.yaml`);
    return contractOf(id, parse(bytes.toString()), [bytes]);
}
/** A document as a contract, deeply frozen. `sources` are the bytes from which the document was made. */
export function contractOf(id, document, sources) {
    const operations = [];
    const contract = {
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
export function bytesOf(file) {
    return readFileSync(new URL(`../../specs/${file}`, import.meta.url));
}
/** Contracts and their operations point at each other, so what is frozen already is not entered again. */
function deepFreeze(value) {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
        Object.freeze(value);
        for (const member of Object.values(value))
            deepFreeze(member);
    }
    return value;
}
