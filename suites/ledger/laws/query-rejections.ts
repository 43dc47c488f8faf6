/** Wrong queries for contracts, updates and completions: offsets, formats, filters, tokens and sizes. */
import type { Call, CallParts, Fixtures, Level, Operation } from '../../../src/kit.ts';
import { must, should } from '../../kit/law.ts';
import type { Rejection } from '../../kit/rejections.ts';
import { bodyMember } from '../requests/documented.ts';
import type { Filter } from '../requests/formats.ts';
import {
  ABSENT,
  eventsBy,
  eventsOf,
  ofInterface,
  ofTemplate,
  templateOf,
} from '../requests/formats.ts';
import { endOf, FARTHEST, prunedTo } from '../requests/offsets.ts';
import { CODES } from '../surface.ts';
import { isSince, type LedgerVersion } from '../versions.ts';

/** The difference from a good query. */
export interface QueryChange {
  /** The offset of a snapshot. */
  readonly offset?: number;
  /** The exclusive begin of a range. */
  readonly begin?: number;
  /** The inclusive end of a range. */
  readonly end?: number;
  /** The event format; `null` for a request without a format. */
  readonly events?: object | null;
  readonly shape?: 'TRANSACTION_SHAPE_UNSPECIFIED';
  /** The older filter, beside the format. */
  readonly olderFilter?: object;
  readonly token?: string;
  readonly size?: number;
}

/** An operation that queries the ledger, and its spelling of a change. */
export interface Query {
  readonly operation: Operation;
  readonly version: LedgerVersion;
  /** The offsets of a request. */
  readonly bounds: readonly ('offset' | 'begin' | 'end')[];
  /** The forms of a request: an event format, a shape of transactions, the older filter, pages. */
  readonly forms: readonly ('events' | 'shape' | 'older' | 'pages')[];
  /** The codes of a page token that cannot be read. */
  readonly tokenCodes?: readonly string[];
  readonly request: (fixtures: Fixtures, change: QueryChange) => CallParts | Call;
}

type QueryRejection = Rejection<Query>;

const has =
  (...forms: readonly Query['forms'][number][]) =>
  (query: Query): boolean =>
    forms.every((form) => query.forms.includes(form));

/** A request for each of these changes. */
const changes =
  (of: (fixtures: Fixtures, query: Query) => readonly QueryChange[]): QueryRejection['requests'] =>
  (query, f) =>
    of(f, query).map((change) => query.request(f, change));

/** The rule that template filters have an effect, by its names for contracts and for updates. */
const SELECTED = ['template-filter-selects-template', 'template-filter-selects-events'];

/** Events that one of these filters selects. */
const filteredBy = (parties: readonly string[], ...filters: readonly Filter[]): QueryChange => ({
  events: eventsBy(parties, ...filters),
});

/** A query with this lower bound. */
function lowest({ bounds }: Query, offset: number): QueryChange {
  return bounds.includes('offset') ? { offset } : { begin: offset };
}

function beyond({ bounds }: Query, offset: number): readonly QueryChange[] {
  if (bounds.includes('offset')) return [{ offset }];
  if (!bounds.includes('end')) return [{ begin: offset }];
  // Far enough apart to differ as doubles.
  return [{ begin: offset, end: offset + 2048 }];
}

function requiresFormat(operation: Operation): boolean {
  return ['eventFormat', 'updateFormat', 'transactionFormat'].some(
    (name) => bodyMember(operation, name)?.required,
  );
}

/** 0 means the start of the available history, so the pruned offset must be a different one. */
function unpruned(f: Fixtures): string | undefined {
  return f.prunedTo.length > 0 && prunedTo(f) < 2 ? 'the ledger is not pruned' : undefined;
}

const unlessOffset =
  (reason: string) =>
  ({ bounds }: Query): { readonly level: Level; readonly reason: string } | undefined =>
    bounds.includes('offset') ? undefined : { level: 'SHOULD', reason };

