/** Faults in what formats select: any party, filters side by side, and limits before filters. */
import { invalidArgument } from '../errors.ts';
import { altering, answeringJson } from '../fault.ts';
import type { Ask } from '../route.ts';
import type { Change } from '../steps.ts';
import { filteringBy } from './filters.ts';
import {
  AMONG_UPDATES,
  edited,
  isRecord,
  type Json,
  type LedgerFault,
  listAt,
  of,
} from './tools.ts';
import { asking } from './updates.ts';

const LIST = 'postV2StateActive-contracts';
const PAGE = 'getV2StateActive-contracts-page';
const UPDATES = 'postV2Updates';
const EVENTS = 'postV2EventsEvents-by-contract-id';

const names = (body: unknown, word: string): boolean => JSON.stringify(body).includes(`"${word}"`);

/** The same question without its filters. */
const unfiltered = (ask: Ask): Ask => {
  const body = structuredClone(ask.body);
  for (const format of ['eventFormat', 'updateFormat.includeTransactions.eventFormat'])
    edited(body, `${format}.filtersByParty.*.cumulative`, () => []);
  return { ...ask, body };
};

/** A format for any party becomes one for the first party of this participant. */
const firstForAny: Change = (honest, ledger) => {
  const one = (format: unknown): unknown => {
    if (!isRecord(format)) return format;
    const { filtersForAnyParty, filtersByParty, ...rest } = format;
    if (filtersForAnyParty === undefined) return format;
    const [first] = ledger.parties.all().filter(({ isLocal }) => isLocal);
    const own = { [first?.party ?? '']: filtersForAnyParty };
    return { ...rest, filtersByParty: { ...(filtersByParty as object), ...own } };
  };
  return asking([LIST, UPDATES], (body) => {
    const other = structuredClone(body);
    edited(other, 'eventFormat', one);
    edited(other, 'updateFormat.includeTransactions.eventFormat', one);
    edited(other, 'updateFormat.includeReassignments', one);
    return other;
  })(honest, ledger);
};

/** A change that cuts a list at its limit before it filters. */
const cutFirst = (operationId: string, keyOf: (element: unknown) => string): Change =>
  altering(operationId, ({ handle }) => ({
    handle: async (ask, ledger) => {
      const limit = Number(ask.query.get('limit'));
      if (!names(ask.body, 'TemplateFilter') || !(limit < 50)) return handle(ask, ledger);
      const whole = new URLSearchParams(ask.query);
      whole.set('limit', '199');
      const first = (await handle(unfiltered(ask), ledger)).json as unknown[];
      const passing = await handle({ ...ask, query: whole }, ledger);
      const kept = new Set(first.slice(0, limit).map(keyOf));
      const json = (passing.json as unknown[]).filter((one) => kept.has(keyOf(one)));
      return { ...passing, json };
    },
  }));

const contractIn = (entry: unknown): string =>
  /"contractId":"([^"]*)"/.exec(JSON.stringify(entry))?.[1] ?? '';
const updateIn = (element: unknown): string =>
  /"updateId":"([^"]*)"/.exec(JSON.stringify(element))?.[1] ?? '';

/** Templates alone, where a wildcard stands beside them. */
const templatesWin = (filters: unknown[]): unknown[] =>
  names(filters, 'WildcardFilter') && names(filters, 'TemplateFilter')
    ? filters.filter((one) => names(one, 'TemplateFilter'))
    : filters;

/** Filters of one kind that do not ask for blobs, whatever they say. */
const blobless =
  (kind: string) =>
  (filters: unknown[]): unknown[] =>
    filters.map((one) =>
      names(one, kind)
        ? edited(one, 'identifierFilter.value.value.includeCreatedEventBlob', () => false)
        : one,
    );

/** All exercises of a transaction, beside what the filters let through of it. */
function withExercises(filtered: unknown, all: unknown): unknown {
  const others = new Map(listOf(all).map((one) => [updateIn(one), one]));
  for (const one of listOf(filtered)) {
    edited(one, 'update.Transaction.value', (value) => {
      if (!isRecord(value)) return value;
      const whole = others.get(updateIn(one));
      const events: unknown[] = [];
      edited(whole, 'update.Transaction.value', (other) => {
        const exercised = listAt(other, 'events').filter((e) => names(e, 'ExercisedEvent'));
        const created = listAt(value, 'events').filter((e) => !names(e, 'ExercisedEvent'));
        events.push(...[...created, ...exercised].sort((a, b) => nodeOf(a) - nodeOf(b)));
        return other;
      });
      return { ...value, events };
    });
  }
  return filtered;
}

