/** The values that chapters of the ledger have for holes, beside fixtures: name → value from the fixtures of a run. */
import type { Fixtures } from '../../src/kit.ts';
import type { From, Hole } from '../kit/chapters/template.ts';
import { submission } from './laws/submissions.ts';
import type { EventFormat, Filter } from './requests/formats.ts';
import {
  ABSENT,
  ANYTHING,
  eventsBy,
  eventsInTurn,
  eventsOf,
  limitFor,
  ofInterface,
  ofTemplate,
  templatesOf,
  updatesOf,
} from './requests/formats.ts';
import { endOf, FARTHEST, prunedTo } from './requests/offsets.ts';
import { idleOf } from './requests/open-lists.ts';
import { userOf } from './requests/request-parts.ts';
import { ANNOTATIONS } from './resources/scratch.ts';
import { eventsNamed } from './responses/shown-updates.ts';
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
  ...fromFixtures({
    absent: () => ABSENT,
    nothing: () => undefined,
    annotations: () => ANNOTATIONS,
    // Offsets
    endOffset: endOf,
    prunedOffset: prunedTo,
    farOffset: (f) => endOf(f) + ABSENT.later,
    farthestOffset: () => FARTHEST,
    // Formats
    allEvents: ({ parties }) => eventsOf(parties),
    allUpdates: ({ parties }) => updatesOf(parties),
    allWithBlobs: ({ parties }) => eventsOf(parties, true),
    anything: () => ANYTHING,
    unfiltered: ({ parties }) => Object.fromEntries(parties.map((party) => [party, {}])),
    templates: templatesOf,
    templatesInTurn,
    filterByPackageId: ({ contracts, parties }) =>
      contracts
        .filter(({ templateId }) => !templateId.startsWith('#'))
        .map(({ templateId }) => eventsBy(parties, ofTemplate(templateId)))
        .at(0),
    // Others
    declared: ({ commands: [first] }) => Object(first).commands,
    user: userOf,
    openList: (f) => ({ limit: limitFor(f), stream_idle_timeout_ms: idleOf(f) }),
  }),
  /** What all parties see of events that one of these filters selects. */
  events: ({ fixtures: { parties } }, filters) => eventsBy(parties, ...(filters as Filter[])),
  template: (_, id) => ofTemplate(String(id)),
  templateWithBlobs: (_, id) => ofTemplate(String(id), true),
  interface: (_, id) => ofInterface(String(id)),
  /** The declared command under this id, with these commands in its place if any are given. */
  submission: ({ fixtures }, given) => {
    const { commandId, commands } = given as { commandId: string; commands?: unknown };
    return { ...submission(fixtures, commandId), ...(commands !== undefined && { commands }) };
  },
  /** The archival of the first contract that a transaction creates; of another id if one is given. */
  archival: (_, given) => archivalOf(given),
  /** The limit of a list; pages have none. */
  limit: ({ fixtures, operation }) =>
    operation.name.endsWith('-page') ? undefined : limitFor(fixtures),
};

/**
 * Each party in turn has the filter of another template. Without the first party, so that one that is not requested
 * shows; with both of two that can have different filters.
 */
function templatesInTurn(f: Fixtures): EventFormat {
  const known = templatesOf(f);
  const needsAll = f.parties.length < 2 || (f.parties.length === 2 && known.length > 1);
  return eventsInTurn(needsAll ? f.parties : f.parties.slice(1), known.slice(0, 2));
}
