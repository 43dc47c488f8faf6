/**
 * FastAPI with Pydantic behind uvicorn. Documented habits: a body that is malformed or does not fit is 422 with
 * {"detail": [...]}; HTTPException and the router's own 404 and 405 are {"detail": "..."}; lax mode converts strings
 * such as "yes" and the numbers 0 and 1 to booleans; unknown members are ignored. After an uncaught exception the
 * response is 500 "Internal Server Error" in plain text, and uvicorn closes the connection without announcing it.
 */
import type { Route } from '../../src/reference/registry/operations.ts';
import { jsonReply, Rejection, type Reply, textReply } from '../../src/reference/registry/reply.ts';
import type { Incoming, Steps } from '../../src/reference/registry/steps.ts';
import { allowing, found, isJson, locate, members, parsed, type Setup, server } from './setup.ts';

const detail = (status: number, text: unknown): Reply => jsonReply(status, { detail: text });
const invalid = detail(422, [{ type: 'bool_parsing', loc: ['body'], msg: 'Input is not valid' }]);
const crash: Reply = {
  ...textReply(500, 'Internal Server Error', 'text/plain; charset=utf-8'),
  brokenOff: 'after',
};

const LAX: Readonly<Record<string, boolean>> = {
  ...{ true: true, t: true, yes: true, y: true, on: true, '1': true },
  ...{ false: false, f: false, no: false, n: false, off: false, '0': false },
};

/** The flag after the lax conversion of the body; undefined if the body does not fit. */
function lax(incoming: Incoming, registry: Steps, route: Route): boolean | undefined {
  const json = isJson(incoming) ? parsed(incoming.text) : undefined;
  const body = members(json?.value);
  const flag = body['excludeDebugFields'];
  const bool =
    typeof flag === 'string' || typeof flag === 'number' ? LAX[`${flag}`.toLowerCase()] : flag;
  if (json === undefined || (bool === undefined && flag !== undefined)) return undefined;
  const value = body === json.value ? { ...body, excludeDebugFields: bool } : json.value;
  const checked = registry.check(value, route);
  return checked instanceof Rejection ? undefined : checked.excludeDebugFields;
}

/** `unknown` is the handler's response to an id that the registry does not know. */
const naive = (unknown: (rejection: Rejection) => Reply): Setup['change'] =>
  server((incoming, registry) => {
    const route = registry.route(incoming.target);
    if (route === undefined) return detail(404, 'Not Found');
    if (incoming.method !== 'POST') return allowing(detail(405, 'Method Not Allowed'));
    const flag = lax(incoming, registry, route);
    if (flag === undefined) return invalid;
    const id = locate(registry, route);
    return id instanceof Rejection ? unknown(id) : found(registry, incoming, route, id, flag);
  });

const careful = server((incoming, registry) => {
  const route = registry.route(incoming.target);
  if (route === undefined) return jsonReply(404, { error: 'Not Found' });
  if (incoming.method !== 'POST') return allowing(jsonReply(405, { error: 'Method Not Allowed' }));
  const json = isJson(incoming) ? parsed(incoming.text) : undefined;
  const checked = json && registry.check(json.value, route);
  if (checked === undefined) return jsonReply(400, { error: 'the body is not valid JSON' });
  const id = checked instanceof Rejection ? checked : locate(registry, route);
  if (checked instanceof Rejection) return jsonReply(400, { error: checked.error });
  if (id instanceof Rejection) return jsonReply(id.status, { error: id.error });
  return found(registry, incoming, route, id, checked.excludeDebugFields);
});

export const fastapi: readonly Setup[] = [
  {
    id: 'fastapi',
    statement: 'with exception handlers and StrictBool',
    change: careful,
  },
  {
    id: 'fastapi, naive',
    statement: 'HTTPException for each error, and its own 422',
    change: naive(({ status, error }) => detail(status, error)),
  },
  {
    id: 'uvicorn closes',
    statement:
      'a KeyError for each id that is not in the store, and the connection closed after it',
    change: naive(({ status, error }) => (status === 409 ? detail(409, error) : crash)),
  },
];
