/** What the lookups of one update or transaction find, and from whom they hide it. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
} from '../../../src/index.ts';
import type { Law } from '../../kit/law.ts';
import { templatesOf } from '../active/entries.ts';
import type { Ledger } from '../area.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { codeFindings, errorOf, isRejectedInText } from '../laws/errors.ts';
import { answersAs, difference } from '../requests/alike.ts';
import { ownProbe } from '../requests/asking.ts';
import {
  ABSENT,
  eventsOf,
  transactionsIn as formatOf,
  limitFor,
  updatesOf,
} from '../requests/formats.ts';
import { notPruned, prunedTo } from '../requests/offsets.ts';
import { each, row } from '../requests/probes.ts';
import { filtersFrom, firstOf, SELECTS } from './filters.ts';
import { filteredAs } from './outlines.ts';
import { compared, inARow, oneOfEachKind, related } from './requests.ts';
import { updatesIn } from './shown-updates.ts';

/** A lookup as data. */
export interface Lookup {
  readonly operation: Operation;
  readonly by: 'offset' | 'id';
  readonly returns: 'update' | 'transaction' | 'tree';
  /** Everything about the update with this offset or id that the parties of the fixtures see. */
  readonly request: (f: Fixtures, key: string | number, format?: object) => Call;
}

const isUpdate = ({ returns }: Lookup): boolean => returns === 'update';

/** The first known transactions. */
export function transactionsIn({ updates }: Fixtures): readonly FoundUpdate[] {
  return updates.filter(({ kind }) => kind === 'transaction').slice(0, 2);
}

const noTransaction = (f: Fixtures): string | undefined =>
  f.updates.length > 0 && transactionsIn(f).length === 0
    ? 'the ledger showed no transaction'
    : undefined;

/** Whether an unrelated party was shown something; the form of the rejection is not judged here. */
export function shownTo(status: number): CheckResult {
  if (status === 200) return [finding('status', '404', '200')];
  return status === 404 ? [] : undefined;
}

export const FOUND_LAWS: readonly Law<Lookup>[] = [
  {
    name: 'hides-from-unrelated-party',
    level: 'MUST',
    clause: 'filtered-updates-are-not-found',
    statement: 'A lookup does not show a transaction to a party that has no part in it.',
    cause: 'The lookup finds the update by its key and ignores the parties of the request.',
    fix: 'Apply the filter of each party first, and return 404 UPDATE_NOT_FOUND when no event is left.',
    test: ({ operation, by, request }) => ({
      withControl: true,
      probes: [
        ownProbe(operation, 'unrelated-party', {
          sends: 'a known transaction, for a party that does not exist',
          wrong: 'identifier',
          notApplicableWhen: noTransaction,
          caseGroups: (f) => {
            const unrelated = { ...f, parties: [ABSENT.party] };
            const keys = transactionsIn(f).map((one) => (by === 'id' ? one.updateId : one.offset));
            return each(
              keys.map((key) => request(unrelated, key)),
              'known',
            );
          },
        }),
      ],
      check: ({ response: { status } }) => shownTo(status),
    }),
  },
  {
    name: 'rejects-pruned-update',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    appliesTo: (one) => one.by === 'offset' && isUpdate(one),
    statement: 'A lookup rejects a pruned update as pruned, or as not found.',
    cause: 'The offset counts as invalid, or the lookup shows what is left of the update.',
    fix: 'Return 400 PARTICIPANT_PRUNED_DATA_ACCESSED or 404 UPDATE_NOT_FOUND.',
    test: ({ operation, request }) => ({
      withControl: true,
      probes: [
        ownProbe(operation, 'pruned', {
          sends: 'the offset up to which the ledger is pruned',
          wrong: 'identifier',
          needs: ['parties', 'prunedTo'],
          notApplicableWhen: notPruned,
          caseGroups: (f) => [row('pruned', request(f, prunedTo(f)))],
        }),
      ],
      check: prunedOrNotFound,
    }),
  },
  {
    ...SELECTS,
    appliesTo: isUpdate,
    test: ({ operation, by, request }) => ({
      probes: [
        related(operation, {
          name: 'by-template',
          notApplicableWhen: noTransaction,
          sends: 'a transaction as it is, and with a template filter that leaves some of it out',
          caseGroups: (f) => {
            const [{ offset, updateId } = { offset: 0, updateId: '' }] = transactionsIn(f);
            const ask = (format: object): Call =>
              request(f, by === 'offset' ? offset : updateId, format);
            // Where all events are of one template, a filter for another one leaves nothing.
            const pick = (shown: readonly string[]): readonly string[] =>
              firstOf(
                shown.length > 1 ? shown : templatesOf(f).filter((one) => !shown.includes(one)),
              );
            const plain = ask(formatOf(eventsOf(f.parties)));
            return [inARow('template', [plain, ([shown]) => ask(filtersFrom(f, shown, pick))])];
          },
        }),
      ],
      relation: ([plain, filtered]) => filteredAs(plain, filtered),
    }),
  },
];

