/** What may be sent: decided on the very request, in front of the socket, whoever asks for it. */
import type { Effect, Operation } from '../contract/contract.ts';
import { operationAt } from '../contract/match.ts';
import { bodyJson } from '../contract/request-body.ts';
import { type Allowance, type Call, NOWHERE } from '../words.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Answers why a call must not be sent; `undefined` when it may. */
export type Gate = (call: Call) => string | undefined;

/** The gate of a surface: reads pass, everything else only as far as it is allowed. */
export function gateOf(operations: readonly Operation[], allowed: Allowance): Gate {
  return (call) => {
    const [path = ''] = call.path.split('?', 1);
    const { operation, known } = operationAt(operations, call.method, path);
    if (operation === undefined)
      return SAFE_METHODS.has(call.method) ? undefined : stray(call, path, known);
    const effect = effectOf(operation, call);
    if (effect === 'read' || allowed[effect]) return undefined;
    if (allowed.undecodable && cannotBeDecoded(operation, call)) return undefined;
    const option = effect === 'reversible' ? '--allow-writes' : '--allow-irreversible';
    return `${call.method} ${path} is ${effect} and was not sent; ${option} allows it`;
  };
}

function stray({ method }: Call, path: string, known: boolean): string | undefined {
  if (!known && path.includes(NOWHERE)) return undefined;
  return `${method} ${path} is in no contract, so nobody knows what it changes; it was not sent`;
}

/** What a call leaves behind; some bodies turn a change into a question. */
export function effectOf(operation: Operation, { body }: Call): Effect {
  const { effect = 'read', readWhen } = operation;
  if (effect === 'read' || readWhen === undefined || body === undefined) return effect;
  const asked = bodyJson(body);
  if (typeof asked !== 'object' || asked === null) return effect;
  const only = Object.entries(readWhen).every(
    ([name, value]) => (asked as Record<string, unknown>)[name] === value,
  );
  return only ? 'read' : effect;
}

/**
 * True when no server can read the request, so that none can act on it: a body that is not JSON where JSON
 * is due, bytes that are no archive, a query that has not its type; where there is no body, an empty
 * bearer token beside an id that nobody has.
 */
function cannotBeDecoded(operation: Operation, call: Call): boolean {
  const { body, encoding } = call;
  const types = Object.keys(operation.requestContent ?? {});
  if (types.length === 0) {
    return call.headers['authorization'] === 'Bearer ' && call.path.includes(NOWHERE);
  }
  if (types.includes('application/json')) return body !== undefined && bodyJson(body) === undefined;
  return encoding === undefined && !body?.startsWith('PK');
}
