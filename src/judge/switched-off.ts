/** Deprecated operations and request members that a target has switched off, or that its version may lack. */
import { isObject, parsedJson } from '../contract/json.ts';
import type { Call, Exchange, Fixtures, Surface } from '../model/index.ts';
import { mayBeGone, type PresenceResult } from './presence.ts';

/** True for an exchange that shows nothing, because its request needs something that is switched off or may be gone. */
export type IsSwitchedOff = (exchange: Exchange) => boolean;

export function switchedOffBy(
  {
    isSwitchedOff = () => false,
    mayLack = () => false,
  }: Pick<Surface, 'isSwitchedOff' | 'mayLack'>,
  fixtures: Fixtures,
): IsSwitchedOff {
  // A server may ignore a member that it does not know. An operation that is served is judged.
  const mayIgnore = ({ operation }: Call): boolean =>
    operation.switchedOff?.members !== undefined && mayLack(operation, fixtures);
  return ({ request, response }) =>
    response !== undefined && mayBeOff(request) && (mayIgnore(request) || isSwitchedOff(response));
}

/** True for a request to such an operation, or with such a member. */
function mayBeOff({ operation, body }: Call): boolean {
  if (mayBeGone(operation)) return true;
  const { members = [] } = operation.switchedOff ?? {};
  if (members.length === 0) return false;
  const sent = parsedJson(body ?? '');
  return isObject(sent) && members.some((name) => Object.hasOwn(sent, name));
}

/**
 * The result, corrected if the operation says that it is switched off: a deprecated one may be, and any other one is
 * not served.
 */
export function unlessSwitchedOff(
  result: PresenceResult,
  { isSwitchedOff = () => false }: Pick<Surface, 'isSwitchedOff'>,
): PresenceResult {
  const { presence, control, unknownResource } = result;
  const { request, response } = control ?? unknownResource;
  if (presence !== 'served' || response === undefined || !isSwitchedOff(response)) return result;
  if (request.operation.switchedOff === undefined) return { ...result, presence: 'disabled' };
  return mayBeGone(request.operation) ? { ...result, presence: 'switched-off' } : result;
}
