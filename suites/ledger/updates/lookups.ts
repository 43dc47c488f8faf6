/** The six lookups of one update or transaction: what they find, and what they reject. */
import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { call, finding, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { unlessStatus } from '../../kit/judges.ts';
import type { Law, Relation } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { hides, lawsOf, ofUpdates, ownProbe, ruled } from '../laws/forms.ts';
import { ofGoodLists } from '../laws/list-contents.ts';
import { ABSENT, EFFECTS, namesake, topologyOf, updatesWithViews } from '../requests/formats.ts';
import { listAt, notPruned, prunedTo } from '../requests/offsets.ts';
import {
  noTransaction,
  oneOfEachKind,
  transactionsIn,
  UPDATE_LOOKUPS,
  withPartiesOnly,
} from '../requests/requests-history.ts';
import { codeFindings, errorOf, isRejectedInText } from '../responses/errors.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { eventsDiffer, respondsAs } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { FILTER_LAWS, type Lookup } from './lookup-filters.ts';

const rule = rulesIn('4.2-updates', 'updates/lookups.ts');

const isUpdate = ({ returns }: Lookup): boolean => returns === 'update';

export const updateLookUps: Area = (ledger) => {
  const lookups = UPDATE_LOOKUPS.map(
    (one): Lookup => ({ ...one, operation: ledger.operation(one.name) }),
  );
  return [...lawsOf([...LAWS, ...FILTER_LAWS], ...lookups), ...sameElsewhere(ledger)];
};

const LAWS: readonly Law<Lookup>[] = [
  rule('hides-from-unrelated-party', {
    test: ({ operation, keyOf, request, returns }) =>
      hides(operation, {
        sends: 'known updates, for a party that does not exist, and for one in another namespace',
        notApplicableWhen: noTransaction,
        calls: (f) => {
          const absent = [ABSENT.party];
          const [party = ABSENT.party] = f.parties;
          const unrelated = [absent, [namesake(party)]];
          const known = transactionsIn(f).map((one, at) =>
            request(unrelated[at] ?? absent, keyOf(one)),
          );
          const older = returns === 'transaction' ? known.slice(0, 1) : [];
          const topology = f.updates.filter(({ kind }) => kind === 'topology').slice(0, 1);
          const others = returns === 'update' ? topology : [];
          const all = [
            ...known,
            ...older.map((parts) => withPartiesOnly(parts, absent)),
            ...others.map((one) => request(absent, keyOf(one), topologyOf(absent))),
          ];
          return all.map((parts) => call(operation, parts));
        },
      }),
  }),
  rule('whole-id-is-compared', {
    appliesTo: ({ by }) => by === 'id',
    on: ({ operation, keyOf, request }) =>
      ownProbe(operation, 'cut-id', {
        sends: 'the id of a known transaction without its last byte',
        wrong: 'identifier',
        notApplicableWhen: noTransaction,
        calls: (f) =>
          transactionsIn(f)
            .map((one) => String(keyOf(one)).slice(0, -2))
            .filter((cut) => cut !== '')
            .slice(0, 1)
            .map((cut) => call(operation, request(f.parties, cut))),
      }),
    withControl: true,
    check: ({ response: { status } }) =>
      [200, 400, 404].includes(status) ? unlessStatus(status !== 200, 404, status) : undefined,
  }),
  rule('rejects-pruned-update', {
    appliesTo: (one) => one.by === 'offset' && isUpdate(one),
    on: ({ operation, request }) =>
      ownProbe(operation, 'pruned', {
        sends: 'the offset up to which the ledger is pruned',
        wrong: 'identifier',
        needs: ['parties', 'prunedTo'],
        notApplicableWhen: notPruned,
        calls: (f) => [call(operation, request(f.parties, prunedTo(f)))],
      }),
    withControl: true,
    check: prunedOrNotFound,
  }),
];

function prunedOrNotFound(exchange: CompleteExchange): CheckResult {
  const { status } = exchange.response;
  if (status === 200) return [wrongStatus([400, 404], 200)];
  const isShown = isRejectedInText(exchange) || errorOf(exchange) !== undefined;
  if (!isShown || (status !== 400 && status !== 404)) return undefined;
  const code = status === 400 ? 'PARTICIPANT_PRUNED_DATA_ACCESSED' : 'UPDATE_NOT_FOUND';
  return codeFindings(exchange, code);
}

/** Compares the same update in the list and in both lookups. */
function sameElsewhere({ operation: at }: Ledger) {
  const [byOffset, byId] = [at('update-by-offset'), at('update-by-id')];
  const ofEachKind = (f: Fixtures, steps: (update: FoundUpdate) => readonly Call[]) =>
    Object.fromEntries([
      ...oneOfEachKind(f).map((update) => [update.kind, steps(update)] as const),
      // They come by their size: the third one most likely has other events than the first.
      ...f.updates
        .filter(({ kind }) => kind === 'transaction')
        .slice(1, 3)
        .slice(-1)
        .map((update) => ['another-transaction', steps(update)] as const),
    ]);
  const asListed = ofUpdates(byOffset, 'as-listed', {
    sends: 'a list that holds a single offset, and the lookup of that offset, for each kind',
    steps: (f) =>
      ofEachKind(f, ({ offset }) => {
        const updateFormat = updatesWithViews(f);
        return [
          listAt(at('updates'), f, offset, updateFormat),
          call(byOffset, { json: { offset, updateFormat } }),
        ];
      }),
  });
  const asByOffset = ofUpdates(byId, 'as-by-offset', {
    sends: 'the lookups of the same update by offset and by id, for each kind',
    steps: (f) =>
      ofEachKind(f, ({ offset, updateId }) => {
        const updateFormat = updatesWithViews(f, EFFECTS);
        return [
          call(byOffset, { json: { offset, updateFormat } }),
          call(byId, { json: { updateId, updateFormat } }),
        ];
      }),
  });
  return [
    ...ruled(asListed, [
      rule('same-as-listed', {
        relation: ofGoodLists(sameAsListed),
      }),
    ]),
    ...ruled(asByOffset, [
      rule('same-as-by-offset', {
        relation: ofGoodLists(
          ([offset, id]) => offset && id && respondsAs(offset, id, eventsDiffer),
        ),
      }),
    ]),
  ];
}

const sameAsListed: Relation = ([list, found]) => {
  const shown = updatesIn(list);
  if (shown === undefined || found === undefined) return undefined;
  const { status } = found.response;
  const [[listed], [update]] = [shown, updatesIn(found) ?? []];
  if (listed === undefined)
    return update && [finding('the list', worded`the update at ${update.offset}`, undefined)];
  if (status === 404)
    return [
      wrongStatus(worded`${statuses(200)}, since the list shows offset ${listed.offset}`, 404),
    ];
  return status === 200 ? eventsDiffer(listed, update) : undefined;
};
