import {
  contractAt,
  LEDGER_VERSIONS,
  NEWEST,
  order,
  PATCHES,
} from '../../suites/ledger/versions.ts';
import { InputError } from '../input/error.ts';
import type { Registration, Versions } from '../model/registration.ts';
import { suggestion } from '../plan/suggestion.ts';

const versions: Versions = {
  names: LEDGER_VERSIONS.toReversed(),
  earlier: Object.values(PATCHES).map(([first = '']) => first),
  contract: async (version) => {
    const { ledgerContract } = await import('../../suites/ledger/contract.ts');
    const { aliases } = await import('../../suites/ledger/later.ts');
    const meant = aliases().find(({ alias }) => alias === version);
    if (meant !== undefined) return ledgerContract(contractAt(meant.contract));
    const isPatch = /^\d+\.\d+(\.\d+)?$/.test(version);
    const found = LEDGER_VERSIONS.find((known) => isPatch && order(known, version) === 0);
    if (found !== undefined) return ledgerContract(contractAt(version));
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

/** The JSON API of a ledger: its suite, and its reference server with faults and variants. */
export const ledger: Registration & { readonly versions: Versions } = {
  name: 'ledger',
  suite: async () => (await import('../../suites/ledger/index.ts')).ledger,
  contracts: async () => (await import('../../suites/ledger/contract.ts')).ledgerContracts(),
  documents: async () => (await import('../../suites/ledger/contract.ts')).LEDGER_DOCUMENTS,
  fixtures: async () => (await import('../../suites/ledger/fixtures.ts')).LEDGER_FIXTURES,
  versions,
  sampled: false,
  changing: true,
  examples: [
    [
      'run ledger https://ledger.example --token-env TOKEN',
      'check a ledger with read-only requests',
    ],
    [
      'compare https://one.example https://other.example',
      'see where the responses of two ledgers differ',
    ],
  ],
  reference: {
    callers: ['auditor', 'reader'],
    provedWith: ['deprecated-enabled'],
    faults: async () => (await import('../reference/ledger-faults.ts')).LEDGER_FAULTS,
    variants: async () => (await import('../reference/ledger-variants.ts')).LEDGER_VARIANTS,
    slows: true,
    start: async ({ version = NEWEST, auth = false, ...options }) => {
      const { startLedger } = await import('../reference/ledger.ts');
      const started = await startLedger({ ...options, version, auth });
      const { auditor, reader, unknownUser, expired } = started.tokens;
      return { ...started, tokens: auth ? { auditor, reader, unknownUser, expired } : {} };
    },
  },
};
