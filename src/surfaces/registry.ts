import { REGISTRY_APIS } from '../../suites/registry/apis.ts';
import type { Registration } from '../model/registration.ts';

/** The token registry: its suite, and its reference server with faults and variants. */
export const registry: Registration = {
  name: 'registry',
  suite: async () => {
    const { registry: make } = await import('../../suites/registry/index.ts');
    return () => make();
  },
  contracts: async () =>
    (await import('../../suites/registry/contracts.ts')).allRegistryContracts(),
  documents: async () => (await import('../../suites/registry/contracts.ts')).REGISTRY_DOCUMENTS,
  apis: {
    list: REGISTRY_APIS,
    contract: async (api, version) =>
      (await import('../../suites/registry/contracts.ts')).registryContract(api, version),
    suite: async (versions, apis) =>
      (await import('../../suites/registry/index.ts')).registry(versions, apis),
  },
  fixtures: async () => (await import('../../suites/registry/fixtures.ts')).REGISTRY_FIXTURES,
  sampled: true,
  changing: false,
  examples: [
    ['run registry https://registry.example -F fixtures.yaml', 'check a server'],
    ['plan registry https://registry.example', 'see what a run would send'],
  ],
  reference: {
    callers: [],
    faults: async () => (await import('../reference/registry-faults.ts')).REGISTRY_FAULTS,
    variants: async () => (await import('../reference/registry-variants.ts')).REGISTRY_VARIANTS,
    slows: true,
    start: async (options) => {
      const { startRegistry } = await import('../reference/registry.ts');
      return { ...(await startRegistry(options)), tokens: {} };
    },
    showcase: {
      fault: 'debug-in-second-contract',
      requirement: 'registry/allocation-v1/withdraw/debug-fields-omitted',
    },
  },
};
