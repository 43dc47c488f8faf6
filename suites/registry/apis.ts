/**
 * The APIs of a token registry, and the files of specs/ that make their documents. A new API is an entry of this
 * list and a document. The command line reads the list at its start, so this file loads nothing.
 */
import type { DocumentFiles } from '../../src/kit.ts';

/** The operations of one document. */
export interface RegistryApi {
  /** The id of its contracts. */
  readonly api: string;
  /** The newest first; its document has the name of the API. */
  readonly versions: readonly [newest: string, ...older: readonly string[]];
  /** The key of `supportedApis` under which a registry advertises it. */
  readonly advertisedAs: string;
  /** Its published document: the name of the file in the token standard, without extension. */
  readonly published: string;
  /** Overlays with parts that several documents share. */
  readonly shared: readonly string[];
  /** Overlays, each from one version to the next older one. */
  readonly back: readonly string[];
}

const CONTEXTS = ['errors', 'choice-contexts', 'context-lookups'];
const FACTORIES = ['errors', 'choice-contexts', 'factory-requests', 'factories'];
const TRANSFERS = [...CONTEXTS, 'factory-requests', 'transfer-factories'];
const VERSION_2 = [...FACTORIES, 'context-lookups', 'version-2'];

export const REGISTRY_APIS: readonly RegistryApi[] = [
  {
    api: 'metadata-v1',
    versions: ['1.2.0', '1.1.0', '1.0.0'],
    advertisedAs: 'splice-api-token-metadata-v1',
    published: 'token-metadata-v1',
    shared: ['errors'],
    back: ['metadata-v1@1.1.0', 'metadata-v1@1.0.0'],
  },
  {
    api: 'transfer-v1',
    versions: ['1.1.0', '1.0.0'],
    advertisedAs: 'splice-api-token-transfer-instruction-v1',
    published: 'transfer-instruction-v1',
    shared: TRANSFERS,
    back: ['context-lookups@1.0.0'],
  },
  {
    api: 'allocation-v1',
    versions: ['1.1.0', '1.0.0'],
    advertisedAs: 'splice-api-token-allocation-v1',
    published: 'allocation-v1',
    shared: CONTEXTS,
    back: ['context-lookups@1.0.0'],
  },
  {
    api: 'allocation-instruction-v1',
    versions: ['1.0.0'],
    advertisedAs: 'splice-api-token-allocation-instruction-v1',
    published: 'allocation-instruction-v1',
    shared: FACTORIES,
    back: [],
  },
  {
    api: 'allocation-v2',
    versions: ['1.0.0'],
    advertisedAs: 'splice-api-token-allocation-v2',
    published: 'allocation-v2',
    shared: VERSION_2,
    back: [],
  },
  {
    api: 'allocation-instruction-v2',
    versions: ['1.0.0'],
    advertisedAs: 'splice-api-token-allocation-instruction-v2',
    published: 'allocation-instruction-v2',
    shared: VERSION_2,
    back: [],
  },
  {
    api: 'transfer-v2',
    versions: ['1.0.0'],
    advertisedAs: 'splice-api-token-transfer-instruction-v2',
    published: 'transfer-instruction-v2',
    shared: [...TRANSFERS, 'version-2'],
    back: [],
  },
];

/** The document of one of its versions: `registry/allocation-v1`, `registry/allocation-v1@1.0.0` if it is older. */
export function filesOf(
  { api, versions, shared, back }: RegistryApi,
  version: string,
): DocumentFiles {
  const age = versions.indexOf(version);
  const overlays = [...shared, ...back.slice(0, age)];
  return {
    name: `registry/${api}${age === 0 ? '' : `@${version}`}`,
    files: [`registry/${api}.yaml`, ...overlays.map((name) => `registry/${name}.overlay.yaml`)],
  };
}

/** True if a published document, named as in `allocation-v1@1.1.0`, is that of this API. */
export const isPublishedFor = (document: string, api: string): boolean =>
  REGISTRY_APIS.some((one) => one.api === api && one.published === document.split('@')[0]);
