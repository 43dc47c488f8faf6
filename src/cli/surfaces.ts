/**
 * The surfaces that the command line offers, wired to suites/ and to their reference servers. No other file of
 * src/ names a surface. Everything is loaded when it is needed: help and version take no time.
 */
import { InputError } from '../input/error.ts';
import { offerAmong } from '../input/offers.ts';
import type { Offer, Versions } from '../model/offer.ts';
import { suggestion } from '../plan/suggestion.ts';

const registry: Offer = {
  name: 'registry',
  load: async () => (await import('../../suites/registry/index.ts')).registry(),
  contracts: async () => (await import('../../suites/registry/contracts.ts')).registryContracts(),
  sampled: true,
  changing: false,
  examples: [
    ['run registry https://registry.example -F fixtures.yaml', 'check a server'],
    ['plan registry https://registry.example', 'see what a run would send'],
  ],
  reference: {
    authenticates: false,
    faults: async () => (await import('../reference/registry-faults.ts')).REGISTRY_FAULTS,
    variants: async () => (await import('../reference/registry-variants.ts')).REGISTRY_VARIANTS,
    start: async (options) => {
      const { startRegistry } = await import('../reference/registry.ts');
      const { url, fixtures, close } = await startRegistry(options);
      return { url, fixtures, tokens: {}, close };
    },
    showcase: {
      fault: 'debug-in-second-contract',
      requirement: 'registry/withdraw/debug-fields-omitted',
    },
  },
};

const ledgerVersions: Versions = {
  names: ['3.5', '3.4'],
  contract: async (version) => {
    const { LEDGER_VERSIONS, ledgerContract } = await import('../../suites/ledger/contract.ts');
    const found = LEDGER_VERSIONS.find((known) => known === version);
    if (found !== undefined) return ledgerContract(found);
    const known = suggestion(version, LEDGER_VERSIONS);
    throw new InputError(`there is no ledger contract ${JSON.stringify(version)}.${known}`);
  },
  announcedAt: '/v2/version',
  nearest: async (announced) =>
    (await import('../../suites/ledger/nearest-version.ts')).nearestVersion(announced),
  documentAt: '/docs/openapi',
  fromDocument: async (source) =>
    (await import('../../suites/ledger/foreign-document.ts')).ledgerFromDocument(source),
};

const ledger: Offer = {
  name: 'ledger',
  load: async (contract) => {
    const { ledger: surface } = await import('../../suites/ledger/index.ts');
    return surface(contract ?? (await ledgerVersions.contract('3.5')));
  },
  contracts: async () => {
    const { LEDGER_VERSIONS, ledgerContract } = await import('../../suites/ledger/contract.ts');
    return LEDGER_VERSIONS.map(ledgerContract);
  },
  versions: ledgerVersions,
  sampled: false,
  changing: true,
  examples: [
    ['run ledger https://ledger.example --token-env TOKEN', 'check a ledger, by reading only'],
    [
      'compare https://one.example https://other.example',
      'where the responses of two ledgers differ',
    ],
  ],
  reference: {
    authenticates: true,
    faults: async () => (await import('../reference/ledger-faults.ts')).LEDGER_FAULTS,
    variants: async () => (await import('../reference/ledger-variants.ts')).LEDGER_VARIANTS,
    start: async ({ version = '3.5', auth = false, ...options }) => {
      const { startLedger } = await import('../reference/ledger.ts');
      const started = await startLedger({
        ...options,
        version: version === '3.4' ? '3.4' : '3.5',
        auth,
      });
      const { url, fixtures, tokens: issued, close } = started;
      const tokens = {
        ASSAY_TOKEN: issued.auditor,
        ASSAY_TOKEN_READER: issued.reader,
        ASSAY_TOKEN_UNKNOWN_USER: issued.unknownUser,
        ASSAY_TOKEN_EXPIRED: issued.expired,
      };
      return { url, fixtures, tokens: auth ? tokens : {}, close };
    },
  },
};

/** In the order in which they are listed; the demo shows a failure of the first one. */
export const OFFERS: readonly [Offer, ...Offer[]] = [registry, ledger];

/** The surface whose API has several versions: commands on contract versions are about it. */
export const VERSIONED: Offer & { readonly versions: Versions } = {
  ...ledger,
  versions: ledgerVersions,
};

/** For help. */
export const SURFACE_NAMES: string = OFFERS.map(({ name }) => name).join(' or ');
export const VERSION_NAMES: string = ledgerVersions.names.join(' or ');

/** The surface with this name. Throws InputError for an unknown name. */
export function offerNamed(name: string): Offer {
  return offerAmong(OFFERS, name);
}
