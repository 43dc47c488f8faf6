/** Scenarios of the ledger. */
import type { Operation } from '../../../src/kit.ts';
import * as kit from '../../kit/scenarios.ts';
import { LEDGER } from '../surface.ts';
import { rowOf } from './rejected-steps.ts';

export function scenario<Name extends string>(
  operation: Operation,
  draft: kit.Draft<Name>,
): kit.Scenario<Name> {
  return kit.scenario({ ...LEDGER, rowOf }, operation, draft);
}
