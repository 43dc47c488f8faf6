/**
 * Koa with a router, and the body parser behind it. Documented habits: a status without a body gets the text of the
 * status, so `ctx.throw(404)`, an unknown path and a method without a route are "Not Found" in plain text. An error
 * that is not exposed is "Internal Server Error". koa-bodyparser accepts only objects and arrays up to 1 MB, and reads
 * an absent body as `{}`.
 */
import { jsonReply, Rejection, type Reply, textReply } from '../../src/reference/registry/reply.ts';
import type { Incoming } from '../../src/reference/registry/steps.ts';
import { found, isJson, locate, members, parsed, type Setup, server } from './setup.ts';

const plain = (status: number, text: string): Reply =>
  textReply(status, text, 'text/plain; charset=utf-8');

function body(incoming: Incoming): { value: unknown } | undefined {
  if (!isJson(incoming) || incoming.text === '') return { value: {} };
  const json = parsed(incoming.text);
  return typeof json?.value === 'object' && json.value !== null ? json : undefined;
}

const naive = server((incoming, registry) => {
  const route = registry.route(incoming.target);
  if (route === undefined || incoming.method !== 'POST') return plain(404, 'Not Found');
  const read = body(incoming);
  if (read === undefined) return plain(400, 'invalid JSON, only supports object and array');
  const { excludeDebugFields, choiceArguments } = members(read.value);
  if (route.kind === 'factory' && choiceArguments === undefined) return plain(400, 'Bad Request');
  const id = locate(registry, route);
  if (id instanceof Rejection)
    return plain(id.status, id.status === 404 ? 'Not Found' : 'Conflict');
  return found(registry, incoming, route, id, excludeDebugFields === true);
});

const careful = server((incoming, registry) => {
  const route = registry.route(incoming.target);
  if (route === undefined || incoming.method !== 'POST') return plain(404, 'Not Found');
  const read = incoming.text === '' ? undefined : body(incoming);
  const checked = read && registry.check(read.value, route);
  if (checked === undefined) return jsonReply(400, { error: 'a JSON object is needed' });
  const id = checked instanceof Rejection ? checked : locate(registry, route);
  if (checked instanceof Rejection) return jsonReply(400, { error: checked.error });
  if (id instanceof Rejection) return jsonReply(id.status, { error: id.error });
  return found(registry, incoming, route, id, checked.excludeDebugFields);
});

export const koa: readonly Setup[] = [
  {
    id: 'koa',
    statement: 'with a validator and JSON errors; unknown methods are left to the framework',
    change: careful,
  },
  {
    id: 'koa, naive',
    statement: 'ctx.throw for each error, and no validation',
    change: naive,
  },
];
