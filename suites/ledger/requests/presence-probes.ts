/** The presence probes: how the kit detects that an operation exists. */
import type { Call, Fixtures, Operation, PresenceProbe } from '../../../src/kit.ts';
import { breaksRequest, EMPTY_LIST, NOWHERE, UNREADABLE } from '../../../src/kit.ts';
import { effectOfUndecodable, permitted, undecodable } from './probes.ts';
import { acceptableCalls, requestsOf, unknownCall } from './requests.ts';

export function presenceProbeOf(operation: Operation, fixtures: Fixtures): PresenceProbe {
  if (requestsOf(operation) === undefined) {
    const unknownResource = parseable(undecodable(operation));
    const effect = effectOfUndecodable(operation);
    return { operation, effect, unknownResource, unknownPath: nowhere(unknownResource) };
  }
  const [control] = permitted(operation, fixtures, acceptableCalls(operation, fixtures));
  const unknownResource = unknownCall(operation, fixtures);
  return {
    operation,
    unknownResource,
    unknownPath: nowhere(unknownResource),
    ...(control ? { control } : {}),
  };
}

/**
 * A server may parse JSON before routing, and so reject malformed JSON at each path. Therefore the body parses if an
 * operation requires members; no server can execute it.
 */
function parseable(request: Call): Call {
  const { operation, body } = request;
  return body === UNREADABLE && breaksRequest(operation, '{}')
    ? { ...request, body: EMPTY_LIST }
    : request;
}

/** Nothing reads an object that is sent to an unknown path, so one path for each method is requested. */
function nowhere({ body, ...request }: Call): Call {
  const plain = body?.startsWith('{') && body !== UNREADABLE ? '{}' : body;
  return { ...request, path: `/v2/${NOWHERE}`, ...(plain !== undefined && { body: plain }) };
}
