/** Pages of updates that cannot be had: offsets, tokens, sizes and formats that are refused. */
import {
  call,
  type FixtureName,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
} from '../../src/index.ts';
import { eventsOfTemplates } from './active-entries.ts';
import { ABSENT, eventsOf, updatesOf } from './formats.ts';
import { endOf, notPruned, prunedTo, wholeRange } from './offsets.ts';
import { each } from './probes.ts';
import { refusal, refused, transactions } from './update-requests.ts';

type Bodies = (f: Fixtures) => readonly object[];
type More = {
  readonly needs?: FixtureName;
  readonly notApplicableWhen?: NonNullable<Probe['notApplicableWhen']>;
};

interface Refused extends More {
  readonly name: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  readonly sends: string;
  readonly codes: readonly string[];
  readonly status?: number;
  /** What is asked in place of the whole range in small pages. */
  readonly bodies: Bodies;
}

/** Offset 0 stands for the begin of what there is, so that the last pruned offset has to be another one. */
const nothingBefore = (f: Fixtures): string | undefined =>
  notPruned(f) ??
  (f.caller.length > 0 && prunedTo(f) < 2 ? 'nothing but the first offset is pruned' : undefined);

const OFFSETS: readonly Refused[] = [
  {
    name: 'negative-begin',
    statement: 'A begin below zero is refused as negative.',
    cause: 'A negative begin is taken for 0, or for not given.',
    fix: 'Look at its sign first, and answer 400 NEGATIVE_OFFSET.',
    sends: 'a range that begins before offset 0',
    codes: ['NEGATIVE_OFFSET'],
    bodies: () => [{ beginOffsetExclusive: -1 }],
  },
  {
    name: 'pruned-begin',
    statement: 'A range that begins before what was pruned is refused as such.',
    cause: 'What pruning left of the range is paged as if it were all.',
    fix: 'Compare the begin with the pruned offset first, and answer 400 PARTICIPANT_PRUNED_DATA_ACCESSED.',
    sends: 'a range that begins just before the offset up to which the ledger is pruned',
    codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'],
    notApplicableWhen: nothingBefore,
    bodies: (f) => [{ beginOffsetExclusive: prunedTo(f) - 1 }],
  },
];

const FORMATS: readonly Refused[] = [
  {
    name: 'format-without-filters',
    statement: 'An event format that filters neither by party nor for any party is refused.',
    cause: 'No filter is taken for all parties of the token, or for an empty page.',
    fix: 'Ask for filtersByParty or filtersForAnyParty, and answer 400 INVALID_ARGUMENT.',
    sends: 'an event format that names no party',
    codes: ['INVALID_ARGUMENT'],
    bodies: () => [transactions(eventsOf([]))],
  },
  {
    name: 'format-without-shape',
    statement: 'Transactions in an unspecified shape are refused as missing a field.',
    cause: 'The unspecified shape is taken for the delta.',
    fix: 'Answer 400 MISSING_FIELD, so that a client says which events it reads.',
    sends: 'a transaction format whose shape is unspecified',
    codes: ['MISSING_FIELD'],
    bodies: (f) => [transactions(eventsOf(f.parties), 'TRANSACTION_SHAPE_UNSPECIFIED')],
  },
  {
    name: 'unknown-package-name',
    statement: 'A filter with a package name that nobody uses is answered with 404.',
    cause: 'A name that nobody uses lets nothing through, and the page is empty.',
    fix: 'Resolve package names first, and answer 404 PACKAGE_NAMES_NOT_FOUND.',
    sends: 'a filter whose package name nobody uses',
    status: 404,
    codes: ['PACKAGE_NAMES_NOT_FOUND'],
    bodies: (f) => [
      transactions(eventsOfTemplates(f.parties, [`#${ABSENT.packageName}:Main:Nothing`])),
    ],
  },
  {
    name: 'unknown-template',
    statement: 'A filter with a template that its package has not got is answered with 404.',
    cause: 'Only the package of the filter is looked up, and the page is empty.',
    fix: 'Look up the template too, and answer 404 with the code for it.',
    sends: 'a filter whose template is not in the package that it names',
    status: 404,
    codes: ['NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME'],
    needs: 'contracts',
    bodies: ({ parties, contracts: [known] }) => [
      transactions(eventsOfTemplates(parties, [`#${known?.packageName}:Assay:Nothing`])),
    ],
  },
  {
    name: 'package-id-in-filter',
    statement: 'A filter that names a package by its id and not by its name is refused.',
    cause: 'The way of 3.4, which takes package ids with a warning in its log, was kept.',
    fix: 'Refuse what does not begin with # by 400 INVALID_FIELD, and tell the form #package-name:Module:Entity.',
    sends: 'a filter whose template is named with a package id',
    codes: ['INVALID_FIELD'],
    needs: 'contracts',
    bodies: ({ parties, contracts: [known] }) => [
      transactions(eventsOfTemplates(parties, [known?.templateId ?? ''])),
    ],
  },
];

