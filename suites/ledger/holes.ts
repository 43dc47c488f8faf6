/** The values that chapters of the ledger have for holes, beside fixtures: name → value from the fixtures of a run. */
import type { Fixtures } from '../../src/kit.ts';
import type { From, Hole } from '../kit/chapters/template.ts';
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
import { ANNOTATIONS, readingRight } from './resources/scratch.ts';

type Of = (fixtures: From['fixtures']) => unknown;

const fromFixtures = (holes: Readonly<Record<string, Of>>): Readonly<Record<string, Hole>> =>
  Object.fromEntries(
    Object.entries(holes).map(([name, of]) => [name, ({ fixtures }: From) => of(fixtures)]),
  );

export const HOLES: Readonly<Record<string, Hole>> = {
  ...fromFixtures({
    absent: () => ABSENT,
    annotations: () => ANNOTATIONS,
    readingRight,
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
    user: userOf,
    openList: (f) => ({ limit: limitFor(f), stream_idle_timeout_ms: idleOf(f) }),
  }),
  /** What all parties see of events that one of these filters selects. */
  events: ({ fixtures: { parties } }, filters) => eventsBy(parties, ...(filters as Filter[])),
  template: (_, id) => ofTemplate(String(id)),
  templateWithBlobs: (_, id) => ofTemplate(String(id), true),
  interface: (_, id) => ofInterface(String(id)),
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
