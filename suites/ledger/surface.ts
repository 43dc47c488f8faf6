/** The description of the ledger for the kit. */
import { fixturesOf } from '../../src/kit.ts';
import { asDocumented } from '../kit/documented-body.ts';
import type { SurfaceKit } from '../kit/surface.ts';
import { NO_LEDGER_FIXTURES } from './fixtures.ts';
import { PRESUMED } from './presumed.ts';
import { ABSENT } from './requests/formats.ts';
import { acceptableCalls, requestsOf } from './requests/requests.ts';
import { codeFindings } from './responses/errors.ts';

/** The clause for facts of implementations, such as the status and the code of a rejection. */
export const CODES = 'rejections-name-their-reason';

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
