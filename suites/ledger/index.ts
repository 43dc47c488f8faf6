/** The ledger JSON API at one version. */
import type { Contract, Fixtures, Operation, Probe, Requirement, Surface } from '../../src/kit.ts';
import { loadDocument } from '../../src/kit.ts';
import { type FamiliesData, familiesIn, inFamilies } from '../kit/families.ts';
import { once } from '../kit/once.ts';
import { browsers } from './across/browsers.ts';
import { everyLedgerOperation } from './across/every-operation.ts';
import { nearby } from './across/http.ts';
import { otherEncodings } from './across/other-encodings.ts';
import { activeContractPages } from './active/pages.ts';
import { type Area, ledgerAt, ownProbes } from './area.ts';
import { callerIn, discoveryRemedy, fixturesOfToken } from './caller.ts';
import { chapter, from, withReplaced } from './chapters.ts';
import { ledgerClient } from './client.ts';
import { isContention } from './contention.ts';
import { FAMILIES, isReleaseOf, LEDGER_CLAUSES, ledgerContract } from './contract.ts';
import { authorization } from './credentials/authorization.ts';
import { discover } from './discovery/discovery.ts';
import { fixtureLookups } from './discovery/given.ts';
import { rosterOf } from './discovery/roster.ts';
import { EXAMPLE_FIXTURES, type LedgerFixtures, NO_LEDGER_FIXTURES } from './fixtures.ts';
import { atRelease } from './later.ts';
import { leftovers } from './leftovers.ts';
import { vettedPages } from './packages/vetted-pages.ts';
import { absentFrom, noteOf, onlyPresent, without } from './partial.ts';
import { presenceProbeOf } from './requests/presence-probes.ts';
import { presence, sharedProbes } from './requests/probes.ts';
import { listings } from './resources/listings.ts';
import { lookups } from './resources/lookups.ts';
import { PRESUMED } from './surface.ts';
import { isSwitchedOff, mayLack } from './switched-off.ts';
import { updatesPage } from './updates/pages.ts';

/** In the order of the lookups. */
const LOOKUPS = ['update-by-offset', 'transaction-by-offset', 'update-by-id', 'transaction-by-id'];

/** Lists and lookups of updates: their rejections come after the rules of the lists. */
const UPDATE_QUERIES = [
  ...['updates', 'updates-page', 'completions', 'command-completions'],
  ...['updates-flats', 'updates-trees'],
  ...['update-by-offset', 'update-by-id', 'transaction-by-offset', 'transaction-by-id'],
];

/** The areas, in the order of the contract. */
const AREAS: readonly Area[] = [
  chapter('4.2-contracts'),
  chapter('4.2-missing-contracts'),
  chapter('4.2-queries', 'events-by-contract-id'),
  chapter('4.2-listings', 'packages-list', 'package-vetting-list', 'connected-synchronizers'),
  chapter('4.2-packages'),
  chapter('4.2-vetted-packages'),
  vettedPages,
  chapter('4.2-package-vetting'),
  chapter('4.2-queries', 'package-vetting-list'),
  chapter('4.2-package-vetting-filters'),
  chapter('4.2-active-formats'),
  chapter('4.2-active-contracts'),
  activeContractPages,
  chapter('4.2-active-pages'),
  chapter('4.2-queries', 'active-contracts', 'active-contracts-page', 'contracts-page'),
  chapter('4.2-active-any-party'),
  chapter('4.2-state'),
  chapter('4.2-prepared-transactions'),
  chapter('4.2-queries', 'prepare'),
  chapter('4.2-interactive-submission'),
  chapter('4.2-preferred-packages'),
  nearby,
  chapter('4.2-http'),
  browsers,
  chapter('5-authentication'),
  chapter('4.2-every-operation'),
  otherEncodings,

  chapter('4.2-completions'),
  chapter('4.2-command-completions'),
  chapter('4.2-by-hash'),
  chapter('4.2-party-keys'),
  from('3.6', chapter('4.2-ledger-end-times')),
  chapter('4.2-traffic'),
  chapter('4.2-vetting-references'),
  chapter('4.2-update-contents', 'updates', 'updates-flats'),
  chapter('4.2-updates'),
  chapter('4.2-updates-any-party'),
  chapter('4.2-queries', ...UPDATE_QUERIES),
  chapter('4.2-missing-updates'),
  chapter('4.2-update-lookups'),
  chapter('4.2-update-contents', ...LOOKUPS),
  chapter('4.2-update-filters'),
  chapter('4.2-update-extras'),
  chapter('4.2-update-contents', 'updates-page'),
  updatesPage,
  chapter('4.2-updates-page'),
  withReplaced('9-versions'),

  listings,
  chapter('4.2-listings', 'users-list', 'identity-providers-list', 'parties-list'),
  lookups,
  chapter('4.2-listings', 'user-rights'),
  chapter('4.2-created-resources'),
  chapter('4.2-updated-resources'),
  chapter('4.2-resources'),
  chapter('4.2-users'),
  chapter('4.2-users-move'),
  chapter('4.2-parties'),
  chapter('4.2-asynchronous-commands'),
  chapter('4.2-commands'),
  chapter('4.2-created-contracts'),
  chapter('4.2-command-options'),
  chapter('4.2-archived-contracts'),
  chapter('4.2-reassignments'),
  chapter('4.2-archives'),
  chapter('4.2-external-parties'),
  chapter('4.2-signed-submissions'),
  authorization,
  chapter('4.2-own-user'),
  chapter('5-unauthenticated-changes'),
];

