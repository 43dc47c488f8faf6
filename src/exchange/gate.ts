/** Decides right before the socket whether a request may be sent, whatever its origin. */
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../contract/contract.ts';
import { type Match, operationAt, pathOf } from '../contract/match.ts';
import { bodyJson, breaksRequest } from '../contract/request-body.ts';
import {
  type Allowance,
  type Call,
  EMPTY_LIST,
  NO_ARCHIVE,
  NOWHERE,
  UNREADABLE,
} from '../model/index.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns why a call must not be sent; `undefined` if it may. */
export type Gate = (call: Call) => string | undefined;

/** The gate of a surface: it passes reading requests, and others only as far as they are allowed. */
export function gateOf(operations: readonly Operation[], allowed: Allowance): Gate {
  return (call) => {
    const path = pathOf(call.path);
    const match = operationAt(operations, call.method, path);
    const { effect = 'read' } = match.operation ?? {};
    if (match.operation === undefined)
      return SAFE_METHODS.has(call.method) ? undefined : unknownCall(call, path, match.known);
    if (effect === 'read' || allowed[effect]) return undefined;
    if (allowed.undecodable && hasNoEffect(match, call)) return undefined;
    const option = effect === 'reversible' ? '--allow-writes' : '--allow-irreversible';
    return `${call.method} ${path} is ${effect} and was not sent; ${option} allows it`;
  };
}

function unknownCall({ method }: Call, path: string, known: boolean): string | undefined {
  if (!known && path.includes(NOWHERE)) return undefined;
  return `${method} ${path} is not in any contract, so its effect is unknown; it was not sent`;
}

/** True if a call changes nothing even if the server executes its operation. */
export function leavesNothing(call: Call): boolean {
  const { operation, method, path } = call;
  return hasNoEffect(operationAt(operation.contract.operations, method, path), call);
}

/**
 * True for a call that changes nothing on any server. A server may ignore tokens, media types and members such as
 * dryRun, read a malformed body as an empty object, and accept bytes of any kind. So each id in the path must be
 * unknown. The body must be malformed JSON or an empty list if the document rejects an empty object, or bytes that are
 * not an archive, or the harmless body of the document.
 */
function hasNoEffect({ operation, values }: Match, { body, encoding, headers }: Call): boolean {
  if (operation === undefined || encoding !== undefined) return false;
  const { requestContent = {}, harmless } = operation;
  const ids = Object.values(values);
  if (ids.some((id) => id !== NOWHERE)) return false;
  const types = Object.keys(requestContent);
  if (types.length === 0)
    return body === undefined && ids.length > 0 && headers['authorization'] === 'Bearer ';
  if (!types.includes('application/json')) return body === NO_ARCHIVE;
  if (body === UNREADABLE || body === EMPTY_LIST) return breaksRequest(operation, '{}');
  return (
    harmless !== undefined && body !== undefined && isDeepStrictEqual(bodyJson(body), harmless)
  );
}
