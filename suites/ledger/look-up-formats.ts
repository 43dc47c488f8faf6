/** Look-ups of updates, and the older lists of them, in formats that say too little or the same thing twice. */
import type { Fixtures, Operation, Requirement } from '../../src/index.ts';
import { type Parts, type Refusal, refusals } from './asking.ts';
import type { Area } from './chapter.ts';
import { eventsOf, limitFor, transactionsOf, updatesOf } from './formats.ts';
import { wholeRange } from './offsets.ts';
import { acceptableCalls } from './questions.ts';

const SOFT = { level: 'SHOULD', clause: 'refusals-name-their-reason', status: 400 } as const;
const STRICT = {
  level: 'MUST',
  clause: 'ledger-requests-have-their-shape',
  status: 400,
  codes: ['INVALID_ARGUMENT'],
} as const;

const UNSPECIFIED = 'TRANSACTION_SHAPE_UNSPECIFIED';

/** Changes the body of the plainest good question. */
type Changed = (f: Fixtures, members: object) => Parts;

export const lookUpFormats: Area = ({ operation: at, version }) => [
  ...['update-by-offset', 'update-by-id'].flatMap((chapter) => ofUpdate(at(chapter))),
  ...['transaction-by-offset', 'transaction-by-id'].flatMap((chapter) =>
    ofTransaction(at(chapter)),
  ),
  ...(['offset', 'id'] as const).flatMap((by) => ofTree(at(`transaction-tree-by-${by}`), by)),
  ...ofOlderLists(at('updates-flats'), at('updates-trees'), version),
];

function changed(operation: Operation): Changed {
  return (f, members) => {
    const [plain] = acceptableCalls(operation, f);
    return { json: { ...(JSON.parse(plain?.body ?? '{}') as object), ...members } };
  };
}

/** What a format has to tell, wherever it stands. `inside` puts a transaction format into a question. */
function incomplete(inside: (f: Fixtures, transactionFormat: object) => Parts): Refusal[] {
  return [
    {
      name: 'parties-are-needed',
      ...SOFT,
      statement: 'An event format that filters neither by party nor for any party is refused.',
      cause:
        'No filter is taken for all parties of the token, or lets nothing through, so that the update is not found.',
      fix: 'Ask for filtersByParty or filtersForAnyParty, and answer 400 INVALID_ARGUMENT.',
      sends: 'an event format that names no party',
      codes: ['INVALID_ARGUMENT'],
      asks: (f) => [inside(f, transactionsOf([]))],
    },
    {
      name: 'shape-is-needed',
      ...SOFT,
      statement: 'A transaction in an unspecified shape is refused as missing a field.',
      cause: 'The unspecified shape is taken for the delta.',
      fix: 'Answer 400 MISSING_FIELD, so that a client says which events it reads.',
      sends: 'a transaction format whose shape is unspecified',
      codes: ['MISSING_FIELD'],
      asks: (f) => [inside(f, { ...transactionsOf(f.parties), transactionShape: UNSPECIFIED })],
    },
  ];
}

function ofUpdate(operation: Operation): Requirement[] {
  const change = changed(operation);
  return refusals(
    operation,
    incomplete((f, includeTransactions) => change(f, { updateFormat: { includeTransactions } })),
  );
}

function ofTransaction(operation: Operation): Requirement[] {
  const change = changed(operation);
  return refusals(operation, [
    {
      name: 'one-form-only',
      ...STRICT,
      statement:
        'Requesting parties beside a transaction format are refused, and so are neither of them.',
      cause:
        'One of the two forms wins in silence, or no form is taken for everything that the token may see.',
      fix: 'Ask for exactly one of requestingParties and transactionFormat, and answer 400 INVALID_ARGUMENT.',
      sends: 'both ways to say who asks, and none of them',
      asks: (f) => [
        change(f, { requestingParties: f.parties }),
        change(f, { transactionFormat: undefined }),
      ],
    },
    ...incomplete((f, transactionFormat) => change(f, { transactionFormat })),
  ]);
}

function ofTree(operation: Operation, by: 'offset' | 'id'): Requirement[] {
  return refusals(operation, [
    {
      name: 'parties-are-needed',
      ...SOFT,
      statement: 'A look-up for no party is refused.',
      cause:
        'No party is taken for all parties of the token, or sees nothing, so that the transaction is not found.',
      fix: 'Answer 400 INVALID_ARGUMENT when nobody asks.',
      sends: 'a transaction that is known, asked for by no party',
      codes: ['INVALID_ARGUMENT'],
      asks: ({ updates }) => {
        const known = updates.find(({ kind }) => kind === 'transaction');
        return by === 'offset'
          ? [{ path: { offset: `${known?.offset}` } }]
          : [{ path: { 'update-id': known?.updateId ?? '' } }];
      },
    },
  ]);
}

/** From 3.5 on the older body is the one for trees; the document of 3.4 has no place for it. */
function ofOlderLists(
  flats: Operation,
  trees: Operation,
  version: '3.4' | '3.5',
): readonly Requirement[] {
  const listed = (f: Fixtures, members: object): Parts => ({
    query: { limit: limitFor(f) },
    json: { ...wholeRange(f), ...members },
  });
  const { filtersByParty: nobody } = eventsOf([]);
  const older = ({ parties }: Fixtures): object => ({
    filter: { filtersByParty: eventsOf(parties).filtersByParty },
  });
  const both: Refusal = {
    name: 'one-format-only',
    ...STRICT,
    statement: 'The older filter beside the update format is refused.',
    cause: 'One of the two forms wins in silence.',
    fix: 'Ask for exactly one of updateFormat and the older pair of filter and verbose, and answer 400 INVALID_ARGUMENT.',
    sends: 'an update format together with the older filter',
    asks: (f) => [listed(f, { updateFormat: updatesOf(f.parties), ...older(f) })],
  };
  const neither: Refusal = {
    name: 'some-format-needed',
    ...STRICT,
    statement: 'A request with neither an update format nor the older filter is refused.',
    cause: 'No format is taken for everything that the token may see.',
    fix: 'Answer 400 INVALID_ARGUMENT when neither of the two forms is there.',
    sends: 'a range and no format',
    asks: (f) => [listed(f, {})],
  };
  const asTransactions = incomplete((f, includeTransactions) =>
    listed(f, { updateFormat: { includeTransactions } }),
  );
  const older35 = version === '3.4' ? [] : [neither];
  const nobodyAsks = asTransactions
    .filter(({ name }) => name === 'parties-are-needed')
    .map((one): Refusal => {
      const asks: Refusal['asks'] = (f) => [listed(f, { filter: { filtersByParty: nobody } })];
      return version === '3.4' ? one : { ...one, asks };
    });
  return [
    ...refusals(flats, [both, ...older35, ...asTransactions]),
    ...refusals(trees, [...older35, ...nobodyAsks]),
  ];
}