export function pageRefusals(operation: Operation): Requirement[] {
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  const soft = { level: 'SHOULD', clause: 'refusals-name-their-reason' } as const;
  const probe = (name: string, sends: string, bodies: Bodies, more: More = {}): Probe[] => [
    refused(operation, {
      name,
      sends,
      caseGroups: (f) => {
        const { beginExclusive, endInclusive } = wholeRange(f);
        const plain = {
          beginOffsetExclusive: beginExclusive,
          endOffsetInclusive: endInclusive,
          updateFormat: updatesOf(f.parties),
          maxPageSize: 10,
        };
        const calls = bodies(f).map((members) =>
          call(operation, { json: { ...plain, ...members } }),
        );
        return each(calls, name);
      },
      ...more,
    }),
  ];
  const soften = ({
    name,
    sends,
    bodies,
    needs,
    notApplicableWhen,
    ...about
  }: Refused): Requirement =>
    refusal({
      id: id(`${name}-refused`),
      ...soft,
      ...about,
      probes: probe(name, sends, bodies, {
        ...(needs && { needs }),
        ...(notApplicableWhen && { notApplicableWhen }),
      }),
    });
  return [
    refusal({
      id: id('unknown-page-token-refused'),
      ...soft,
      statement: 'A page token that nobody gave out is refused as such.',
      cause: 'A token that cannot be decoded counts as none, and the first page comes again.',
      fix: 'Answer 400 INVALID_UPDATE_PAGE_TOKEN.',
      codes: ['INVALID_UPDATE_PAGE_TOKEN', 'INVALID_UPDATES_PAGE_TOKEN'],
      probes: probe('unknown-page-token', 'a page token that nobody gave out', () => [
        { pageToken: 'YXNzYXk=' },
      ]),
    }),
    refusal({
      id: id('page-size-has-bounds'),
      ...soft,
      statement: 'A page size below 1 or far above what a page may hold is refused.',
      cause: 'The size is moved into its bounds without a word, or 0 counts as not given.',
      fix: 'Check it first, and answer 400 INVALID_ARGUMENT.',
      codes: ['INVALID_ARGUMENT'],
      probes: probe(
        'bad-page-size',
        'a negative page size, none at all and an enormous one',
        () => [{ maxPageSize: -1 }, { maxPageSize: 2_147_483_647 }, { maxPageSize: 0 }],
      ),
    }),
    refusal({
      id: id('offsets-are-within-the-ledger'),
      level: 'MUST',
      clause: 'offsets-are-within-the-ledger',
      statement: 'A range that begins or ends beyond the end of the ledger is refused as such.',
      cause: 'The page ends at the current end without a word, or waits.',
      fix: 'Compare both ends of the range with the end of the ledger, and answer 400 OFFSET_AFTER_LEDGER_END.',
      codes: ['OFFSET_AFTER_LEDGER_END'],
      probes: probe('beyond-the-end', 'a range that begins or ends far beyond the end', (f) => {
        const far = endOf(f) + ABSENT.later;
        return [
          { endOffsetInclusive: far },
          { beginOffsetExclusive: far, endOffsetInclusive: far + 1 },
        ];
      }),
    }),
    ...[...OFFSETS, ...FORMATS].map(soften),
  ];
}
