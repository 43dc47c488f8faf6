/** The values that chapters have for holes about updates and completions. */
import type { Exchange, Fixtures } from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { elements, string, strings } from '../../kit/json.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import type { EventFormat, Filter } from '../requests/formats.ts';
import {
  ABSENT,
  ANYTHING,
  EFFECTS,
  eventsOfAny,
  eventsWithViews,
  extrasForLast,
  limitFor,
  movesIn,
  ofTemplate,
  topologyOf,
  updatesOf,
  updatesWithViews,
} from '../requests/formats.ts';
import { endOf, prunedTo, window } from '../requests/offsets.ts';
import { idleOf } from '../requests/open-lists.ts';
import { hasOlderForm, oneOfEachKind } from '../requests/requests-history.ts';
import {
  completionsIn,
  eventsIn,
  lastNaming,
  naming,
  updatesIn,
} from '../responses/shown-updates.ts';
import { oneOfSeveral } from './both-shapes.ts';
import { templatesShown } from './filters.ts';

/** Of the response of a step; nothing if it lacks the value. */
const of =
  (read: (list: Exchange | undefined) => unknown): Hole =>
  (_, list) =>
    read(list as Exchange | undefined);

const offsetAt = (place: number): Hole =>
  of((list) => {
    const offset = completionsIn(list)?.at(place)?.['offset'];
    return typeof offset === 'number' ? offset : undefined;
  });

