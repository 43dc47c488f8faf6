/**
 * Express 4 with `app.use(express.json())` before the routes, as in nearly all programs. Documented habits: the body is
 * parsed before routing; strict mode accepts only objects and arrays; an absent body is `{}`; more than 100 kB is 413.
 * Each error is an HTML page, with its stack unless NODE_ENV is production. An unknown path or method is "Cannot POST
 * /path" with 404; a segment that cannot be decoded is 400; OPTIONS returns the methods of the path.
 */
import { jsonReply, Rejection, type Reply, textReply } from '../../src/reference/registry/reply.ts';
import type { Incoming } from '../../src/reference/registry/steps.ts';
import { found, isJson, locate, members, parsed, type Setup, server } from './setup.ts';

const LIMIT = 102_400;

type Fail = (status: number, title: string) => Reply;

/** The page of Express's own error handler outside production. */
const pages: Fail = (status, title) =>
  textReply(
    status,
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${title}<br> &nbsp; &nbsp;at parse (/app/node_modules/body-parser/lib/types/json.js:92:19)</pre>\n</body>\n</html>\n`,
    'text/html; charset=utf-8',
  );

/** The error handler of a program. */
const errors: Fail = (status, title) => jsonReply(status, { error: title });

/** The `req.body` of `express.json()`, or its error. */
function body(incoming: Incoming, limit: number, fail: Fail): { value: unknown } | Reply {
  const { text } = incoming;
  if (!isJson(incoming) || text === '') return { value: {} };
  if (Buffer.byteLength(text) > limit)
    return fail(413, 'PayloadTooLargeError: request entity too large');
  const json = /^[\s]*[[{]/.test(text) ? parsed(text) : undefined;
  return json ?? fail(400, 'SyntaxError: Unexpected token in JSON at position 0');
}

const cannot = ({ method, target }: Incoming): string => `Cannot ${method} ${target}`;

const naive = server((incoming, registry) => {
  const read = body(incoming, LIMIT, pages);
  if ('status' in read) return read;
  const route = registry.route(incoming.target);
  if (route === undefined) return pages(404, cannot(incoming));
  if (incoming.method === 'OPTIONS') return textReply(200, 'POST', 'text/html; charset=utf-8');
  if (incoming.method !== 'POST') return pages(404, cannot(incoming));
  if (/%(?![0-9a-f]{2})|%e0%a4%a/i.test(route.segment))
    return pages(400, "URIError: Failed to decode param '%zz'");
  const { excludeDebugFields, choiceArguments } = members(read.value);
  if (route.kind === 'factory' && !choiceArguments)
    return jsonReply(400, { error: 'choiceArguments missing' });
  const id = locate(registry, route);
  if (id instanceof Rejection) return jsonReply(id.status, { error: id.error });
  return found(registry, incoming, route, id, Boolean(excludeDebugFields));
});

const careful = server((incoming, registry) => {
  const read = body(incoming, 1_000_000, errors);
  if ('status' in read) return read;
  const route = registry.route(incoming.target);
  if (route === undefined || incoming.method !== 'POST') return errors(404, cannot(incoming));
  if (incoming.text === '' || !isJson(incoming)) return errors(400, 'a JSON body is needed');
  const checked = registry.check(read.value, route);
  const id = checked instanceof Rejection ? checked : locate(registry, route);
  if (checked instanceof Rejection) return errors(checked.status, checked.error);
  if (id instanceof Rejection) return errors(id.status, id.error);
  return found(registry, incoming, route, id, checked.excludeDebugFields);
});

export const express: readonly Setup[] = [
  {
    id: 'express',
    statement: 'with an error handler and a validator',
    change: careful,
  },
  {
    id: 'express, naive',
    statement: 'as the first tutorial has it: no validation, no error handler',
    change: naive,
  },
];