const listOf = (json: unknown): unknown[] => (Array.isArray(json) ? json : []);
const nodeOf = (event: unknown): number =>
  Number(/"nodeId":(\d+)/.exec(JSON.stringify(event))?.[1]);

export const selectionFaults: readonly LedgerFault[] = [
  {
    id: 'any-party-is-the-first',
    description: 'For any party the active contracts and updates of the first one are shown.',
    killedBy: of('{active-contracts,updates}', 'any-party-sees-all'),
    collateral: [of('active-contracts', 'any-party-beside-others')],
    versions: ['3.4', '3.5'],
    change: firstForAny,
  },
  {
    id: 'any-party-or-some',
    description: 'A format for any party and for some is refused.',
    killedBy: of('active-contracts', 'any-party-beside-others'),
    versions: ['3.4', '3.5'],
    change: altering(LIST, ({ handle }) => ({
      handle: (ask, ledger) => {
        const { eventFormat } = ask.body as Json;
        const { filtersByParty, filtersForAnyParty } = (eventFormat ?? {}) as Json;
        if (filtersForAnyParty && Object.keys(filtersByParty as object).length > 0)
          throw invalidArgument('Ask for some parties or for any.');
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'templates-win-over-wildcards',
    description: 'Of a wildcard and a template side by side only the template counts.',
    killedBy: of('{active-contracts,active-contracts-page}', 'wildcard-beside-a-template'),
    versions: ['3.4', '3.5'],
    change: filteringBy([LIST, PAGE], templatesWin),
  },
  {
    id: 'blobs-of-templates-forgotten',
    description: 'A template filter gets no blobs.',
    killedBy: of('{active-contracts,active-contracts-page}', 'template-filter-asks-for-blobs'),
    versions: ['3.4', '3.5'],
    change: filteringBy([LIST, PAGE], blobless('TemplateFilter')),
  },
  {
    id: 'blobs-of-interfaces-forgotten',
    description: 'An interface filter gets no blobs.',
    killedBy: of('{active-contracts,active-contracts-page}', 'interface-filter-asks-for-blobs'),
    versions: ['3.4', '3.5'],
    change: filteringBy([LIST, PAGE], blobless('InterfaceFilter')),
  },
  {
    id: 'contracts-cut-before-filtered',
    description: 'Active contracts are cut at the limit before they are filtered.',
    killedBy: of('active-contracts', 'limit-counts-what-passes'),
    versions: ['3.4', '3.5'],
    change: cutFirst(LIST, contractIn),
  },
  {
    id: 'updates-cut-before-filtered',
    description: 'Updates are cut at the limit before they are filtered.',
    killedBy: of('updates', 'limit-counts-what-passes'),
    versions: ['3.4', '3.5'],
    change: cutFirst(UPDATES, updateIn),
  },
  {
    id: 'exercises-pass-every-filter',
    description: 'Among all effects exercises are shown whatever template is filtered for.',
    killedBy: of('updates', 'template-filters-choose-effects'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: altering(UPDATES, ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        const both = ['TemplateFilter', 'TRANSACTION_SHAPE_LEDGER_EFFECTS'];
        if (!both.every((word) => names(ask.body, word))) return reply;
        const { json } = await handle(unfiltered(ask), ledger);
        return { ...reply, json: withExercises(structuredClone(reply.json), json) };
      },
    })),
  },
  {
    id: 'events-found-past-filters',
    description: 'The events of a contract are found whatever template is filtered for.',
    killedBy: of('events-by-contract-id', 'filtered-events-not-found'),
    versions: ['3.4', '3.5'],
    change: altering(EVENTS, ({ handle }) => ({
      handle: (ask, ledger) => handle(unfiltered(ask), ledger),
    })),
  },
  {
    id: 'prefixes-are-whole-names',
    description: 'The beginning of a package name chooses the package of just that name.',
    killedBy: of('package-vetting-list', 'name-prefix-selects'),
    versions: ['3.4', '3.5'],
    change: answeringJson(
      ['postV2Package-vettingList', 'getV2Package-vetting'],
      (json, { body }) => {
        const { packageMetadataFilter } = body as Json;
        const prefixes = listAt(packageMetadataFilter, 'packageNamePrefixes');
        if (prefixes.length === 0) return json;
        return edited(json, 'vettedPackages.*.packages', (packages) =>
          (packages as Json[]).filter(({ packageName }) => prefixes.includes(packageName)),
        );
      },
    ),
  },
];
