/** The ledger JSON API at one version. */
import type {
  Contract,
  Fixtures,
  Operation,
  Probe,
  Requirement,
  Surface,
} from '../../src/index.ts';
import { CLAUSES } from '../clauses.ts';
import { activeContracts } from './active-contracts.ts';
import { anyParty } from './any-party.ts';
import { archives } from './archives.ts';
import { authBypass } from './auth-bypass.ts';
import { authorization } from './authorization.ts';
import { discoveryRemedy, fixturesOfToken } from './caller.ts';
import { type Area, ledgerAt, ownProbes } from './chapter.ts';
import { commands } from './commands.ts';
import { completions } from './completions.ts';
import { isContention } from './contention.ts';
import { contracts } from './contracts.ts';
import { deprecations } from './deprecations.ts';
import { discover } from './discovery.ts';
import { edges } from './edges.ts';
import { everyLedgerOperation } from './every-operation.ts';
import { externalParties } from './external-parties.ts';
import { externalSubmission } from './external-submission.ts';

import { EXAMPLE_FIXTURES, NO_LEDGER_FIXTURES } from './fixtures.ts';
import { http } from './http.ts';
import { interactive } from './interactive.ts';
import { presenceProbeOf } from './landmarks.ts';
import { listings } from './listings.ts';
import { lookups } from './lookups.ts';
import { oddRequests } from './odd-requests.ts';
import { ownContracts } from './own-contracts.ts';
import { ownUser } from './own-user.ts';
import { packageVettingUpdate } from './package-vetting-update.ts';
import { packages } from './packages.ts';
import { parties } from './parties.ts';
import { preferredPackages } from './preferred-packages.ts';
import { preferredPlaces } from './preferred-places.ts';
import { PRESUMED } from './presumed.ts';
import { presence, sharedProbes } from './probes.ts';
import { reassignments } from './reassignments.ts';
import { resourceLives } from './resource-laws.ts';
import { state } from './state.ts';
import { uniqueElements } from './unique-elements.ts';
import { unlimited } from './unlimited.ts';
import { updateExtras } from './update-extras.ts';
import { updateFilters } from './update-filters.ts';
import { updateLookUps } from './update-lookups.ts';
import { updateRejections } from './update-rejections.ts';
import { updates } from './updates.ts';
import { updatesPage } from './updates-page.ts';
import { userRights } from './user-rights.ts';
import { users } from './users.ts';
import { version } from './version.ts';
import { vetting } from './vetting.ts';
import { vettingFilters } from './vetting-filters.ts';
import { unauthenticatedWrites } from './writes.ts';

/** In the order of the contract. */
const CHAPTERS: readonly Area[] = [
  contracts,
  version,
  uniqueElements,
  packages,
  vetting,
  vettingFilters,
  activeContracts,
  anyParty,
  state,
  interactive,
  preferredPackages,
  preferredPlaces,
  http,
  authBypass,
  oddRequests,

  completions,
  packageVettingUpdate,
  updates,
  updateRejections,
  updateLookUps,
  updateFilters,
  unlimited,
  updateExtras,
  updatesPage,
  edges,
  deprecations,

  listings,
  lookups,
  resourceLives,
  users,
  userRights,
  parties,
  commands,
  ownContracts,
  reassignments,
  archives,
  externalParties,
  externalSubmission,
  authorization,
  ownUser,
  unauthenticatedWrites,
];

/** The ledger surface: its operations, its landmarks and every requirement. */
export function ledger(contract: Contract): Surface {
  const { operations } = contract;
  const at = ledgerAt(contract);
  const chapters = CHAPTERS.flatMap((chapter) => chapter(at));
  const own = ownProbes(chapters);
  const requirements: Requirement[] = operations.flatMap((operation) => [
    ...everyLedgerOperation(operation, {
      probes: sharedProbes(operation),
      presence: presence(operation),
      more: [...(own.get(operation) ?? [])].filter((p) => !isShared(p)),
    }),
    ...chapters.filter((r) => r.probes[0]?.operation === operation),
  ]);
  return {
    name: 'ledger',
    clauses: CLAUSES,
    // Polite towards the other users of a node.
    ratePerSecond: 10,
    emptyFixtures: NO_LEDGER_FIXTURES,
    operatorFixtures: ['commands', 'dars'],
    volatileFixtures: ['ledgerEnd', 'prunedTo'],
    exampleFixtures: EXAMPLE_FIXTURES,
    fixturesOfToken,
    discoveryRemedy,
    isContention,
    operations,
    requirements,
    unsupported: withoutUsers,
    presenceProbes: (fixtures) =>
      operations.map((operation) => presenceProbeOf(operation, fixtures)),
    discover: (ask, given) => discover(contract, ask, given),
    presumed: PRESUMED,
  };
}

/** The version may say that users are not managed, and then nobody can be asked for one. */
function withoutUsers({ path }: Operation, { caller }: Fixtures): string | undefined {
  const ofUsers = /^\/v2\/(users(\/|$)|authenticated-user$)/.test(path);
  return ofUsers && caller.some(({ withoutUsers: none }) => none)
    ? 'the version says that users are not managed'
    : undefined;
}

/** The core judges these already. */
function isShared(probe: Probe): boolean {
  return Object.values(sharedProbes(probe.operation) ?? {}).includes(probe);
}
