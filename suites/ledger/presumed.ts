/** Fixtures for a plan that is made without discovery. */
import { type LedgerFixtures, NO_LEDGER_FIXTURES } from './fixtures.ts';
import { ABSENT } from './requests/formats.ts';

const kinds = ['transaction', 'transaction', 'reassignment'] as const;

export const PRESUMED: LedgerFixtures = {
  ...NO_LEDGER_FIXTURES,
  caller: [{ mode: 'token', userId: 'auditor', rights: [], signed: true, subject: 'auditor' }],
  parties: [ABSENT.party, `other-${ABSENT.party}`],
  listedParties: [ABSENT.party, `other-${ABSENT.party}`],
  users: ['auditor', 'participant_admin'],
  identityProviders: ['provider'],
  packages: [ABSENT.packageId, ABSENT.packageId.replaceAll('a', 'b')],
  newPackages: [ABSENT.packageId.replaceAll('a', 'c')],
  packageNames: ['some-package'],
  interfaces: ['#some-package:Main:Some'],
  synchronizers: [ABSENT.synchronizer],
  updates: kinds.map((kind, i) => ({ updateId: ABSENT.updateId, offset: i + 2, kind })),
  contracts: [1, 2].map((n) => ({
    contractId: `${ABSENT.contractId}0${n}`,
    templateId: `${ABSENT.packageId}:Main:Thing`,
    packageName: 'some-package',
    stakeholders: [ABSENT.party],
  })),
  pageLimits: [],
  ledgerEnd: [100],
  prunedTo: [1],
};
