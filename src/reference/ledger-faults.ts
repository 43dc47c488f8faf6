/** The deliberate defects of the reference ledger: each one is killed by the requirement that it names. */
import { accessFaults } from './ledger/faults/access.ts';
import { commandFaults } from './ledger/faults/commands.ts';
import { contractFaults } from './ledger/faults/contracts.ts';
import { defaultFaults } from './ledger/faults/defaults.ts';
import { deprecationFaults } from './ledger/faults/deprecations.ts';
import { filterFaults } from './ledger/faults/filters.ts';
import { ignoredMemberFaults } from './ledger/faults/ignored-members.ts';
import { keptMemberFaults } from './ledger/faults/kept-members.ts';
import { memberFaults } from './ledger/faults/members.ts';
import { nearMissFaults } from './ledger/faults/near-misses.ts';
import { offsetFaults } from './ledger/faults/offsets.ts';
import { oneOfSeveralFaults } from './ledger/faults/one-of-several.ts';
import { otherObjectFaults } from './ledger/faults/other-objects.ts';
import { ownResultFaults } from './ledger/faults/own-results.ts';
import { packageFaults } from './ledger/faults/packages.ts';
import { partyFaults } from './ledger/faults/parties.ts';
import { refusalFaults } from './ledger/faults/refusals.ts';
import { requestFaults } from './ledger/faults/requests.ts';
import { shapeFaults } from './ledger/faults/shapes.ts';
import { singleValueFaults } from './ledger/faults/single-values.ts';
import type { LedgerFault } from './ledger/faults/table.ts';
import { transportFaults } from './ledger/faults/transport.ts';
import { updateFaults } from './ledger/faults/updates.ts';
import { userFaults } from './ledger/faults/users.ts';
import { writeDetailFaults } from './ledger/faults/write-details.ts';

export type { LedgerFault };

/** All faults of the ledger, by theme. */
export const LEDGER_FAULTS: readonly LedgerFault[] = [
  ...deprecationFaults,
  ...transportFaults,
  ...shapeFaults,
  ...refusalFaults,
  ...requestFaults,
  ...accessFaults,
  ...nearMissFaults,
  ...offsetFaults,
  ...updateFaults,
  ...defaultFaults,
  ...contractFaults,
  ...filterFaults,
  ...oneOfSeveralFaults,
  ...packageFaults,
  ...partyFaults,
  ...userFaults,
  ...commandFaults,
  ...ownResultFaults,
  ...writeDetailFaults,
  ...keptMemberFaults,
  ...otherObjectFaults,
  ...memberFaults,
  ...ignoredMemberFaults,
  ...singleValueFaults,
];