const families = () => familiesIn(loadDocument(FAMILIES) as FamiliesData);

/** The ledger surface with its operations, presence probes and requirements. The same object for a contract. */
export function ledger(contract: Contract = ledgerContract()): Surface<LedgerFixtures> {
  return surfaceOf(contract);
}

/** About a thousand requirements take a while to make. */
const surfaceOf = once((contract: Contract): Surface<LedgerFixtures> => {
  const { operations } = contract;
  const absent = absentFrom(contract);
  const at = ledgerAt(contract, absent);
  const areas = AREAS.flatMap((area) => area(at));
  const own = ownProbes(areas);
  const all: Requirement[] = operations.flatMap((operation) => [
    ...everyLedgerOperation(
      operation,
      sharedProbes(operation),
      presence(operation),
      [...(own.get(operation) ?? [])].filter((p) => !isShared(p)),
    ),
    ...areas.filter((r) => r.probes[0]?.operation === operation),
  ]);
  return {
    name: 'ledger',
    clauses: LEDGER_CLAUSES,
    isDocumentOf: isReleaseOf,
    // A rate that does not disturb the other users of a node.
    ratePerSecond: 10,
    emptyFixtures: NO_LEDGER_FIXTURES,
    operatorFixtures: ['commands', 'dars'],
    volatileFixtures: ['release', 'ledgerEnd', 'prunedTo'],
    exampleFixtures: EXAMPLE_FIXTURES,
    fixturesOfToken,
    discoveryRemedy,
    isContention,
    isSwitchedOff,
    mayLack,
    atTarget: atRelease,
    operations,
    quickCase: 3,
    requirements: inFamilies(without(all, absent), families()),
    clientRequirements: ledgerClient(operations),
    unsupported: withoutUsers,
    presenceProbes: (fixtures) =>
      operations.map((operation) => presenceProbeOf(operation, fixtures)),
    discover: (send, given, note) => {
      const lacks = noteOf(contract, absent);
      if (lacks !== undefined) note(lacks);
      const whole = { ...contract, operations: [...operations, ...absent.values()] };
      return discover(whole, onlyPresent(send, absent), given, note);
    },
    presumed: PRESUMED,
    lookups: (given) => fixtureLookups(contract, given),
    roster: rosterOf(contract),
    callerIn,
    scratch: leftovers(contract),
  };
});

/** If the version reports that users are not managed, there are none to look up. */
function withoutUsers({ path }: Operation, { caller }: Fixtures): string | undefined {
  const ofUsers = /^\/v2\/(users(\/|$)|authenticated-user$)/.test(path);
  return ofUsers && caller.some(({ withoutUsers: none }) => none)
    ? 'the version shows that users are not managed'
    : undefined;
}

/** The core judges these already. */
function isShared(probe: Probe): boolean {
  return Object.values(sharedProbes(probe.operation) ?? {}).includes(probe);
}
