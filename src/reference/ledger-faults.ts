/** The deliberate defects of the reference ledger: each one is killed by the requirement that it names. */
import { accessFaults } from './ledger/faults/access.ts';
import { agreementFaults } from './ledger/faults/agreement.ts';
import { updateAgreementFaults } from './ledger/faults/agreement-updates.ts';
import { authBypassFaults } from './ledger/faults/auth-bypass.ts';
import { commandFaults } from './ledger/faults/commands.ts';
import { contractFaults } from './ledger/faults/contracts.ts';
import { defaultFaults } from './ledger/faults/defaults.ts';
import { deprecationFaults } from './ledger/faults/deprecations.ts';
import { edgeFaults } from './ledger/faults/edges.ts';
import { errorFaults } from './ledger/faults/errors.ts';
import { filterFaults } from './ledger/faults/filters.ts';
import { formatFaults } from './ledger/faults/formats.ts';
import { identityProviderFaults } from './ledger/faults/identity-providers.ts';
import { keptMemberFaults } from './ledger/faults/kept-members.ts';
import { lifecycleFaults } from './ledger/faults/lifecycle.ts';
import { listedStateFaults } from './ledger/faults/listed-states.ts';
import { memberRuleFaults } from './ledger/faults/member-rules.ts';
import { nearMissFaults } from './ledger/faults/near-misses.ts';
import { offsetFaults } from './ledger/faults/offsets.ts';
import { otherObjectFaults } from './ledger/faults/other-objects.ts';
import { ownResultFaults } from './ledger/faults/own-results.ts';
import { packageFaults } from './ledger/faults/packages.ts';
import { pagingFaults } from './ledger/faults/paging.ts';
import { partyFaults } from './ledger/faults/parties.ts';
import { partyListFaults } from './ledger/faults/party-lists.ts';
import { redirectFaults } from './ledger/faults/redirects.ts';
import { refusalFaults } from './ledger/faults/refusals.ts';
import { requestFaults } from './ledger/faults/requests.ts';
import { rightsFaults } from './ledger/faults/rights.ts';
import { selectionFaults } from './ledger/faults/selections.ts';
import { byteFaults, shapeFaults } from './ledger/faults/shapes.ts';
import { snapshotFaults } from './ledger/faults/snapshots.ts';
import { submissionFaults } from './ledger/faults/submissions.ts';
import type { LedgerFault } from './ledger/faults/table.ts';
import { tokenFaults } from './ledger/faults/tokens.ts';
import { transportFaults } from './ledger/faults/transport.ts';
import { unauthenticatedWriteFaults } from './ledger/faults/unauthenticated-writes.ts';
import { updateContentFaults } from './ledger/faults/update-contents.ts';
import { updateFaults } from './ledger/faults/updates.ts';
import { userFaults } from './ledger/faults/users.ts';
import { userDetailFaults } from './ledger/faults/users-detail.ts';
import { versionFaults } from './ledger/faults/version.ts';
import { vettingFaults } from './ledger/faults/vetting.ts';
import { vettingTrialFaults } from './ledger/faults/vetting-trials.ts';
import { viewFaults } from './ledger/faults/views.ts';
import { writeDetailFaults } from './ledger/faults/write-details.ts';

export type { LedgerFault };

/** All faults of the ledger, by theme. */
export const LEDGER_FAULTS: readonly LedgerFault[] = [
  ...lifecycleFaults,
  ...deprecationFaults,
  ...transportFaults,
  ...shapeFaults,
  ...errorFaults,
  ...refusalFaults,
  ...requestFaults,
  ...accessFaults,
  ...unauthenticatedWriteFaults,
  ...rightsFaults,
  ...nearMissFaults,
  ...authBypassFaults,
  ...versionFaults,
  ...offsetFaults,
  ...updateFaults,
  ...pagingFaults,
  ...defaultFaults,
  ...contractFaults,
  ...snapshotFaults,
  ...viewFaults,
  ...filterFaults,
  ...selectionFaults,
  ...edgeFaults,
  ...formatFaults,
  ...byteFaults,
  ...packageFaults,
  ...vettingFaults,
  ...vettingTrialFaults,
  ...partyFaults,
  ...partyListFaults,
  ...userFaults,
  ...userDetailFaults,
  ...identityProviderFaults,
  ...commandFaults,
  ...agreementFaults,
  ...updateAgreementFaults,
  ...submissionFaults,
  ...ownResultFaults,
  ...writeDetailFaults,
  ...updateContentFaults,
  ...listedStateFaults,
  ...keptMemberFaults,
  ...redirectFaults,
  ...tokenFaults,
  ...otherObjectFaults,
  ...memberRuleFaults,
];
