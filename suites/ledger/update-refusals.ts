/** Lists of updates that cannot be had: offsets that are not there, formats that say too little or too much. */
import {
  call,
  type FixtureName,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
} from '../../src/index.ts';
import { eventsOfTemplates } from './active-entries.ts';
import type { Area } from './chapter.ts';
import { ABSENT, eventsOf, limitFor, updatesOf } from './formats.ts';
import { endOf, FARTHEST, notPruned, prunedTo, wholeRange } from './offsets.ts';
import { idleOf, openList } from './open-lists.ts';
import { each } from './probes.ts';
import { refusal, refused, transactions } from './update-requests.ts';

export const updateRefusals: Area = ({ operation: byChapter, version }) => {
  const operation = byChapter('updates');
  const ask = (f: Fixtures, members: object) =>
    call(operation, { query: { limit: limitFor(f) }, json: { ...wholeRange(f), ...members } });
  const probe = (
    name: string,
    sends: string,
    bodies: (f: Fixtures) => readonly object[],
    more: { needs?: FixtureName; notApplicableWhen?: NonNullable<Probe['notApplicableWhen']> } = {},
  ): readonly Probe[] => [
    refused(operation, {
      name,
      sends,
      caseGroups: (f) =>
        each(
          bodies(f).map((members) => ask(f, members)),
          name,
        ),
      ...more,
    }),
  ];
  const everything = (f: Fixtures): object => ({ updateFormat: updatesOf(f.parties) });
  const id = (name: string): string => `ledger/updates/${name}`;
  const soft = { level: 'SHOULD', clause: 'refusals-name-their-reason' } as const;

  return [
    refusal({
      id: id('offsets-are-within-the-ledger'),
      level: 'MUST',
      clause: 'offsets-are-within-the-ledger',
      statement: 'A range that begins or ends beyond the end of the ledger is refused as such.',
      cause: 'Such a range is answered with an empty list, or waits for what may come.',
      fix: 'Compare both ends with the end of the ledger first, and answer 400 OFFSET_AFTER_LEDGER_END.',
      codes: ['OFFSET_AFTER_LEDGER_END'],
      probes: probe(
        'beyond-the-end',
        'a range that begins or ends far beyond the end, once so far that its offsets need 64 bits',
        (f) => {
          const far = endOf(f) + ABSENT.later;
          return [
            { ...everything(f), beginExclusive: far, endInclusive: far + 1 },
            { ...everything(f), endInclusive: far },
            { ...everything(f), beginExclusive: FARTHEST, endInclusive: FARTHEST + 2048 },
          ];
        },
      ),
    }),
    refusal({
      id: id('negative-begin-refused'),
      ...soft,
      statement: 'A begin below zero is refused as negative.',
      cause: 'A negative begin is taken for 0, or for not given.',
      fix: 'Look at its sign first, and answer 400 NEGATIVE_OFFSET.',
      codes: ['NEGATIVE_OFFSET'],
      probes: probe('negative-begin', 'a range that begins before offset 0', (f) => [
        { ...everything(f), beginExclusive: -1 },
      ]),
    }),
    refusal({
      id: id('pruned-begin-refused'),
      ...soft,
      statement: 'A range that begins before what was pruned is refused as such.',
      cause: 'What pruning left of the range is listed as if it were all.',
      fix: 'Compare the begin with the pruned offset first, and answer 400 PARTICIPANT_PRUNED_DATA_ACCESSED.',
      codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'],
      probes: probe(
        'pruned-begin',
        'a range that begins just before the offset up to which the ledger is pruned',
        (f) => [{ ...everything(f), beginExclusive: Math.max(0, prunedTo(f) - 1) }],
        { notApplicableWhen: notPruned },
      ),
    }),
    refusal({
      id: id('one-format-only'),
      level: 'MUST',
      clause: 'ledger-requests-have-their-shape',
      statement: 'The older filter beside the update format is refused.',
      cause: 'One of the two forms wins in silence.',
      fix: 'Ask for exactly one of updateFormat and the older pair of filter and verbose, and answer 400 INVALID_ARGUMENT.',
      codes: ['INVALID_ARGUMENT'],
      probes: probe('both-formats', 'an update format together with the older filter', (f) => {
        const { filtersByParty } = eventsOf(f.parties);
        return [{ ...everything(f), filter: { filtersByParty } }];
      }),
    }),
    refusal({
      id: id('parties-are-needed'),
      ...soft,
      statement: 'An event format that filters neither by party nor for any party is refused.',
      cause: 'No filter is taken for all parties of the token, or for none.',
      fix: 'Ask for filtersByParty or filtersForAnyParty, and answer 400 INVALID_ARGUMENT.',
      codes: ['INVALID_ARGUMENT'],
      probes: probe('no-party', 'an event format that names no party', () => [
        transactions(eventsOf([])),
      ]),
    }),
    refusal({
      id: id('shape-is-needed'),
      ...soft,
      statement: 'Transactions in an unspecified shape are refused as missing a field.',
      cause: 'The unspecified shape is taken for the delta.',
      fix: 'Answer 400 MISSING_FIELD, so that a client says which events it reads.',
      codes: ['MISSING_FIELD'],
      probes: probe('no-shape', 'a transaction format whose shape is unspecified', (f) => [
        transactions(eventsOf(f.parties), 'TRANSACTION_SHAPE_UNSPECIFIED'),
      ]),
    }),
    refusal({
      id: id('unknown-package-name-not-found'),
      ...soft,
      statement: 'A filter with a package name that nobody uses is answered with 404.',
      cause: 'A name that nobody uses lets nothing through, and the list is empty.',
      fix: 'Resolve package names first, and answer 404 PACKAGE_NAMES_NOT_FOUND.',
      status: 404,
      codes: ['PACKAGE_NAMES_NOT_FOUND'],
      probes: probe('unknown-package', 'a filter whose package name nobody uses', (f) => [
        transactions(eventsOfTemplates(f.parties, [`#${ABSENT.packageName}:Main:Nothing`])),
      ]),
    }),
    refusal({
      id: id('unknown-template-not-found'),
      ...soft,
      statement: 'A filter with a template that its package has not got is answered with 404.',
      cause: 'Only the package of the filter is looked up, and the list is empty.',
      fix: 'Look up the template too, and answer 404 with the code for it.',
      status: 404,
      codes: ['NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME'],
      probes: probe(
        'unknown-template',
        'a filter whose template is not in the package that it names',
        (f) => [
          transactions(
            eventsOfTemplates(f.parties, [`#${f.contracts[0]?.packageName}:Assay:Nothing`]),
          ),
        ],
        { needs: 'contracts' },
      ),
    }),
    ...(version === '3.4' ? [] : since35(id, operation, probe)),
  ];
};

