/** A conforming server with one generated fault: the mutation sits between the kit and the server. */
import type { Operation } from '../../contract/contract.ts';
import {
  type Call,
  type HttpResponse,
  hasResponse,
  type Purpose,
  purposeText,
  type Send,
} from '../../model/index.ts';
import type { Mutation } from './mutation.ts';
import { alteredRequest, type Controls, REQUEST_OPERATORS } from './requests.ts';
import { alteredExchange } from './responses.ts';

/** The position of a request: its case (repetitions count separately), and its step. */
export interface Spot {
  readonly probe: string;
  readonly ofCase: string;
  readonly step: number;
}

/** The spot of a request; `undefined` for presence probes, baselines and requests outside cases. */
export function spotOf({ step, waited: _, ...ofCase }: Purpose): Spot | undefined {
  const { kind, probe, group } = ofCase;
  if (probe === undefined || group === undefined || step === undefined || kind === 'plain')
    return undefined;
  return { probe, ofCase: purposeText(ofCase), step };
}

/** Which presence probe a request is. */
export function presenceOf({ kind, about }: Purpose): 'control' | 'unknownResource' | undefined {
  if (kind !== 'presence') return undefined;
  if (about === 'control') return about;
  return about === 'unknown' ? 'unknownResource' : undefined;
}

/** The conforming responses that mutations use, beside the altered ones. */
export interface Samples {
  readonly controls: Controls;
  /** An error of any operation. */
  readonly error: HttpResponse | undefined;
}

/** Sends as `wire` does, to a server with this fault in one operation. */
export function faulty(
  wire: Send,
  mutation: Mutation,
  operation: Operation,
  { controls, error }: Samples,
): Send {
  const responses = new Map<string, HttpResponse>();
  const presence = new Map<string, HttpResponse>();
  const absent = mutation.operator === 'not-served';
  const onRequest = REQUEST_OPERATORS.includes(mutation.operator);
  return async (call, purpose) => {
    const spot = spotOf(purpose);
    const applies = absent
      ? call.operation === operation
      : isMeant(mutation, spot, call, operation);
    const sent = applies && onRequest ? alteredRequest(call, mutation, controls) : call;
    const exchange = { ...(await wire(sent, purpose)), request: call };
    if (!hasResponse(exchange)) return exchange;
    const known = presenceOf(purpose);
    if (known !== undefined) presence.set(known, exchange.response);
    if (spot === undefined) return exchange;
    responses.set(`${spot.ofCase}/${spot.step}`, exchange.response);
    if (!applies || onRequest) return exchange;
    return alteredExchange(exchange, mutation, {
      earlier: (step) => (step < spot.step ? responses.get(`${spot.ofCase}/${step}`) : undefined),
      control: presence.get('control'),
      unknownResource: presence.get('unknownResource'),
      error,
    });
  };
}

/** True for the requests that a mutation applies to; the place of `hang-up` is a probe. */
export function isMeant(
  { operator, step, place }: Mutation,
  spot: Spot | undefined,
  call: Call,
  operation: Operation,
): boolean {
  if (spot === undefined) return false;
  if (operator === 'hang-up' && place !== '' && place !== spot.probe) return false;
  return step === '*' ? call.operation === operation : step === spot.step;
}
