/** Rejections of queries of updates and completions, and the form of each wrong query. */
import { must } from '../../kit/law.ts';
import type { Rejection } from '../../kit/rejections.ts';
import type { Area, Ledger } from '../area.ts';
import { rejections } from '../laws/forms.ts';
import { QUERY_REJECTIONS, type Query } from '../laws/query-rejections.ts';
import { bodyMember } from '../requests/documented.ts';
import { eventsOf, updatesOf } from '../requests/formats.ts';
import { prunedTo, wholeRange } from '../requests/offsets.ts';
import { openList } from '../requests/open-lists.ts';
import { userOf } from '../requests/request-parts.ts';
import { acceptableCalls } from '../requests/requests.ts';
import { hasOlderForm } from '../requests/requests-history.ts';

/** Rejections of formats, which the older operations and the lookups have too. */
const OF_FORMATS = QUERY_REJECTIONS.filter(({ name }) =>
  ['both-formats', 'missing-format', 'format-without-filters', 'unspecified-shape'].includes(name),
);

export const updateRejections: Area = (ledger) => {
  const older: Spelling['format'] = (some) => ({
    filter: some && { filtersByParty: {} },
    verbose: undefined,
  });
  const trees: Spelling = {
    forms: ['events', 'older'],
    begin: 'beginExclusive',
    format: hasOlderForm(ledger.operation('updates-trees')) ? older : inUpdateFormat,
  };
  const withoutBoth = OF_FORMATS.filter(({ name }) => name !== 'both-formats');
  const lookups = (['offset', 'id'] as const).flatMap((by) => [
    query(ledger, `update-by-${by}`, UPDATE_LOOKUP),
    query(ledger, `transaction-by-${by}`, TRANSACTION_LOOKUP),
  ]);
  return [
    ...rejections(QUERY_REJECTIONS, [
      query(ledger, 'updates', LIST),
      ...(ledger.has('updates-page') ? [query(ledger, 'updates-page', PAGE)] : []),
      query(ledger, 'completions', { begin: 'beginExclusive', forms: [] }),
    ]),
    ...rejections([NO_PARTIES], [query(ledger, 'completions', { forms: [] })]),
    ...rejections(
      DESCENDING,
      bodyMember(ledger.operation('updates'), 'descendingOrder')
        ? [query(ledger, 'updates', LIST)]
        : [],
    ),
    ...rejections(OF_FORMATS, [query(ledger, 'updates-flats', LIST), ...lookups]),
    ...rejections(withoutBoth, [query(ledger, 'updates-trees', trees)]),
  ];
};

const DESCENDING: readonly Rejection<Query>[] = [
  must('descending-without-end', 'ranges-in-descending-order-have-an-end', {
    statement: 'A request in descending order without an end of the range is rejected.',
    cause: 'The current end replaces the missing one.',
    fix: 'Require an end for descending order; respond with 400 DESCENDING_ORDER_MISSING_END.',
    followsFrom: ['descending-reverses-list'],
    sends: 'descending order and no end',
    status: 400,
    codes: ['DESCENDING_ORDER_MISSING_END'],
    requests: ({ operation }, f) => {
      const { beginExclusive } = wholeRange(f);
      const json = { beginExclusive, descendingOrder: true, updateFormat: updatesOf(f.parties) };
      return [openList(operation, f, json)];
    },
  }),
];

const NO_PARTIES: Rejection<Query> = must('empty-parties', 'completions-are-of-parties', {
  statement: 'A request for completions without a party is rejected.',
  cause: 'An empty list stands for all parties, or selects nothing.',
  fix: 'Require at least one party; respond with 400.',
  sends: 'an empty list of parties',
  requests: ({ operation }, f) => [
    openList(operation, f, { userId: userOf(f), parties: [], beginExclusive: prunedTo(f) }),
  ],
});

/** The members of a body that express a change. */
interface Spelling {
  readonly forms: Query['forms'];
  readonly begin?: string;
  readonly end?: string;
  readonly size?: string;
  readonly token?: string;
  /** The members with this transaction format, or without any. */
  readonly format?: (transactionFormat?: object) => object;
  /** The members of the older form. */
  readonly older?: (filter: object, parties: readonly string[]) => object;
}

const inUpdateFormat = (includeTransactions?: object): object => ({
  updateFormat: includeTransactions && { includeTransactions },
});

const LIST: Spelling = {
  forms: ['events', 'shape', 'older'],
  begin: 'beginExclusive',
  end: 'endInclusive',
  format: inUpdateFormat,
  older: (filter) => ({ filter }),
};

const PAGE: Spelling = {
  forms: ['events', 'shape', 'pages'],
  begin: 'beginOffsetExclusive',
  end: 'endOffsetInclusive',
  size: 'maxPageSize',
  token: 'pageToken',
  format: inUpdateFormat,
};

const UPDATE_LOOKUP: Spelling = { forms: ['events', 'shape'], format: inUpdateFormat };

const TRANSACTION_LOOKUP: Spelling = {
  forms: ['events', 'shape', 'older'],
  format: (transactionFormat) => ({ transactionFormat }),
  older: (_, requestingParties) => ({ requestingParties }),
};

/** A query whose requests differ from a good one in some members. */
function query({ operation: at, version }: Ledger, name: string, spelling: Spelling): Query {
  const operation = at(name);
  const { forms, format = () => ({}), older = () => ({}), ...names } = spelling;
  return {
    operation,
    version,
    forms,
    bounds: (['begin', 'end'] as const).filter((bound) => names[bound] !== undefined),
    tokenCodes: ['INVALID_FIELD', 'INVALID_UPDATE_PAGE_TOKEN', 'INVALID_UPDATES_PAGE_TOKEN'],
    request: (f, change) => {
      const [plain] = acceptableCalls(operation, f);
      if (plain === undefined) throw new Error(`${name}: no acceptable request is known`);
      const { events, shape = 'TRANSACTION_SHAPE_ACS_DELTA', olderFilter } = change;
      const named = (['begin', 'end', 'size', 'token'] as const).flatMap((one) =>
        change[one] === undefined ? [] : [[names[one] ?? one, change[one]]],
      );
      const eventFormat = events ?? eventsOf(f.parties);
      const isChanged = events !== undefined || change.shape !== undefined;
      const json = {
        ...(JSON.parse(plain.body ?? '{}') as object),
        ...(Object.fromEntries(named) as object),
        ...(isChanged &&
          format(events === null ? undefined : { transactionShape: shape, eventFormat })),
        ...(olderFilter && older(olderFilter, f.parties)),
      };
      return { ...plain, body: JSON.stringify(json) };
    },
  };
}