export const QUERY_REJECTIONS: readonly QueryRejection[] = [
  must('offset-after-end', 'offsets-are-within-the-ledger', {
    except: unlessOffset('the documents give ranges no upper bound'),
    statement: 'A request with an offset after the ledger end is rejected.',
    cause: 'The response shows the current end, or waits for later updates.',
    fix: 'Compare each offset with the ledger end first; respond with 400 OFFSET_AFTER_LEDGER_END.',
    followsFrom: ['offsets-in-order'],
    sends: 'offsets far after the ledger end, one of which needs 64 bits',
    codes: ['OFFSET_AFTER_LEDGER_END'],
    appliesTo: ({ bounds }) => bounds.length > 0,
    requests: changes((f, query) => {
      const far = endOf(f) + ABSENT.later;
      const end = query.bounds.includes('end') ? [{ end: far }] : [];
      return [...beyond(query, far), ...end, ...beyond(query, FARTHEST)];
    }),
  }),
  must('negative-offset', 'offsets-are-within-the-ledger', {
    statement: 'A request with a negative offset is rejected.',
    cause: 'A negative offset counts as 0 or as absent.',
    fix: 'Check the sign first; respond with 400 NEGATIVE_OFFSET.',
    sends: 'the offset -1',
    codes: ['NEGATIVE_OFFSET'],
    appliesTo: ({ bounds }) => bounds.length > 0,
    requests: changes((_, query) => [lowest(query, -1)]),
  }),
  must('pruned-offset', 'offsets-are-within-the-ledger', {
    statement: 'A request with an offset before the last pruned one is rejected.',
    cause: 'The response shows the data that pruning left as complete.',
    fix: 'Compare the offset with the pruned one first; respond with 400 PARTICIPANT_PRUNED_DATA_ACCESSED.',
    sends: 'the offset before the last pruned one',
    codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'],
    needs: ['parties', 'ledgerEnd', 'prunedTo'],
    notApplicableWhen: unpruned,
    appliesTo: ({ bounds }) => bounds.length > 0,
    requests: changes((f, query) => [lowest(query, prunedTo(f) - 1)]),
  }),
  must('both-formats', 'requests-have-one-format', {
    statement: 'A request with both a format and the older filter is rejected.',
    cause: 'One of the two is silently ignored.',
    fix: 'Accept exactly one of the two; respond with 400 INVALID_ARGUMENT to both.',
    sends: 'a format and the older filter',
    codes: ['INVALID_ARGUMENT'],
    appliesTo: has('older'),
    requests: changes(({ parties }) => [
      { olderFilter: { filtersByParty: eventsOf(parties).filtersByParty } },
    ]),
  }),
  must('missing-format', 'requests-have-one-format', {
    except: unlessOffset('the documents state this only for active contracts'),
    statement: 'A request with neither a format nor the older filter is rejected.',
    cause: 'A missing format selects everything that the token can read.',
    fix: 'Accept exactly one of the two; respond with 400 INVALID_ARGUMENT to neither.',
    followsFrom: ['only-included-kinds', 'updates/only-included-kinds'],
    sends: 'no format',
    codes: ['INVALID_ARGUMENT'],
    // If the document requires the format, as that of 3.4 does for lists, its absence is a type mismatch.
    appliesTo: (query) => has('older')(query) && !requiresFormat(query.operation),
    requests: changes(() => [{ events: null }]),
  }),
  should('format-without-filters', CODES, {
    statement: 'An event format without any filter is rejected.',
    cause: 'A missing filter counts as all parties of the token, or selects nothing.',
    fix: 'Require filtersByParty or filtersForAnyParty; respond with 400 INVALID_ARGUMENT if both are missing.',
    sends: 'an event format without a filter',
    codes: ['INVALID_ARGUMENT'],
    appliesTo: has('events'),
    requests: changes(() => [{ events: { verbose: false } }]),
  }),
  should('unspecified-shape', CODES, {
    statement: 'A transaction format with an unspecified shape is rejected.',
    cause: 'The unspecified shape counts as the delta.',
    fix: 'Require a shape; respond with 400 MISSING_FIELD if it is unspecified.',
    followsFrom: ['events-follow-shape', 'updates/events-follow-shape'],
    sends: 'a transaction format whose shape is unspecified',
    codes: ['MISSING_FIELD'],
    appliesTo: has('shape'),
    requests: changes(() => [{ shape: 'TRANSACTION_SHAPE_UNSPECIFIED' }]),
  }),
  must('unknown-package-name', 'filters-name-known-templates', {
    statement: 'A filter with an unknown package name is rejected.',
    cause: 'An unknown name matches nothing, and the list is empty.',
    fix: 'Look up package names first; respond with 404 PACKAGE_NAMES_NOT_FOUND.',
    followsFrom: SELECTED,
    sends: 'a template filter with an unknown package name, and an interface filter with one',
    status: 404,
    codes: ['PACKAGE_NAMES_NOT_FOUND'],
    appliesTo: has('events'),
    requests: changes(({ parties }) =>
      [ofTemplate, ofInterface].map((filter) =>
        filteredBy(parties, filter(`#${ABSENT.packageName}:Assay:Nothing`)),
      ),
    ),
  }),
  must('unknown-template', 'filters-name-known-templates', {
    statement: 'A filter with a template that its package does not define is rejected.',
    cause: 'Only the package is looked up, and the list is empty.',
    fix: 'Look up the template too; respond with 404 NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.',
    followsFrom: SELECTED,
    sends: 'a filter for an unknown template of a known package: alone, and after a known one',
    status: 404,
    codes: ['NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME'],
    needs: 'contracts',
    appliesTo: has('events'),
    requests: changes(({ contracts: [one], parties }) => {
      const unknown = ofTemplate(`#${one?.packageName}:Assay:NoSuchTemplate`);
      const known = ofTemplate(templateOf(one));
      return [filteredBy(parties, unknown), filteredBy(parties, known, unknown)];
    }),
  }),
  must('unknown-interface', 'filters-name-known-interfaces', {
    statement: 'A filter with an interface that its package does not define is rejected.',
    cause: 'Interfaces are looked up among templates or not at all, and the list is empty.',
    fix: 'Look up the interface too; respond with 404 NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.',
    sends:
      'interface filters for a known package: with an unknown name, and with that of a template',
    status: 404,
    codes: ['NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME'],
    needs: 'contracts',
    appliesTo: has('events'),
    requests: changes(({ contracts: [one], parties }) =>
      [`#${one?.packageName}:Assay:NoSuchInterface`, templateOf(one)].map((name) =>
        filteredBy(parties, ofInterface(name)),
      ),
    ),
  }),
  should('package-id-in-filter', CODES, {
    statement: 'From 3.5 on a filter with a package id instead of a package name is rejected.',
    cause: 'The behavior of 3.4, which accepts package ids with a warning in its log, was kept.',
    fix: 'Accept only #package-name:Module:Entity; respond with 400 INVALID_FIELD to a package id.',
    followsFrom: SELECTED,
    sends: 'a template filter with a package id',
    codes: ['INVALID_FIELD'],
    needs: 'contracts',
    appliesTo: (query) => isSince(query.version, '3.5') && has('events')(query),
    // A ledger with names in place of ids breaks another rule, and gives no id for a filter.
    requests: changes(({ contracts, parties }) =>
      contracts
        .filter(({ templateId }) => !templateId.startsWith('#'))
        .slice(0, 1)
        .map(({ templateId }) => filteredBy(parties, ofTemplate(templateId))),
    ),
  }),
  must('unreadable-page-token', 'page-tokens-belong-to-their-request', {
    statement: 'A page token that the server did not issue is rejected.',
    cause: 'A token that cannot be decoded counts as absent, and the first page is sent again.',
    fix: 'Respond with 400 to a token that cannot be decoded.',
    followsFrom: ['page-token-is-accepted', 'pages-match-list'],
    sends: 'a page token that the server did not issue',
    codes: ({ tokenCodes = [] }) => tokenCodes,
    appliesTo: has('pages'),
    requests: changes(() => [{ token: 'YXNzYXk=' }]),
  }),
  should('page-size-out-of-range', CODES, {
    statement: 'A page size below 1 or above the maximum is rejected.',
    cause: 'The size is silently changed to one in range, or 0 counts as absent.',
    fix: 'Check the size first; respond with 400 INVALID_ARGUMENT.',
    followsFrom: ['page-size-bounds-page'],
    sends: 'the page sizes -1, 0 and the largest number of 32 bits',
    codes: ['INVALID_ARGUMENT'],
    appliesTo: has('pages'),
    requests: changes(() => [{ size: -1 }, { size: 2_147_483_647 }, { size: 0 }]),
  }),
];
