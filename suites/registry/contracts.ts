/** The contracts of the registry APIs. */
import {
  type Clause,
  type Contract,
  type DocumentFiles,
  InputError,
  loadClauses,
  loadContract,
} from '../../src/kit.ts';
import { CLAUSES } from '../clauses.ts';
import { filesOf, REGISTRY_APIS } from './apis.ts';

export { REGISTRY_APIS } from './apis.ts';

/** The chapters in specs/registry/rules, in the order of the contract. */
export const REGISTRY_CHAPTERS = [
  ...(['2.1-responses', '2.1-debug-fields', '4.1-operations', '4.1-contexts', '4.1-ids'] as const),
  ...(['4.1-factories', '7-responses', 'metadata-v1', 'transfers', 'version-2'] as const),
] as const;

export function registryChapter(name: (typeof REGISTRY_CHAPTERS)[number]): DocumentFiles {
  return { name: `registry/rules/${name}`, files: [`registry/rules/${name}.yaml`] };
}

export const REGISTRY_CLAUSES: readonly DocumentFiles[] = [
  CLAUSES,
  ...REGISTRY_CHAPTERS.map(registryChapter),
];

let clauses: ReadonlyMap<string, Clause> | undefined;

/** The clause with this id, in whatever file; `undefined` for an unknown one. */
export function clauseOf(id: string): Clause | undefined {
  clauses ??= loadClauses(REGISTRY_CLAUSES);
  return clauses.get(id);
}

export const REGISTRY_DOCUMENTS: readonly DocumentFiles[] = [
  ...REGISTRY_CLAUSES,
  ...REGISTRY_APIS.flatMap((one) => one.versions.map((version) => filesOf(one, version))),
];

/** Versions by API; other APIs have their newest version. */
export type ChosenVersions = Readonly<Record<string, string>>;

const WITH_REQUIREMENTS = REGISTRY_APIS.map(({ api }) => api);

/**
 * The contract of an API at this version, deeply frozen; the same object each time. Throws InputError for an unknown
 * API or version.
 */
export function registryContract(api: string, version?: string): Contract {
  const found = REGISTRY_APIS.find((one) => one.api === api);
  if (found === undefined) {
    const names = REGISTRY_APIS.map((one) => one.api).join(', ');
    throw new InputError(`there is no registry API ${JSON.stringify(api)}. Known: ${names}.`);
  }
  const { versions } = found;
  if (version !== undefined && !versions.includes(version)) {
    const known = versions.join(', ');
    throw new InputError(`${api} has no version ${JSON.stringify(version)}. Known: ${known}.`);
  }
  return loadContract(api, filesOf(found, version ?? versions[0]));
}

/** The contracts of the APIs with requirements, at the newest versions unless others are chosen. */
export function registryContracts(chosen: ChosenVersions = {}): readonly Contract[] {
  return WITH_REQUIREMENTS.map((api) => registryContract(api, chosen[api]));
}

/** The contracts of all APIs at all versions, the newest of each API first. */
export function allRegistryContracts(): readonly Contract[] {
  return REGISTRY_APIS.flatMap(({ api, versions }) =>
    versions.map((version) => registryContract(api, version)),
  );
}
