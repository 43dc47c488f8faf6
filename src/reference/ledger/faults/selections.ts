/** Faults in what formats select: any party, several filters, and limits before filters. */
import { invalidArgument } from '../errors.ts';
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, listAt, names, valueAt } from '../operators/json.ts';
import { CONTRACTS, on, VETTED } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { FORMATS, filterBy, misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** The same body without its filters. */
const unfiltered = (call: Call): { body: unknown } => {
  const body = structuredClone(call.body);
  for (const format of FORMATS.slice(0, 2))
    edit.edited(body, `${format}.filtersByParty.*.cumulative`, () => []);
  return { body };
};

/** A format for any party as one for the first local party. */
const forTheFirst: edit.Edit = (format, _call, ledger) => {
  if (!isRecord(format)) return format;
  const { filtersForAnyParty, filtersByParty, ...rest } = format;
  if (filtersForAnyParty === undefined) return format;
  const [first] = ledger.parties.all().filter(({ isLocal }) => isLocal);
  const own = { [first?.party ?? '']: filtersForAnyParty };
  return { ...rest, filtersByParty: { ...(filtersByParty as object), ...own } };
};

/** Cuts a list at its limit before it filters. */
const cutFirst = (operationId: string, id: string): Change =>
  altering(operationId, ({ handle }) => ({
    handle: async (call, ledger) => {
      const limit = Number(call.query.get('limit'));
      if (!names(call.body, 'TemplateFilter') || !(limit < 50)) return handle(call, ledger);
      const query = new URLSearchParams(call.query);
      query.set('limit', '199');
      const first = (await handle({ ...call, ...unfiltered(call) }, ledger)).json as unknown[];
      const passing = await handle({ ...call, query }, ledger);
      const kept = new Set(first.slice(0, limit).map((one) => idIn(one, id)));
      const json = (passing.json as unknown[]).filter((one) => kept.has(idIn(one, id)));
      return { ...passing, json };
    },
  }));

const idIn = (element: unknown, name: string): string =>
  new RegExp(`"${name}":"([^"]*)"`).exec(JSON.stringify(element))?.[1] ?? '';

/** Templates alone, where there is a wildcard as well. */
const templatesWin = (filters: unknown[]): unknown[] =>
  names(filters, 'WildcardFilter') && names(filters, 'TemplateFilter')
    ? filters.filter((one) => names(one, 'TemplateFilter'))
    : filters;

/** Filters of one kind without blobs. */
const blobless =
  (kind: string) =>
  (filters: unknown[]): unknown[] =>
    filters.map((one) =>
      names(one, kind)
        ? edit.edited(one, 'identifierFilter.value.value.includeCreatedEventBlob', () => false)
        : one,
    );

const VALUE = 'update.Transaction.value';
const nodeOf = (event: unknown): number =>
  Number(/"nodeId":(\d+)/.exec(JSON.stringify(event))?.[1]);

/** The filtered transactions with all of their exercises. */
function withExercises(filtered: unknown, all: unknown): unknown {
  const whole = new Map((all as unknown[]).map((one) => [idIn(one, 'updateId'), one]));
  for (const one of filtered as unknown[]) {
    edit.edited(one, VALUE, (value) => {
      const other = valueAt(whole.get(idIn(one, 'updateId')), VALUE);
      const exercised = listAt(other, 'events').filter((e) => names(e, 'ExercisedEvent'));
      const created = listAt(value, 'events').filter((e) => !names(e, 'ExercisedEvent'));
      const events = [...created, ...exercised].sort((a, b) => nodeOf(a) - nodeOf(b));
      return { ...(value as Json), events };
    });
  }
  return filtered;
}

const PREFIXES = 'packageMetadataFilter.packageNamePrefixes';

export const selectionFaults: readonly LedgerFault[] = table({
  'any-party-is-the-first': {
    description: 'A filter for any party shows what the first party sees.',
    killedBy: 'ledger/{active-contracts,updates}/any-party-filter-selects-all',
    versions: EVERY_VERSION,
    change: request([on.contracts, on.updates], FORMATS.join(' '), forTheFirst),
  },
  'any-party-or-some': {
    description: 'The server rejects a format for any party and for some.',
    killedBy: 'ledger/active-contracts/party-filters-keep-any-party',
    versions: EVERY_VERSION,
    change: reject(
      on.contracts,
      invalidArgument('Name some parties or any.'),
      ({ body }) =>
        Boolean(valueAt(body, 'eventFormat.filtersForAnyParty')) &&
        Object.keys(Object(valueAt(body, 'eventFormat.filtersByParty'))).length > 0,
    ),
  },
  'templates-win-over-wildcards': {
    description: 'The server ignores a wildcard beside a template.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/wildcard-adds-to-template-filter',
    versions: EVERY_VERSION,
    change: filterBy(CONTRACTS, templatesWin),
  },
  'blobs-of-templates-forgotten': {
    description: 'A template filter never gets blobs.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/template-filter-adds-blobs',
    versions: EVERY_VERSION,
    change: filterBy(CONTRACTS, blobless('TemplateFilter')),
  },
  'blobs-of-interfaces-forgotten': {
    description: 'An interface filter never gets blobs.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/interface-filter-adds-blobs',
    versions: EVERY_VERSION,
    change: filterBy(CONTRACTS, blobless('InterfaceFilter')),
  },
  'contracts-cut-before-filtered': {
    description: 'The server cuts active contracts at the limit before it filters them.',
    killedBy: 'ledger/active-contracts/limit-counts-filtered-contracts',
    versions: EVERY_VERSION,
    change: cutFirst(on.contracts, 'contractId'),
  },
  'updates-cut-before-filtered': {
    description: 'The server cuts updates at the limit before it filters them.',
    killedBy: 'ledger/updates/limit-counts-filtered-updates',
    versions: EVERY_VERSION,
    change: cutFirst(on.updates, 'updateId'),
  },
  'exercises-pass-every-filter': {
    description: 'Lists of all effects show exercises whatever the template filter.',
    killedBy: 'ledger/updates/template-filter-selects-effects',
    versions: EVERY_VERSION,
    change: altering(on.updates, ({ handle }) => ({
      handle: async (call, ledger) => {
        const reply = await handle(call, ledger);
        const both = ['TemplateFilter', 'TRANSACTION_SHAPE_LEDGER_EFFECTS'];
        if (!both.every((word) => names(call.body, word))) return reply;
        const { json } = await handle({ ...call, ...unfiltered(call) }, ledger);
        return { ...reply, json: withExercises(structuredClone(reply.json), json) };
      },
    })),
  },
  'events-found-past-filters': {
    description: 'The events of a contract are found whatever the template filter.',
    killedBy: 'ledger/events-by-contract-id/{rejects-filtered-events,filtered-events-error}',
    versions: EVERY_VERSION,
    change: misread(on.events, unfiltered),
  },
  'prefixes-match-anywhere': {
    description:
      'The prefix of a package name selects packages with these letters anywhere in their name.',
    killedBy: 'ledger/package-vetting-list/name-prefix-selects-all-matches',
    versions: EVERY_VERSION,
    change: request(VETTED, PREFIXES, (given, _call, { packages }) => {
      const known = packages.all().map(({ name }) => name);
      return (given as string[]).flatMap((prefix) => [
        prefix,
        ...known.filter((name) => name.includes(prefix)),
      ]);
    }),
  },
  'prefixes-only-without-ids': {
    description: 'The prefixes of package names count only where the filter has no package ids.',
    killedBy: 'ledger/package-vetting-list/package-filters-combine',
    versions: EVERY_VERSION,
    change: request(
      VETTED,
      PREFIXES,
      edit.to([]),
      ({ body }) => listAt(valueAt(body, 'packageMetadataFilter'), 'packageIds').length > 0,
    ),
  },
  'prefixes-are-whole-names': {
    description: 'The prefix of a package name selects only the package with that name.',
    killedBy: 'ledger/package-vetting-list/name-prefix-selects-all-matches',
    versions: EVERY_VERSION,
    change: respond(
      VETTED,
      'vettedPackages.*.packages',
      (packages, { body }) => {
        const prefixes = listAt(valueAt(body, 'packageMetadataFilter'), 'packageNamePrefixes');
        return (packages as Json[]).filter(({ packageName }) => prefixes.includes(packageName));
      },
      ({ body }) =>
        listAt(valueAt(body, 'packageMetadataFilter'), 'packageNamePrefixes').length > 0,
    ),
  },
});
