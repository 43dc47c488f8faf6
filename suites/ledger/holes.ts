/** The values that chapters of the ledger have for holes, beside fixtures: name → value from the fixtures of a run. */
import { type Exchange, type Fixtures, NOWHERE } from '../../src/kit.ts';
import { BROWSER_ACCEPT } from '../http/browsers.ts';
import { OFFERS } from '../http/near-requests.ts';
import type { From, Hole } from '../kit/chapters/template.ts';
import { strings } from '../kit/json.ts';
import { DEPRECATION_HOLES } from './across/deprecation-probes.ts';
import { CONTRACT_HOLES } from './active/holes.ts';
import { COMMAND_HOLES } from './commands/holes.ts';
import { RESULT_HOLES } from './commands/result-holes.ts';
import { archivedId } from './contracts/archived-contracts.ts';
import { LOOKUP_HOLES } from './contracts/contracts.ts';
import { withOwnTemplate } from './contracts/event-filters.ts';
import { EMPTY_TRANSACTION } from './credentials/checks.ts';
import { PACKAGE_HOLES } from './packages/holes.ts';
import { creationOf, otherTemplate } from './reasons.ts';
import type { EventFormat, Filter } from './requests/formats.ts';
import {
  ABSENT,
  ANYTHING,
  EFFECTS,
  eventsBy,
  eventsInTurn,
  eventsOf,
  LONG_LIMIT,
  limitFor,
  movesIn,
  nearly,
  ofInterface,
  ofTemplate,
  templatesOf,
  transactionsOf,
  updatesOf,
} from './requests/formats.ts';
import { ESCAPED_TWICE } from './requests/members.ts';
import { endOf, FARTHEST, prunedTo, unusedIn } from './requests/offsets.ts';
import { idleOf } from './requests/open-lists.ts';
import { placeFor, parties as someParties, userOf } from './requests/request-parts.ts';
import { oneOfEachKind } from './requests/requests-history.ts';
import { LISTING_HOLES } from './resources/listing-checks.ts';
import { ANNOTATIONS } from './resources/scratch.ts';
import { eventsNamed } from './responses/shown-updates.ts';
import { LEDGER } from './surface.ts';
import { UPDATE_HOLES } from './updates/holes.ts';
import { UPDATE_LOOKUP_HOLES } from './updates/lookups.ts';
import { PEOPLE_HOLES } from './users/holes.ts';

/** `undefined` if the transaction creates nothing. */
function archivalOf(given: unknown): object | undefined {
  const { of = given, contractId: other } = Object(given);
  const [event] = eventsNamed(of, 'CreatedEvent');
  if (event === undefined) return undefined;
  const { templateId, contractId } = event;
  const archival = { templateId, contractId: other ?? contractId };
  return { ExerciseCommand: { ...archival, choice: 'Archive', choiceArgument: {} } };
}

type Of = (fixtures: From['fixtures']) => unknown;

const fromFixtures = (holes: Readonly<Record<string, Of>>): Readonly<Record<string, Hole>> =>
  Object.fromEntries(
    Object.entries(holes).map(([name, of]) => [name, ({ fixtures }: From) => of(fixtures)]),
  );