export const UPDATE_HOLES: Readonly<Record<string, Hole>> = {
  /** A hash that several completions of a list have. */
  hashOfSeveral: of((list) => {
    const hashes = (completionsIn(list) ?? []).map((one) => string(one, 'transactionHash'));
    return hashes.find((hash, i) => hash !== '' && hashes.indexOf(hash) < i);
  }),
  // Completions
  withAndWithoutLimit: ({ fixtures }) => ({
    'and-the-rest': { limit: limitFor(fixtures), more: true },
    'without-limit': {},
  }),
  offsetOfFirst: offsetAt(0),
  offsetOfLast: offsetAt(-1),
  /** The id of the update that the last successful completion of the list names. */
  updateNamedIn: of((list) => lastNaming(list)?.['updateId']),
  /** The updates up to that one; no more offsets than a list has elements, so that the list reaches its end. */
  updatesUpToNamed: ({ fixtures: f }, given) => {
    const { list, format } = given as { list?: Exchange; format: object };
    const endInclusive = lastNaming(list)?.['offset'];
    if (typeof endInclusive !== 'number') return undefined;
    const beginExclusive = Math.max(endInclusive - limitFor(f), prunedTo(f), 0);
    return { beginExclusive, endInclusive, updateFormat: format };
  },
  updatesOfOnlooker: ({ fixtures }, given) => {
    const { list, shown } = given as { list?: Exchange; shown?: Exchange };
    return updatesOf([onlooker(fixtures, list, shown)], EFFECTS);
  },
  partiesWithoutFirst: ({ fixtures: { parties } }) =>
    parties.length > 1 ? parties.slice(1) : parties,
  // Ranges
  window: ({ fixtures }) => window(fixtures),
  /** The offset of the first update in it. */
  firstInWindow: ({ fixtures }) => {
    const { beginExclusive } = window(fixtures);
    const known = fixtures.updates.map(({ offset }) => offset);
    return Math.min(...known.filter((at) => at > beginExclusive));
  },
  /**
   * Updates come by their size: the third transaction most likely has other events than the first. Best it has several
   * witnesses; then it is read for one of them.
   */
  foundOfEachKind: ({ fixtures: f }) => {
    const [, ...others] = f.updates.filter(({ kind }) => kind === 'transaction');
    const another = others.find((one) => one.oneOfWitnesses) ?? others.slice(0, 2).at(-1);
    const reader = another?.oneOfWitnesses;
    return {
      ...Object.fromEntries(
        oneOfEachKind(f).map((one) => [one.kind, { ...one, readers: f.parties }]),
      ),
      ...(another && {
        'another-transaction': { ...another, readers: reader ? [reader] : f.parties },
      }),
    };
  },
  middleUpdate: ({ fixtures: { updates } }) => updates[Math.floor(updates.length / 2)],
  /** The last offset of a list, if updates may follow it. */
  lastBeforeEnd: ({ fixtures }, list) => {
    const last = updatesIn(list as Exchange)?.at(-1)?.offset;
    return last !== undefined && last < endOf(fixtures) ? last : undefined;
  },
  lengthOf: of((list) => Math.max(1, elements(list?.response?.body).length)),
  idleTimeAfter: ({ fixtures }, list) => idleOf(fixtures, list as Exchange),
  /** The token of a page for the next one. */
  nextToken: of((page) => nextTokenOf(page) || undefined),
  // Formats
  lastParty: ({ fixtures: { parties } }) => parties.slice(-1),
  updatesOf: (_, parties) => updatesOf(parties as readonly string[]),
  effectsOf: (_, parties) => updatesOf(parties as readonly string[], EFFECTS),
  allWithViewsAndBlobs: ({ fixtures }) => eventsWithViews(fixtures, true),
  updatesWithViews: ({ fixtures }, readers) =>
    updatesWithViews({ ...fixtures, parties: readers as readonly string[] }),
  effectsWithViews: ({ fixtures }) => updatesWithViews(fixtures, EFFECTS),
  extrasForLast: ({ fixtures }) => extrasForLast(fixtures),
  /** A list with views and blobs in the older form of the body; in the newer one if there is no other. */
  updatesInOlderForm: ({ fixtures, operation }) => {
    const events = eventsWithViews(fixtures, true);
    const { filtersByParty } = events;
    return hasOlderForm(operation)
      ? { ...window(fixtures), filter: { filtersByParty }, verbose: false }
      : { ...window(fixtures), updateFormat: movesIn(events) };
  },
  movesWithEffects: (_, events) => movesIn(events as EventFormat, EFFECTS),
  updatesOfAny: () => ({ ...movesIn(eventsOfAny(ANYTHING)), ...topologyOf([]) }),
  /** A filter for the first template of a response; for anything if it shows none. */
  firstTemplateIn: of((list) => filterFor(templatesShown(list)[0])),
  lastTemplateIn: of((list) => filterFor(templatesShown(list).at(-1))),
  /** The last and the first template, so that an ignored filter is detected. */
  twoTemplatesIn: of((list) => {
    const templates = templatesShown(list);
    return templates.length < 2 ? [ANYTHING] : [templates.at(-1), templates[0]].map(filterFor);
  }),
  /** One of the parties, for which both shapes of updates are compared. */
  oneOfSeveral: ({ fixtures }, given) => {
    const { changes, effects } = given as { changes?: Exchange; effects?: Exchange };
    return oneOfSeveral(fixtures, changes, effects);
  },
  allUpdatesWithEffects: ({ fixtures: { parties } }) => updatesOf(parties, EFFECTS),
};

const filterFor = (template: string | undefined): Filter =>
  template === undefined ? ANYTHING : ofTemplate(template);

/** A party that witnesses updates of others; best one that is not the first to act for a command. */
function onlooker(
  { parties }: Fixtures,
  list: Exchange | undefined,
  shown: Exchange | undefined,
): string {
  const actors = new Map(naming(list).map((one) => [one['updateId'], strings(one['actAs'])]));
  const uninvolved = (updatesIn(shown) ?? []).flatMap((update) => {
    const acting = actors.get(update.value['updateId']);
    const witnesses = eventsIn(update).flatMap(({ value }) => strings(value, 'witnessParties'));
    return acting === undefined ? [] : witnesses.filter((party) => !acting.includes(party));
  });
  const later = [...actors.values()].flatMap((acting) => acting.slice(1));
  const seeing = parties.filter((party) => uninvolved.includes(party));
  return seeing.find((party) => later.includes(party)) ?? seeing[0] ?? parties[0] ?? ABSENT.party;
}
