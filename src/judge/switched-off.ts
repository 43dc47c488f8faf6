/** Deprecated operations and request members that a target has switched off, or that its version may lack. */
import { isObject, parsedJson } from '../contract/json.ts';
import type { Call, Exchange, Fixtures, Surface } from '../model/index.ts';
import type { PresenceResult } from './presence.ts';

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
function mayBeOff({ operation: { switchedOff }, body }: Call): boolean {
  if (switchedOff === undefined) return false;
  const { members } = switchedOff;
  if (members === undefined) return true;
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
  const { switchedOff } = request.operation;
  if (switchedOff === undefined) return { ...result, presence: 'disabled' };
  return switchedOff.members === undefined ? { ...result, presence: 'switched-off' } : result;
}
