/** The requests of a rule that fail, and those that do not, as they were sent. */
import { sent } from '../../contract/request-body.ts';
import {
  type Call,
  type Exchange,
  isAccepted,
  isOwnStatus,
  isStatusPlace,
  type Kept,
  type Probe,
  statusesIn,
  statusOf,
} from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, callsOf } from '../case.ts';
import { COMPARED, REMEMBERED } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import { caseOf, ordersIn } from '../planned-cases.ts';
import { addCall, type Found, type Places } from './request-places.ts';

type Sent = Pick<Exchange, 'request' | 'response'>;

/** Requests by what is at their places; equal requests count once. */
export interface Compared {
  readonly failing: readonly Places[];
  readonly passing: readonly Places[];
  /** The passing requests themselves, in the same order. */
  readonly calls?: readonly Call[];
  /** True if they are of different kinds, which may differ in what does not matter: only a single difference counts. */
  readonly isStrict?: boolean;
}

/** A run as far as requests are compared. */
interface Comparing {
  readonly plan: Plan;
  readonly kept: readonly Kept[];
}

/**
 * What may be compared for a failure, the best evidence first: for a valid request that is refused, every request of the
 * run to its operation; otherwise the requests that the rule judges, first of the kinds of which some fail.
 */
export function* comparisonsOf(
  observed: Observations,
  failure: Failure,
  run: Comparing,
): Generator<Compared> {
  const blamed = [failure.culprit, ...observed.culprits].filter((one) =>
    isAlike(one, failure.culprit),
  );
  if (failure.at.planned.probe.wrong === undefined) yield* refusedIn(failure, blamed, run);
  for (const isStrict of [false, true])
    yield { ...judgedIn(observed, failure, blamed, run, isStrict), isStrict };
  yield earlierIn(observed, failure, blamed, run);
}

/**
 * The blamed requests, and those to the same operation before them in their cases. They differ in their position too, so
 * only what their queries ask for is compared: a later page needs a token.
 */
function earlierIn(
  { failingAt = new Set() }: Observations,
  { culprit }: Failure,
  blamed: readonly Exchange[],
  run: Comparing,
): Compared {
  const earlier = [...failingAt].slice(0, COMPARED).flatMap((order) => {
    const all = exchangesAt(run, order);
    const at = all.findIndex((one) => blamed.some((other) => other.request === one.request));
    return all.slice(0, Math.max(0, at)).filter((one) => isAlike(one, culprit));
  });
  const { failing, passing, calls } = comparedOf(run.plan, blamed, earlier);
  return { failing: failing.map(queryIn), passing: passing.map(queryIn), calls, isStrict: true };
}

const queryIn = (places: Places): Places =>
  new Map([...places].filter(([at]) => at.startsWith('?')));

/**
 * The requests to the operation that get the same status, or only the blamed ones, as others may get it rightly; and the
 * accepted ones.
 */
function* refusedIn(
  { culprit, findings: [finding] }: Failure,
  blamed: readonly Exchange[],
  { plan, kept }: Comparing,
): Generator<Compared> {
  const { status = 0 } = culprit.response ?? {};
  if (finding === undefined || !isStatusPlace(finding.at) || status < 400) return;
  const isDue = statusesIn(finding.expected).some((one) => one >= 200 && one < 300);
  if (!isDue || statusOf(finding.actual) !== status) return;
  const probes = new Map(plan.probes.map(({ probe }) => [probe.id, probe]));
  // A client error may be right for an unusual or a wrong request, a crash never.
  const isValid = (probe: Probe | undefined): boolean =>
    probe !== undefined && probe.wrong === undefined && probe.mayBeRejected !== true;
  const same = kept.filter(({ exchange }) => isAlike(exchange, culprit));
  const passing = same.map(({ exchange }) => exchange).filter(isAccepted);
  const failing = same
    .filter(({ purpose }) => status >= 500 || isValid(probes.get(purpose.probe ?? '')))
    .map(({ exchange }) => exchange);
  for (const some of [failing, blamed])
    yield comparedOf(
      plan,
      some.filter((one) => isOfStatus(one, culprit)),
      passing,
    );
}

