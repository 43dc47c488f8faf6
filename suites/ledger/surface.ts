/** The description of the ledger for the kit, and the fixtures for a plan that is made without discovery. */
import { fixturesOf } from '../../src/kit.ts';
import { asDocumented } from '../kit/documented-body.ts';
import type { SurfaceKit } from '../kit/surface.ts';
import { type LedgerFixtures, NO_LEDGER_FIXTURES } from './fixtures.ts';
import { ABSENT } from './requests/formats.ts';
import { acceptableCalls, requestsOf } from './requests/requests.ts';
import { codeFindings } from './responses/errors.ts';

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
  updates: kinds.map((kind, i) => ({
    updateId: ABSENT.updateId,
    offset: i + 2,
    kind,
    ...(kind === 'transaction' && { hash: ABSENT.transactionHash }),
  })),
  contracts: [1, 2].map((n) => ({
    contractId: `${ABSENT.contractId}0${n}`,
    templateId: `${ABSENT.packageId}:Main:Thing`,
    packageName: 'some-package',
    stakeholders: [ABSENT.party],
  })),
  pageLimits: [{ maxPartiesPageSize: 10_000, maxVettedPackagesPageSize: 100 }],
  ledgerEnd: [100],
  prunedTo: [1],
};

/** The clause for facts of implementations, such as the status and the code of a rejection. */
const CODES = 'rejections-name-their-reason';

export const LEDGER: SurfaceKit = {
  name: 'ledger',
  example: {
    ...fixturesOf({ emptyFixtures: NO_LEDGER_FIXTURES }),
    ...PRESUMED,
    commands: [{ commands: [], actAs: [ABSENT.party] }],
    dars: ['UEsDBA=='],
  },
  goodOf: (operation) => {
    const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
    return {
      control: (fixtures) => acceptableCalls(operation, fixtures)[0],
      ...(needs && { needs }),
      ...(notApplicableWhen && { notApplicableWhen }),
    };
  },
  asDocumented,
  codeFindings,
  codesClause: CODES,
  errorRule: 'error-object',
};
