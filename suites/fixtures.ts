/** What may be known of the targets of all surfaces. */
import { type Fixtures, fixturesOf } from '../src/index.ts';
import { NO_LEDGER_FIXTURES } from './ledger/fixtures.ts';
import { NO_REGISTRY_FIXTURES } from './registry/fixtures.ts';

export const NO_FIXTURES: Fixtures = fixturesOf({
  emptyFixtures: { ...NO_REGISTRY_FIXTURES, ...NO_LEDGER_FIXTURES },
});
