/** One case: one or a few requests, built right before they are sent. */

import {
  type Call,
  type Exchange,
  hasResponse,
  messageOf,
  NoBody,
  type Probe,
  type Purpose,
  purposeText,
  type Repetition,
  type Send,
  type Step,
} from '../model/index.ts';
import type { PlannedCaseGroup, PlannedProbe } from '../plan/plan.ts';

/** A case of the plan. Its position decides which of several failures is the lowest. */
export interface Case {
  readonly planned: PlannedProbe;
  readonly caseGroup: PlannedCaseGroup;
  readonly index: number;
  /** Position in the plan; lower is simpler and comes first. */
  readonly order: number;
  readonly steps: readonly Step[];
  /** The purpose of its only request, if no case sent that request: see OtherResponses. */
  readonly seenIn?: Purpose;
}

/**
 * Sends the requests of a case one after the other, or some of them together if the probe says so. A request that
 * cannot be built ends the case, see `faultOf`.
 */
export async function sendCase(
  probe: Probe,
  steps: readonly Step[],
  send: Send,
  purpose: Purpose,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  try {
    if (probe.concurrentAfter === undefined) await sendInARow(steps, send, purpose, exchanges);
    else await sendSteps(probe, steps, send, purpose, exchanges);
  } catch (error) {
    faults.set(exchanges, messageOf(error));
  }
  return exchanges;
}

const faults = new WeakMap<readonly Exchange[], string>();

/** The internal error in Assay that ended a case, in words; `undefined` for a case that was sent to its end. */
export function faultOf(exchanges: readonly Exchange[]): string | undefined {
  return faults.get(exchanges);
}

async function sendSteps(
  probe: Probe,
  steps: readonly Step[],
  send: Send,
  purpose: Purpose,
  exchanges: Exchange[],
): Promise<void> {
  const [first, together, last] = inTurns(probe, steps);
  if (!(await sendInARow(first, send, purpose, exchanges))) return;
  const calls = together.flatMap((step) => callOf(step, exchanges) ?? []);
  const all = calls.map((call, i) => send(call, stepOf(purpose, first.length + i)));
  const sent = await Promise.all(all);
  exchanges.push(...sent);
  if (sent.length < together.length || sent.some(({ response }) => response === undefined)) return;
  await sendInARow(last, send, purpose, exchanges);
}

/** The members of a case: those that are sent one by one, then those sent together, then one by one again. */
export function inTurns<T>(
  { concurrentAfter, concurrent }: Probe,
  all: readonly T[],
): readonly [first: readonly T[], together: readonly T[], last: readonly T[]] {
  const start = concurrentAfter ?? all.length;
  const end = concurrent === undefined ? all.length : start + concurrent;
  return [all.slice(0, start), all.slice(start, end), all.slice(end)];
}

/** Returns false if a request could not be built, or got no response. */
async function sendInARow(
  steps: readonly Step[],
  send: Send,
  purpose: Purpose,
  exchanges: Exchange[],
): Promise<boolean> {
  for (const step of steps) {
    const call = callOf(step, exchanges);
    if (call === undefined) return false;
    const own = stepOf(purpose, exchanges.length);
    if (call.before !== undefined)
      for (const [n, one] of call.before.entries()) await send(one, { ...own, before: n });
    const waits = call.retryUntil && !refusedAll(exchanges);
    const exchange = await (waits ? sendUntil(call, send, own) : send(call, own));
    exchanges.push(exchange);
    if (exchange.response === undefined) return false;
  }
  return true;
}

/** True if the target refused each change, so that nothing new will be shown. */
function refusedAll(exchanges: readonly Exchange[]): boolean {
  const changes = exchanges.filter(
    ({ request }) => (request.operation.effect ?? 'read') !== 'read',
  );
  return changes.length > 0 && changes.every(({ response }) => (response?.status ?? 0) >= 400);
}

/** The request of a step; `undefined` if it depends on a response body that is missing. */
function callOf(step: Step, before: readonly Exchange[]): Call | undefined {
  if (typeof step !== 'function') return step;
  try {
    return step(before);
  } catch (error) {
    if (error instanceof NoBody) return undefined;
    throw error;
  }
}

/** Sends a call, and repeats it until the response shows what the call waits for. */
async function sendUntil(call: Call, send: Send, purpose: Purpose): Promise<Exchange> {
  let exchange = await send(call, purpose);
  const { retryUntil } = call;
  for (const [i, delayMs] of (retryUntil?.delaysMs ?? []).entries()) {
    if (!hasResponse(exchange) || exchange.response.truncated || retryUntil?.holds(exchange)) break;
    exchange = await send({ ...call, delayMs }, { ...purpose, waited: i + 1 });
  }
  return exchange;
}

/** The requests of a case that do not depend on a response. */
export function callsOf({ steps }: Pick<Case, 'steps'>): readonly Call[] {
  return steps.filter((step) => typeof step !== 'function');
}

/** The purpose of the requests of a case, or of a repetition. */
export function purposeOf(
  { seenIn, planned, caseGroup, index }: Case,
  kind: 'case' | Repetition = 'case',
  more?: Pick<Purpose, 'nth' | 'index'>,
): Purpose {
  if (seenIn !== undefined) return kind === 'case' ? seenIn : { ...seenOf(seenIn), ...more, kind };
  const { label } = caseGroup.group;
  // The step has its place from the start: `stepOf` copies this for each request.
  const { id: probe } = planned.probe;
  const own = { kind, probe, group: label, index: String(index), step: undefined };
  return more === undefined ? own : { ...own, ...more };
}

function seenOf({ probe, group, index, step, before }: Purpose): Omit<Purpose, 'kind'> {
  return { probe, group, index, step, ...(before !== undefined && { before }) };
}

/** The purpose of a request of a case, by its position. The only request of `seenIn` has its position in another case. */
export function stepOf(purpose: Purpose, at: number): Purpose {
  return { ...purpose, step: (purpose.step ?? 0) + at };
}

/** `<probe>#<group>@<index>`: the name of a case in reports and evidence. */
export function nameOf(one: Case): string {
  return purposeText(purposeOf(one));
}

/** True for cases that may be repeated: cases that change the target may not. */
export function onlyReads({ effect = 'read' }: Probe): boolean {
  return effect === 'read' || effect === 'undecodable';
}
