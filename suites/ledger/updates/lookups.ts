/** The six lookups of one update or transaction: the requests that chapters name, and what they check of the responses. */
import type { Call, CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { call, finding, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import type { From, Hole } from '../../kit/chapters/template.ts';
import { type Received, unlessStatus } from '../../kit/judges.ts';
import { comparing } from '../laws/list-contents.ts';
import { ABSENT, namesake, topologyOf } from '../requests/formats.ts';
import { lookupOf, transactionsIn, withPartiesOnly } from '../requests/requests-history.ts';
import { codeFindings, errorOf, isRejectedInText } from '../responses/errors.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { eventsDiffer, respondsAs } from '../responses/views.ts';
import { FILTERED_LOOKUP_CHECKS, narrowedUpdates } from './lookup-filters.ts';

/** Known updates, for parties without a stake in them. */
function updatesOfOthers({ fixtures: f, operation }: From): readonly Call[] {
  const { returns, request, keyOf } = lookupOf(operation);
  const absent = [ABSENT.party];
  const [party = ABSENT.party] = f.parties;
  const unrelated = [absent, [namesake(party)]];
  const known = transactionsIn(f).map((one, at) => request(unrelated[at] ?? absent, keyOf(one)));
  const older = returns === 'transaction' ? known.slice(0, 1) : [];
  const topology = f.updates.filter(({ kind }) => kind === 'topology').slice(0, 1);
  const others = returns === 'update' ? topology : [];
  const all = [
    ...known,
    ...older.map((parts) => withPartiesOnly(parts, absent)),
    ...others.map((one) => request(absent, keyOf(one), topologyOf(absent))),
  ];
  return all.map((parts) => call(operation, parts));
}

/** The id of a known transaction without its last byte. */
function ofCutId({ fixtures: f, operation }: From): readonly Call[] {
  const { request, keyOf } = lookupOf(operation);
  return transactionsIn(f)
    .map((one) => String(keyOf(one)).slice(0, -2))
    .filter((cut) => cut !== '')
    .slice(0, 1)
    .map((cut) => call(operation, request(f.parties, cut)));
}

export const UPDATE_LOOKUP_HOLES: Readonly<Record<string, Hole>> = {
  ...{ updatesOfOthers, ofCutId, narrowedUpdates },
};

/** Of a lookup for a party without a stake; the form of the rejection is not judged here. */
const isHidden = ({ response: { status } }: CompleteExchange): CheckResult =>
  status === 200 || status === 404 ? unlessStatus(status === 404, 404, status) : undefined;

const isNotFound = ({ response: { status } }: CompleteExchange): CheckResult =>
  [200, 400, 404].includes(status) ? unlessStatus(status !== 200, 404, status) : undefined;

function isPrunedOrNotFound(exchange: CompleteExchange): CheckResult {
  const { status } = exchange.response;
  if (status === 200) return [wrongStatus([400, 404], 200)];
  const isShown = isRejectedInText(exchange) || errorOf(exchange) !== undefined;
  if (!isShown || (status !== 400 && status !== 404)) return undefined;
  const code = status === 400 ? 'PARTICIPANT_PRUNED_DATA_ACCESSED' : 'UPDATE_NOT_FOUND';
  return codeFindings(exchange, code);
}

export const LOOKUP_CHECKS = {
  ...FILTERED_LOOKUP_CHECKS,
  ...{ isHidden, isNotFound, isPrunedOrNotFound },
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