function prunedOrNotFound(exchange: CompleteExchange): CheckResult {
  const { status } = exchange.response;
  if (status === 200) return [finding('status', '400 or 404', '200')];
  const isShown = isRejectedInText(exchange) || errorOf(exchange) !== undefined;
  if (!isShown || (status !== 400 && status !== 404)) return undefined;
  const code = status === 400 ? 'PARTICIPANT_PRUNED_DATA_ACCESSED' : 'UPDATE_NOT_FOUND';
  return codeFindings(exchange, code);
}

/** The same update in the list and in both lookups. */
export function sameElsewhere({ operation: at }: Ledger): Requirement[] {
  const [lists, byOffset, byId] = [at('updates'), at('update-by-offset'), at('update-by-id')];
  const ofEachKind = (f: Fixtures, steps: (update: FoundUpdate) => readonly Call[]) =>
    Object.fromEntries(oneOfEachKind(f).map((update) => [update.kind, steps(update)]));
  return [
    ...compared(byOffset, {
      name: 'as-listed',
      sends: 'a list that holds a single offset, and the lookup of that offset, for each kind',
      steps: (f) =>
        ofEachKind(f, ({ offset }) => {
          const updateFormat = updatesOf(f.parties);
          const json = { beginExclusive: offset - 1, endInclusive: offset, updateFormat };
          const list = call(lists, { query: { limit: limitFor(f) }, json });
          return [list, call(byOffset, { json: { offset, updateFormat } })];
        }),
      rules: [
        {
          name: 'same-as-listed',
          level: 'MUST',
          clause: 'updates-are-found-by-offset',
          statement: 'The lookup by offset shows an update as the list shows it.',
          cause: 'List and lookup have separate encoders, or use different parties and shapes.',
          fix: 'Use one encoder, and the format of the request for both.',
          relation: sameAsListed,
        },
      ],
    }),
    ...compared(byId, {
      name: 'as-by-offset',
      sends: 'the lookups of the same update by offset and by id, for each kind',
      steps: (f) =>
        ofEachKind(f, ({ offset, updateId }) => {
          const updateFormat = updatesOf(f.parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS');
          return [
            call(byOffset, { json: { offset, updateFormat } }),
            call(byId, { json: { updateId, updateFormat } }),
          ];
        }),
      rules: [
        {
          name: 'same-as-by-offset',
          level: 'MUST',
          clause: 'updates-are-found-by-id',
          statement: 'The lookup by id shows an update as the lookup by offset shows it.',
          cause: 'The two lookups read different stores.',
          fix: 'Find the offset of the id, and then read by offset.',
          relation: ([offset, id]) =>
            offset && id ? answersAs(offset, id, difference) : undefined,
        },
      ],
    }),
  ];
}

function sameAsListed([list, found]: readonly CompleteExchange[]): CheckResult {
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
}
