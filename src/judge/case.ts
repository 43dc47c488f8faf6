/** One case: one or a few requests, built right before they are sent. */

import {
  type Call,
  type CompleteExchange,
  type Exchange,
  messageOf,
  NoBody,
  type Probe,
  type Step,
} from '../model/index.ts';
import type { PlannedCaseGroup, PlannedProbe } from '../plan/plan.ts';

/** Sends a call. `ref` names its purpose; a `!` in it marks a repetition. Never rejects. */
export type Send = (call: Call, ref: string) => Promise<Exchange>;

/** A case of the plan. Its position decides which of several failures is the lowest. */
export interface Case {
  readonly planned: PlannedProbe;
  readonly caseGroup: PlannedCaseGroup;
  readonly index: number;
  /** Position in the plan; lower is simpler and comes first. */
  readonly order: number;
  readonly steps: readonly Step[];
  /** The reference of its only request, if no case sent that request: see OtherResponses. */
  readonly seenIn?: string;
}

/**
 * Sends the requests of a case one after the other, or the later ones together if the probe says so. `again`
 * distinguishes repetitions of a case. A request that cannot be built ends the case, see `faultOf`.
 */
export async function sendCase(
  probe: Probe,
  steps: readonly Step[],
  send: Send,
  ref: string,
  again = '',
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  try {
    await sendSteps(probe, steps, send, [ref, again], exchanges);
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
  { concurrentAfter }: Probe,
  steps: readonly Step[],
  send: Send,
  [ref, again]: readonly [ref: string, again: string],
  exchanges: Exchange[],
): Promise<void> {
  const alone = concurrentAfter ?? steps.length;
  for (const step of steps.slice(0, alone)) {
    const call = callOf(step, exchanges);
    if (call === undefined) return;
    const name = `${ref}/${exchanges.length}${again}`;
    if (call.before !== undefined)
      for (const [n, before] of call.before.entries()) await send(before, `${name}!before-${n}`);
    const waits = call.retryUntil && !refusedAll(exchanges);
    const exchange = await (waits ? sendUntil(call, send, name) : send(call, name));
    exchanges.push(exchange);
    if (exchange.response === undefined) return;
  }
  if (alone >= steps.length) return;
  const together = steps.slice(alone).flatMap((step) => callOf(step, exchanges) ?? []);
  const all = together.map((call, i) => send(call, `${ref}/${alone + i}${again}`));
  exchanges.push(...(await Promise.all(all)));
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
async function sendUntil(call: Call, send: Send, ref: string): Promise<Exchange> {
  let exchange = await send(call, ref);
  const { retryUntil } = call;
  for (const [i, delayMs] of (retryUntil?.delaysMs ?? []).entries()) {
    if (!hasResponse(exchange) || exchange.response.truncated || retryUntil?.holds(exchange)) break;
    exchange = await send({ ...call, delayMs }, `${ref}+${i + 1}`);
  }
  return exchange;
}

/** The requests of a case that do not depend on a response. */
export function callsOf({ steps }: Pick<Case, 'steps'>): readonly Call[] {
  return steps.filter((step) => typeof step !== 'function');
}

/** `<probe>#<group>@<path>`: the name of a case in reports and evidence. */
export function nameOf(one: Case, path: string = String(one.index)): string {
  return one.seenIn ?? `${one.planned.probe.id}#${one.caseGroup.group.label}@${path}`;
}

/** True for cases that may be repeated: cases that change the target may not. */
export function onlyReads({ effect = 'read' }: Probe): boolean {
  return effect === 'read' || effect === 'undecodable';
}

export function hasResponse(exchange: Exchange): exchange is CompleteExchange {
  return exchange.response !== undefined;
}

export function isSuccess({ response: { status } }: CompleteExchange): boolean {
  return status < 300;
}