function isAlike({ request }: Sent, { request: { operation, method } }: Sent): boolean {
  return request.operation === operation && request.method === method;
}

/**
 * The blamed requests, and those to the same operation in the cases that pass, also of kinds of requests that never
 * fail. What a response contains is compared with responses of the same status.
 */
function judgedIn(
  { requirement: { probes }, failingAt = new Set(), passingAt }: Observations,
  { at, culprit, findings: [finding] }: Failure,
  blamed: readonly Exchange[],
  run: Comparing,
  ofAll: boolean,
): Compared {
  const isStatus = isOwnStatus(finding?.at);
  const passing = run.plan.probes
    // A valid request differs from a wrong one by what is wrong.
    .filter(({ probe }) => probes.includes(probe) && probe.wrong === at.planned.probe.wrong)
    .flatMap((planned) => {
      if (!ofAll && ordersIn(planned, failingAt).length === 0) return [];
      return ordersIn(planned, passingAt)
        .sort((a, b) => a - b)
        .slice(0, COMPARED)
        .flatMap((order) => exchangesAt(run, order))
        .filter((one) => isAlike(one, culprit) && (isStatus || isOfStatus(one, culprit)));
    });
  return comparedOf(run.plan, blamed, passing);
}

function isOfStatus(one: Sent, { response }: Exchange): boolean {
  return one.response === undefined || one.response.status === response?.status;
}

/** The exchanges of a case; if they are not kept any more, its requests that are known in advance. */
function exchangesAt(run: Comparing, order: number): readonly Sent[] {
  const one = caseOf(run.plan, order);
  if (one === undefined) return [];
  return keptOf(one, run) ?? callsOf(one).map((request) => ({ request }));
}

/** The exchanges of a case in the scan; `undefined` if they are not kept. */
export function keptOf(
  { planned, caseGroup, index }: Case,
  { plan, kept }: Comparing,
): readonly Exchange[] | undefined {
  const name = nameOf(planned.probe.id, caseGroup.group.label, String(index));
  const own = byCase(plan, kept).get(name);
  return own && [...own.values()];
}

const nameOf = (probe = '', group = '', index = ''): string => `${probe}#${group}@${index}`;

const cases = new WeakMap<
  Plan,
  { readonly size: number; readonly all: ReadonlyMap<string, ReadonlyMap<number, Exchange>> }
>();

/** The kept exchanges of the scan by their cases and steps; of a request that waits for a change, the last response. */
function byCase(
  plan: Plan,
  kept: readonly Kept[],
): ReadonlyMap<string, ReadonlyMap<number, Exchange>> {
  const known = cases.get(plan);
  if (known?.size === kept.length) return known.all;
  const all = new Map<string, Map<number, Exchange>>();
  for (const { exchange, purpose } of kept) {
    const { kind, probe, group, index, before, step = 0 } = purpose;
    if (kind !== 'case' || before !== undefined) continue;
    const name = nameOf(probe, group, index);
    const own = all.get(name) ?? new Map<number, Exchange>();
    all.set(name, own.set(step, exchange));
  }
  cases.set(plan, { size: kept.length, all });
  return all;
}

function comparedOf(
  plan: Plan,
  failing: readonly Sent[],
  passing: readonly Sent[],
): Compared & { readonly calls: readonly Call[] } {
  const known = places.get(plan) ?? new Map<string, Places>();
  places.set(plan, known);
  const different = (all: readonly Sent[]): readonly (readonly [string, Call])[] =>
    [...new Map(all.map(({ request }) => [keyOf(request), request]))].slice(0, 2 * COMPARED);
  const [own, others] = [different(failing), different(passing)];
  const placesOf = (all: typeof own): readonly Places[] =>
    all.map(([key, call]) => placesIn(known, key, call));
  return { failing: placesOf(own), passing: placesOf(others), calls: others.map(([, one]) => one) };
}

const places = new WeakMap<Plan, Map<string, Places>>();

function placesIn(known: Map<string, Places>, key: string, call: Call): Places {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = new Map<string, Found>();
  addCall(found, call, sent(call));
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, found);
  return found;
}
