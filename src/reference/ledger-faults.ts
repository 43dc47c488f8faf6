/** The deliberate defects of the reference ledger: each one is killed by the requirement that it names. */

import type { LedgerFault } from './ledger/fault.ts';
import { accessFaults } from './ledger/faults/access.ts';
import { browserFaults } from './ledger/faults/browsers.ts';
import { commandFaults } from './ledger/faults/commands.ts';
import { contractFaults } from './ledger/faults/contracts.ts';
import { defaultFaults } from './ledger/faults/defaults.ts';
import { ignoredMemberFaults } from './ledger/faults/ignored-members.ts';
import { keptMemberFaults } from './ledger/faults/kept-members.ts';
import { laterFaults } from './ledger/faults/later.ts';
import { memberFaults } from './ledger/faults/members.ts';
import { packageFaults } from './ledger/faults/packages.ts';
import { partyFaults } from './ledger/faults/parties.ts';
import { requestFaults } from './ledger/faults/requests.ts';
import { sharedStateFaults } from './ledger/faults/shared-state.ts';
import { spendingFaults } from './ledger/faults/spending.ts';
import { switchedOffFaults } from './ledger/faults/switched-off.ts';
import { transportFaults } from './ledger/faults/transport.ts';
import { updateFaults } from './ledger/faults/updates.ts';
import { userFaults } from './ledger/faults/users.ts';
import { valueFaults } from './ledger/faults/values.ts';

export type { LedgerFault };

export const LEDGER_FAULTS: readonly LedgerFault[] = [
  ...switchedOffFaults,
  ...transportFaults,
  ...browserFaults,
  ...requestFaults,
  ...accessFaults,
  ...updateFaults,
  ...defaultFaults,
  ...contractFaults,
  ...packageFaults,
  ...partyFaults,
  ...userFaults,
  ...commandFaults,
  ...sharedStateFaults,
  ...spendingFaults,
  ...valueFaults,
  ...keptMemberFaults,
  ...memberFaults,
  ...ignoredMemberFaults,
  ...laterFaults,
];