export const HOLES: Readonly<Record<string, Hole>> = {
  ...PEOPLE_HOLES,
  ...COMMAND_HOLES,
  ...CONTRACT_HOLES,
  ...LOOKUP_HOLES,
  ...UPDATE_LOOKUP_HOLES,
  ...DEPRECATION_HOLES,
  ...LISTING_HOLES,
  ...PACKAGE_HOLES,
  ...UPDATE_HOLES,
  ...RESULT_HOLES,
  ...fromFixtures({
    absent: () => ABSENT,
    nothing: () => undefined,
    annotations: () => ANNOTATIONS,
    malformed: () => ({ packageId: 'assay!no$package', escapedTwice: ESCAPED_TWICE }),
    unknownToken: () => NOWHERE,
    emptyTransaction: () => EMPTY_TRANSACTION,
    // Headers
    offers: () => OFFERS,
    browserAccept: () => BROWSER_ACCEPT,
    // Parties
    someParties,
    someEvents: (f) => eventsOf(someParties(f)),
    someUpdates: (f) => updatesOf(someParties(f)),
    withUnknownParty: ({ parties: [party = ABSENT.party] }) => [party, ABSENT.party, party],
    // Updates
    /** The first one of each kind. */
    found: (f) => Object.fromEntries(oneOfEachKind(f).map((one) => [one.kind, one])),
    unusedOffset: (f) => unusedIn(f)[0],
    // Offsets
    zero: () => 0,
    endOffset: endOf,
    prunedOffset: prunedTo,
    middleOffset,
    farOffset: (f) => endOf(f) + ABSENT.later,
    farthestOffset: () => FARTHEST,
    // Formats
    allEvents: ({ parties }) => eventsOf(parties),
    allUpdates: ({ parties }) => updatesOf(parties),
    allTransactions: ({ parties }) => transactionsOf(parties),
    effectsOfActors: ({ commands: [one] }) => updatesOf(strings(one, 'actAs'), EFFECTS, false),
    allEffects: ({ parties }) => transactionsOf(parties, EFFECTS),
    allWithBlobs: ({ parties }) => eventsOf(parties, true),
    anything: () => ANYTHING,
    unfiltered: ({ parties }) => Object.fromEntries(parties.map((party) => [party, {}])),
    templates: templatesOf,
    templatesInTurn,
    otherTemplate: (f) => otherTemplate(f) ?? '',
    filterByPackageId: ({ contracts, parties }) =>
      contracts
        .filter(({ templateId }) => !templateId.startsWith('#'))
        .map(({ templateId }) => eventsBy(parties, ofTemplate(templateId)))
        .at(0),
    updatesOfTemplate: (f) => movesIn(eventsBy(f.parties, ofTemplate(templatesOf(f)[0] ?? ''))),
    updatesOfNobody: () => updatesOf([ABSENT.party]),
    // Others
    declared: ({ commands: [first] }) => Object(first).commands,
    user: userOf,
    /** The synchronizer of an upload, where it must be named. */
    place: placeFor,
    signed: ({ updates }) => updates.find(({ hash }) => hash !== undefined),
    shortList: (f) => ({ limit: 2, stream_idle_timeout_ms: idleOf(f) }),
    longLimit: () => LONG_LIMIT,
    idleTime: idleOf,
    openList: (f) => ({ limit: limitFor(f), stream_idle_timeout_ms: idleOf(f) }),
  }),
  withOwnTemplate,
  /** What all parties see of events that one of these filters selects. */
  events: ({ fixtures: { parties } }, filters) => eventsBy(parties, ...(filters as Filter[])),
  /** Transactions and reassignments with these events. */
  movesIn: (_, events) => movesIn(events as EventFormat),
  template: (_, id) => ofTemplate(String(id)),
  templateWithBlobs: (_, id) => ofTemplate(String(id), true),
  interface: (_, id) => ofInterface(String(id)),
  /** The archival of the first contract that a transaction creates; of another id if one is given. */
  archival: (_, given) => archivalOf(given),
  /** The id of a contract that was archived in these updates. */
  archivedIn: (_, updates) => archivedId(updates as Exchange | undefined),
  /** An offset after the ledger end whose lower 32 bits are those of this one. */
  beyond32Bits: (_, offset) => Number(offset) + ABSENT.later,
  /** A body that changes nothing even if the operation is executed. */
  harmless: ({ operation }) => operation.harmless,
  /** A known id with another last digit. */
  nearly: (_, id) => nearly(String(id)),
  /** The creation in the operator's first command, with these members in place of its own. */
  creation: ({ fixtures }, members) => ({ ...creationOf(fixtures), ...Object(members) }),
  /** Its arguments, and these. */
  arguments: ({ fixtures }, more) => ({
    ...Object(creationOf(fixtures)?.['createArguments']),
    ...Object(more),
  }),
  /** A valid body with these members in place of its own. */
  goodWith: (from, members) => ({ ...goodBody(from), ...Object(members) }),
  /** The values of a valid body, as an array in JSON. */
  goodValues: (from) => JSON.stringify(Object.values(goodBody(from))),
  /** A valid body with an additional member, whose value is this text. */
  goodBodyWith: (from, value) =>
    JSON.stringify(goodBody(from)).replace(/}$/, `,"assayNumber":${value}}`),
  /** The limit of a list; pages have none. */
  limit: ({ fixtures, operation }) =>
    operation.name.endsWith('-page') ? undefined : limitFor(fixtures),
};

const goodBody = ({ operation, fixtures }: From): object =>
  JSON.parse(LEDGER.goodOf(operation).control(fixtures)?.body ?? '{}') as object;
/** An offset with known updates before and after it. */
function middleOffset({ updates, prunedTo: [begin = 0] }: Fixtures): number {
  const offsets = updates.map(({ offset }) => offset).sort((a, b) => a - b);
  return offsets[Math.floor(offsets.length / 2)] ?? begin;
}

/**
 * Each party in turn has the filter of another template. Without the first party, so that one that is not requested
 * shows; with both of two that can have different filters.
 */
function templatesInTurn(f: Fixtures): EventFormat {
  const known = templatesOf(f);
  const needsAll = f.parties.length < 2 || (f.parties.length === 2 && known.length > 1);
  return eventsInTurn(needsAll ? f.parties : f.parties.slice(1), known.slice(0, 2));
}