function since35(
  id: (name: string) => string,
  operation: Operation,
  probe: (
    name: string,
    sends: string,
    bodies: (f: Fixtures) => readonly object[],
    more?: { needs?: FixtureName },
  ) => readonly Probe[],
): Requirement[] {
  const statement = 'A filter that names a package by its id and not by its name is refused.';
  return [
    refusal({
      id: id('package-ids-refused-in-filters'),
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement,
      cause: 'The way of 3.4, which takes package ids with a warning in its log, was kept.',
      fix: 'Refuse what does not begin with # by 400 INVALID_FIELD, and tell the form #package-name:Module:Entity.',
      codes: ['INVALID_FIELD'],
      probes: probe(
        'package-id',
        'a filter whose template is named with a package id',
        (f) => [transactions(eventsOfTemplates(f.parties, [f.contracts[0]?.templateId ?? '']))],
        { needs: 'contracts' },
      ),
    }),
    refusal({
      id: id('some-format-needed'),
      level: 'MUST',
      clause: 'ledger-requests-have-their-shape',
      statement: 'A request with neither an update format nor the older filter is refused.',
      cause: 'No format is taken for everything that the token may see.',
      fix: 'Answer 400 INVALID_ARGUMENT when neither of the two forms is there.',
      codes: ['INVALID_ARGUMENT'],
      probes: [
        refused(operation, {
          name: 'no-format',
          sends: 'a range and no format',
          caseGroups: (f) =>
            each(
              [call(operation, { query: { limit: limitFor(f) }, json: wholeRange(f) })],
              'no-format',
            ),
        }),
      ],
    }),
    refusal({
      id: id('descending-needs-an-end'),
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'Descending order without an end of the range is refused as such.',
      cause: 'The current end is put in for the missing one.',
      fix: 'Answer 400 DESCENDING_ORDER_MISSING_END, so that a client names where it begins to read.',
      codes: ['DESCENDING_ORDER_MISSING_END'],
      probes: [
        refused(operation, {
          name: 'descending-without-end',
          sends: 'descending order and no end',
          caseGroups: (f) => {
            const { beginExclusive } = wholeRange(f);
            const json = { beginExclusive, descendingOrder: true };
            const asked = {
              limit: limitFor(f),
              json: { ...json, updateFormat: updatesOf(f.parties) },
            };
            return each([openList(operation, idleOf(f), asked)], 'no-end');
          },
        }),
      ],
    }),
  ];
}
