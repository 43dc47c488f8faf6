/** The six lookups of one update or transaction: what they find, and what they reject. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { call, finding, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { type Received, unlessStatus } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { hides, lawsOf, ownProbe } from '../laws/forms.ts';
import { comparing } from '../laws/list-contents.ts';
import { ABSENT, namesake, topologyOf } from '../requests/formats.ts';
import { notPruned, prunedTo } from '../requests/offsets.ts';
import {
  noTransaction,
  transactionsIn,
  UPDATE_LOOKUPS,
  withPartiesOnly,
} from '../requests/requests-history.ts';
import { codeFindings, errorOf, isRejectedInText } from '../responses/errors.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { eventsDiffer, respondsAs } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { FILTER_LAWS, type Lookup } from './lookup-filters.ts';

const rule = rulesIn('4.2-update-lookups', 'updates/lookups.ts');

const isUpdate = ({ returns }: Lookup): boolean => returns === 'update';

export const updateLookUps: Area = (ledger) => {
  const lookups = UPDATE_LOOKUPS.map(
    (one): Lookup => ({ ...one, operation: ledger.operation(one.name) }),
  );
  return lawsOf([...LAWS, ...FILTER_LAWS], ...lookups);
};

const LAWS: readonly Law<Lookup>[] = [
  rule('hides-from-unrelated-party', {
    test: ({ operation, keyOf, request, returns }) =>
      hides(operation, {
        sends: 'known updates, for parties without a stake in them',
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

export const LOOKUP_CHECKS = {
  isUpdateAsListed: comparing(sameAsListed),
  respondsAsByOffset: comparing(
    (offset: Received, id: Received) => offset && id && respondsAs(offset, id, eventsDiffer),
  ),
};

function sameAsListed(list: Received, found: Received): CheckResult {
  const shown = updatesIn(list);
  if (shown === undefined || found === undefined) return undefined;
  const { status } = found.response;
  const [[listed], [update]] = [shown, updatesIn(found) ?? []];
  if (listed === undefined)
    return (
      update && [
        finding(
          { part: 'list', pointer: '', of: 'the list' },
          worded`the update at ${update.offset}`,
          undefined,
        ),
      ]
    );
  if (status === 404)
    return [
      wrongStatus(worded`${statuses(200)}, because the list shows offset ${listed.offset}`, 404),
    ];
  return status === 200 ? eventsDiffer(listed, update) : undefined;
}
