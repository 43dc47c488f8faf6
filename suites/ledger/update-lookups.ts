/** The six look-ups of one update or transaction: what they find, and what they do not. */

import {
  type Call,
  type CheckResult,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { answersAs, difference } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import type { FoundUpdate } from './fixtures.ts';
import { ABSENT, eventsOf, limitFor, transactionsOf, updatesOf } from './formats.ts';
import { endOf } from './offsets.ts';
import { each, sharedProbes } from './probes.ts';
import { updatesIn } from './shown-updates.ts';
import { inARow, oneOfEachKind, refusal, refused, related } from './update-requests.ts';
import { rules } from './updates.ts';

/** One of the look-ups, and how it is asked for what. */
interface LookUp {
  readonly operation: Operation;
  readonly by: 'offset' | 'id';
  readonly shows: 'updates' | 'transactions';
  readonly ask: (f: Fixtures, key: string | number) => Call;
}

function lookUps({ operation: byChapter }: Ledger): readonly LookUp[] {
  return (['offset', 'id'] as const).flatMap((by): LookUp[] => {
    const member = by === 'offset' ? 'offset' : 'updateId';
    const parameter = by === 'offset' ? 'offset' : 'update-id';
    const update = byChapter(`update-by-${by}`);
    const transaction = byChapter(`transaction-by-${by}`);
    const tree = byChapter(`transaction-tree-by-${by}`);
    const shows = 'transactions';
    return [
      {
        operation: update,
        by,
        shows: 'updates',
        ask: (f, key) =>
          call(update, { json: { [member]: key, updateFormat: updatesOf(f.parties) } }),
      },
      {
        operation: transaction,
        by,
        shows,
        ask: ({ parties }, key) =>
          call(transaction, {
            json: { [member]: key, transactionFormat: transactionsOf(parties) },
          }),
      },
      {
        operation: tree,
        by,
        shows,
        ask: ({ parties }, key) =>
          call(tree, { path: { [parameter]: `${key}` }, query: { parties } }),
      },
    ];
  });
}

export const updateLookUps: Area = (ledger) => [
  ...lookUps(ledger).flatMap((one) => [
    unknown(one),
    ...(one.by === 'offset' ? [notPositive(one)] : [malformedId(one)]),
    one.shows === 'updates' ? filtered(one) : noTransaction(one),
    strangers(one),
  ]),
  sameAsListed(ledger),
  sameAsByOffset(ledger),
  ...['update-by-offset', 'update-by-id'].flatMap((chapter) => {
    const good = sharedProbes(ledger.operation(chapter))?.good;
    const clause =
      chapter === 'update-by-id' ? 'updates-are-found-by-id' : 'updates-are-found-by-offset';
    const id = (name: string): string => `ledger/${chapter}/${name}`;
    const all = good === undefined ? [] : rules(id, clause, [good]);
    return all.filter(({ id: own }) => !own.endsWith('/offsets-in-order'));
  }),
];

const keyOf = ({ by }: LookUp, { offset, updateId }: FoundUpdate): string | number =>
  by === 'offset' ? offset : updateId;

/** An offset between two updates that the list shows one after the other, where there is one. */
function between({ updates }: Fixtures): readonly number[] {
  const offsets = updates.map(({ offset }) => offset).sort((a, b) => a - b);
  return offsets.flatMap((at, i) => ((offsets[i + 1] ?? at) > at + 1 ? [at + 1] : [])).slice(0, 1);
}

function unknown({ operation, by, ask }: LookUp): Requirement {
  // Trees show updates that lists of changes leave out.
  const isTree = operation.name.includes('-tree-');
  return refusal({
    id: `ledger/${operation.name}/unknown-is-not-found`,
    level: 'MUST',
    clause: 'missing-updates-are-not-found',
    statement: `Where there is no update of that ${by}, the answer is 404 UPDATE_NOT_FOUND.`,
    cause: 'A missing update is answered with 200 and null, or with an error of another name.',
    fix: 'Answer 404 UPDATE_NOT_FOUND.',
    status: 404,
    codes: ['UPDATE_NOT_FOUND'],
    probes: [
      refused(operation, {
        name: 'unknown',
        sends: `a well-formed ${by} that no update has`,
        caseGroups: (f) => {
          const offsets = [endOf(f) + ABSENT.later, ...(isTree ? [] : between(f))];
          const keys = by === 'offset' ? offsets : [ABSENT.updateId];
          return each(
            keys.map((key) => ask(f, key)),
            'unknown',
          );
        },
      }),
    ],
  });
}

function notPositive({ operation, ask }: LookUp): Requirement {
  return refusal({
    id: `ledger/${operation.name}/offset-is-positive`,
    level: 'MUST',
    clause: 'offsets-are-positive',
    statement: 'An offset that is not positive is refused as such.',
    cause: 'Offsets of 0 and below go to the look-up and are not found.',
    fix: 'Look at the sign first, and answer 400 NON_POSITIVE_OFFSET.',
    codes: ['NON_POSITIVE_OFFSET'],
    probes: [
      refused(operation, {
        name: 'not-positive',
        sends: 'the offsets 0 and -1',
        caseGroups: (f) => each([ask(f, 0), ask(f, -1)], 'offset'),
      }),
    ],
  });
}

function malformedId({ operation, ask }: LookUp): Requirement {
  return refusal({
    id: `ledger/${operation.name}/malformed-id-refused`,
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    statement: 'An id that no update can have is refused as an invalid argument.',
    cause: 'Any text is looked up and not found.',
    fix: 'Check first that it is the hex of a hash, and answer 400 INVALID_ARGUMENT.',
    codes: ['INVALID_ARGUMENT'],
    probes: [
      refused(operation, {
        name: 'malformed-id',
        sends: 'an id that is no hash',
        caseGroups: (f) => each([ask(f, 'assay-no-hash')], 'malformed'),
      }),
    ],
  });
}

/** Formats that leave no event of an update of that kind. */
function otherKind({ parties }: Fixtures, kind: FoundUpdate['kind']): object {
  return kind === 'transaction'
    ? { includeReassignments: eventsOf(parties) }
    : { includeTransactions: transactionsOf(parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS') };
}

function filtered(one: LookUp): Requirement {
  const { operation, by } = one;
  const member = by === 'offset' ? 'offset' : 'updateId';
  return refusal({
    id: `ledger/${operation.name}/filtered-is-not-found`,
    level: 'MUST',
    clause: 'filtered-updates-are-not-found',
    statement:
      'An update of which the filters leave no event is answered with 404 UPDATE_NOT_FOUND.',
    cause: 'The update is answered without events, or with events that the format leaves out.',
    fix: 'Apply the format first, and answer 404 UPDATE_NOT_FOUND when nothing is left.',
    status: 404,
    codes: ['UPDATE_NOT_FOUND'],
    probes: [
      refused(operation, {
        name: 'filtered',
        needs: 'updates',
        sends: 'an update of each kind, in a format that includes only another kind',
        caseGroups: (f) => {
          const updateFormat = (update: FoundUpdate): object => otherKind(f, update.kind);
          return oneOfEachKind(f).flatMap((update) => {
            const json = { [member]: keyOf(one, update), updateFormat: updateFormat(update) };
            return each([call(operation, { json })], update.kind);
          });
        },
      }),
    ],
  });
}

function strangers({ operation, by, ask }: LookUp): Requirement {
  const known = ({ updates }: Fixtures): readonly FoundUpdate[] =>
    updates.filter(({ kind }) => kind === 'transaction').slice(0, 2);
  return requirement({
    id: `ledger/${operation.name}/strangers-do-not-find-it`,
    level: 'MUST',
    clause: 'filtered-updates-are-not-found',
    statement: 'A transaction is not shown to a party that has nothing to do with it.',
    cause:
      'The update is found by its key alone, and the parties of the request are not looked at.',
    fix: 'Apply the filter of each party first, and answer 404 UPDATE_NOT_FOUND when nothing is left.',
    withControl: true,
    probes: [
      refused(operation, {
        name: 'stranger-asks',
        needs: 'updates',
        notApplicableWhen: (f) =>
          f.updates.length > 0 && known(f).length === 0
            ? 'the ledger showed no transaction'
            : undefined,
        sends: 'a transaction that is known, asked for by a party that nobody has',
        caseGroups: (f) =>
          each(
            known(f).map(({ offset, updateId }) =>
              ask({ ...f, parties: [ABSENT.party] }, by === 'offset' ? offset : updateId),
            ),
            'known',
          ),
      }),
    ],
    check: ({ response: { status } }) => shownTo(status),
  });
}

/** Whether a party that nobody has was shown something; how it is refused is not judged here. */
export function shownTo(status: number): CheckResult {
  if (status === 200) return [finding('status', '404', '200')];
  return status === 404 ? [] : undefined;
}

function noTransaction(one: LookUp): Requirement {
  const { operation, ask } = one;
  const others = (f: Fixtures): readonly FoundUpdate[] =>
    oneOfEachKind(f).filter(({ kind }) => kind !== 'transaction');
  return refusal({
    id: `ledger/${operation.name}/other-kinds-are-not-found`,
    level: 'MUST',
    clause: 'filtered-updates-are-not-found',
    statement: 'A reassignment or a topology change is not found as a transaction.',
    cause: 'Whatever has the offset or id is wrapped as a transaction.',
    fix: 'Look at the kind of the update, and answer 404 UPDATE_NOT_FOUND for other kinds.',
    status: 404,
    codes: ['UPDATE_NOT_FOUND'],
    probes: [
      refused(operation, {
        name: 'other-kind',
        needs: 'updates',
        notApplicableWhen: (f) =>
          f.updates.length > 0 && others(f).length === 0
            ? 'the ledger showed only transactions'
            : undefined,
        sends: 'an update that is no transaction',
        caseGroups: (f) => others(f).flatMap((u) => each([ask(f, keyOf(one, u))], u.kind)),
      }),
    ],
  });
}

function sameAsListed({ operation: byChapter }: Ledger): Requirement {
  const [lists, byOffset] = [byChapter('updates'), byChapter('update-by-offset')];
  return requirement({
    id: 'ledger/update-by-offset/same-as-listed',
    level: 'MUST',
    clause: 'updates-are-found-by-offset',
    statement: 'An update is found by its offset, just as the list shows it.',
    cause: 'List and look-up have encoders of their own, or use different parties and shapes.',
    fix: 'Use one encoder, and the format of the request for both.',
    probes: [
      related(byOffset, {
        name: 'as-listed',
        sends: 'a list that holds a single offset, and the look-up of that offset, for each kind',
        caseGroups: (f) =>
          oneOfEachKind(f).map(({ offset, kind }) => {
            const updateFormat = updatesOf(f.parties);
            const range = { beginExclusive: offset - 1, endInclusive: offset };
            return inARow(kind, [
              call(lists, { query: { limit: limitFor(f) }, json: { ...range, updateFormat } }),
              call(byOffset, { json: { offset, updateFormat } }),
            ]);
          }),
      }),
    ],
    relation: ([list, found]) => {
      const shown = list && updatesIn(list);
      if (shown === undefined || found === undefined) return undefined;
      const { status } = found.response;
      const [listed] = shown;
      if (listed === undefined) {
        const there = status === 200 && updatesIn(found)?.[0]?.offset;
        return there ? [finding('the list', `the update at ${there}`, 'nothing')] : undefined;
      }
      if (status === 404)
        return [finding('status', `200, since the list shows offset ${listed.offset}`, '404')];
      const [update] = updatesIn(found) ?? [];
      return status === 200 ? difference(listed, update) : undefined;
    },
  });
}

function sameAsByOffset({ operation: byChapter }: Ledger): Requirement {
  const [byOffset, byId] = [byChapter('update-by-offset'), byChapter('update-by-id')];
  return requirement({
    id: 'ledger/update-by-id/same-as-by-offset',
    level: 'MUST',
    clause: 'updates-are-found-by-id',
    statement: 'An update is found by its id, just as it is found by its offset.',
    cause: 'The two look-ups read different stores.',
    fix: 'Find the offset that goes with the id, and then read by offset.',
    probes: [
      related(byId, {
        name: 'as-by-offset',
        sends: 'the look-ups of the same update by offset and by id, for each kind',
        caseGroups: (f) =>
          oneOfEachKind(f).map(({ offset, updateId, kind }) => {
            const updateFormat = updatesOf(f.parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS');
            return inARow(kind, [
              call(byOffset, { json: { offset, updateFormat } }),
              call(byId, { json: { updateId, updateFormat } }),
            ]);
          }),
      }),
    ],
    relation: ([offset, id]) => (offset && id ? answersAs(offset, id, difference) : undefined),
  });
}
