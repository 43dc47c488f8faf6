/** An operation where every request gets the status of a path or method that the target does not have. */
import { NO_CHANCE } from '../../availability/numbers.ts';
import { operationAt, pathOf } from '../../contract/match.ts';
import { isOwnStatus, type Kept, type Pattern } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Facts } from '../facts.ts';
import type { Failure } from '../observations.ts';
import { alike, isForeign } from '../presence.ts';

const STATUSES: ReadonlySet<number> = new Set([404, 405, 501]);

interface Scene {
  readonly kept: readonly Kept[];
  readonly plan: Plan;
  readonly known: Pick<Facts, 'presenceResults'>;
}

/** True for requests to the operation that no server can read: no lookup answers them. */
function isUnreadable({ purpose: { probe } }: Kept, { probes }: Plan): boolean {
  return probes.some((one) => one.probe.id === probe && one.probe.wrong === 'framing');
}

export function noRouteOf(
  { culprit, findings: [finding] }: Failure,
  { kept, plan, known }: Scene,
): Pattern | undefined {
  const { request, response } = culprit;
  const { operation, method } = request;
  const status = response?.status ?? 0;
  if (!isOwnStatus(finding?.at) || !STATUSES.has(status)) return undefined;
  const { operations } = plan.surface;
  const own = kept.filter(
    ({ exchange: { request: one, response: its }, purpose }) =>
      one.operation === operation &&
      one.method === method &&
      its !== undefined &&
      !purpose.about?.startsWith('absent') &&
      operationAt(operations, method, pathOf(one.path)).operation === operation,
  );
  const requests = new Set(own.map(({ exchange }) => keyOf(exchange.request)));
  const isEach = own.every(({ exchange }) => exchange.response?.status === status);
  if (!isEach || requests.size < NO_CHANCE) return undefined;
  const nowhere = known.presenceResults.get(operation)?.unknownPath;
  const isAsUnknown = nowhere !== undefined && alike(culprit, nowhere, nowhere);
  const hasId = operation.pathParameters.length > 0;
  // With an id in the path, an error of the operation may be about the id.
  const isOfRouter = status !== 404 || isForeign(culprit) || (isAsUnknown && !hasId);
  const isOfAny = !hasId && own.some((one) => isUnreadable(one, plan));
  if (!isOfRouter && !isOfAny) return undefined;
  return { is: 'no-route', ...(isAsUnknown && { isAsUnknown }) };
}
