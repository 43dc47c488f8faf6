/** The values that chapters have for holes about active contracts. */
import type { Exchange, Fixtures } from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import type { Filter } from '../requests/formats.ts';
import {
  eventsBy,
  eventsOf,
  eventsOfAny,
  eventsWithViews,
  ofInterface,
  ofTemplate,
  templatesOf,
  withoutFlags,
} from '../requests/formats.ts';
import { endOf, recentRange } from '../requests/offsets.ts';
import { entriesIn } from '../responses/entries.ts';
import { completeUpTo } from '../responses/shown-updates.ts';
import { PLACES, tokenIn } from './limits.ts';
import { MOMENTS } from './snapshots.ts';

/** A second interface, because no active contract may implement the first. */
const MAX_INTERFACES = 2;

/** Of a list in a case; nothing if the updates show no such moment. */
const ofList =
  (read: (list: Exchange, f: Fixtures) => unknown): Hole =>
  ({ fixtures }, list) =>
    read(list as Exchange, fixtures);

export const CONTRACT_HOLES: Readonly<Record<string, Hole>> = {
  // Formats
  /** All that these parties see. */
  eventsOf: (_, parties) => eventsOf(parties as readonly string[]),
  /** What any party sees of events that one of these filters selects. */
  eventsOfAny: (_, filters) => eventsOfAny(...(filters as readonly Filter[])),
  allWithViews: ({ fixtures }) => eventsWithViews(fixtures),
  verboseEvents: ({ fixtures: { parties } }) => ({ ...eventsOf(parties), verbose: true }),
  firstTemplate: ({ fixtures }) =>
    templatesOf(fixtures)
      .slice(0, 1)
      .map((one) => ofTemplate(one, true))[0],
  interfacesInTurn: ({ fixtures: { interfaces } }) =>
    Object.fromEntries(
      interfaces.slice(0, MAX_INTERFACES).map((one, i) => [`interface-${i + 1}`, one]),
    ),
  interfaceWithView: (_, id) => ofInterface(String(id), true),
  interfaceWithAll: (_, id) => ofInterface(String(id), true, true),
  /** An interface beside a template: best one that does not implement it, so that each filter counts. */
  besideInterface: ({ fixtures, operation }, given) => {
    const { interfaceId, seen } = given as { interfaceId: string; seen?: Exchange };
    const known = templatesOf(fixtures);
    const shown = (entriesIn(seen) ?? []).map(({ template }) => template);
    const beside = known.find((template) => !shown.includes(template)) ?? known[0] ?? '';
    const format = eventsBy(fixtures.parties, ofInterface(interfaceId), ofTemplate(beside));
    return operation.name.endsWith('-page') ? withoutFlags(format) : format;
  },
  // Offsets
  recent: ({ fixtures }) => recentRange(fixtures),
  ...Object.fromEntries(
    Object.entries(MOMENTS).map(([name, of]) => [name, ofList((list) => of(list))]),
  ),
  /** The last offset up to which a list is complete, or the ledger end. */
  knownEnd: ofList((list, f) => Math.min(completeUpTo(list), endOf(f))),
  // Tokens and limits
  ...Object.fromEntries(
    Object.entries(PLACES).map(([name, which]) => [
      `${name}Token`,
      ofList((list) => tokenIn(list, which) || undefined),
    ]),
  ),
};
