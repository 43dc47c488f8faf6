/** Conforming ways to reject. */
import { isDeepStrictEqual } from 'node:util';
import { locate } from '../conforming.ts';
import {
  describing,
  everyNth,
  intercepting,
  type RegistryVariant,
  rejecting,
  remembering,
  table,
  together,
} from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { jsonReply, Rejection, textReply, type Why, withHeader } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';

const FRAMEWORK: readonly Why[] = ['malformed', 'no-body', 'type', 'method', 'media-type'];

const ODD = /%(?:0[0ad]|25|[c-f])/i;

/** A server that rejects such paths, and has no instruments with such ids. */
const withoutIds = (odd: RegExp): Change =>
  describing((all) => all.filter(({ id }) => !odd.test(encodeURIComponent(id))));

// A browser sends a preflight without a token.
const needingToken: Change = intercepting(
  ({ method, headers }) => method !== 'OPTIONS' && headers.authorization !== 'Bearer test-token',
  () =>
    withHeader(
      jsonReply(401, { error: 'A bearer token is required.' }),
      'www-authenticate',
      'Bearer',
    ),
);

/** Rejects these requests with a page of the web server. */
const withPage = (is: (incoming: Incoming) => boolean): Change =>
  intercepting(is, () => textReply(400, '<h1>Bad Request</h1>', 'text/html'));

export const rejectionVariants: readonly RegistryVariant[] = table({
  'framework-text-errors': {
    description: 'Rejections of the web framework, before the handler runs, are plain text.',
    change: rejecting((reply, { why, error }) =>
      FRAMEWORK.includes(why)
        ? {
            ...textReply(reply.status, error),
            headers: { ...reply.headers, 'content-type': 'text/plain; charset=UTF-8' },
          }
        : reply,
    ),
  },
  'router-rejects-encoded-slashes': {
    description:
      'An encoded slash in the path gets the 404 of the router, in a different JSON form.',
    change: together(
      withoutIds(/%2f/i),
      intercepting(
        ({ target }) => /%2f/i.test(target),
        () => jsonReply(404, { detail: 'Not Found' }),
      ),
    ),
  },
  'debug-in-errors-without-flag': {
    description:
      'Errors have a debug member, except those of requests that were read with the flag.',
    change: rejecting((reply, { why, error }, { text }) => {
      const isRead = why === 'unknown' || why === 'moving' || why === 'business';
      return isRead && /"excludeDebugFields":\s*true/.test(text)
        ? reply
        : { ...reply, body: JSON.stringify({ error, debugReason: why }) };
    }),
  },
  'reassigned-meanwhile': {
    description:
      'For a while, the first live allocation is being reassigned, and each request for it gets 409.',
    change: (conforming, model) => {
      const [id = ''] = model.liveAt('allocation-v1/withdraw');
      let asked = 0;
      let until = 0;
      const isMoving = ({ target }: Incoming): boolean => {
        if (!target.includes(`/${id}/`)) return false;
        asked++;
        if (asked === 9) until = Date.now() + 600;
        return Date.now() < until;
      };
      const moving = jsonReply(409, { error: 'The contract is being reassigned.' });
      return intercepting(isMoving, () => moving)(conforming, model);
    },
  },
  'other-methods-not-implemented': {
    description: 'Methods that the server does not know get 501.',
    change: rejecting((reply, { why }) => (why === 'method' ? { ...reply, status: 501 } : reply)),
  },
  'other-methods-crash': {
    description: 'Methods that no document names get 500 at every path.',
    change: together(
      rejecting((reply, { why }) => (why === 'method' ? { ...reply, status: 500 } : reply)),
      intercepting(
        ({ method }) => method === 'OPTIONS',
        () => textReply(500, '{"error":"no route"}', 'application/json'),
      ),
    ),
  },
  'paths-not-implemented': {
    description: 'Paths without a route get 501.',
    change: rejecting((reply, { why }) => (why === 'path' ? { ...reply, status: 501 } : reply)),
  },
  'limited-paths': {
    description: 'A path of more than 400 characters gets 414.',
    change: intercepting(
      ({ target }) => target.length > 400,
      () => textReply(414, '<h1>URI Too Long</h1>', 'text/html'),
    ),
  },
  'bytes-replaced': {
    description: 'Bytes that are not UTF-8 become replacement characters, as in many frameworks.',
    change: () => ({ reads: () => true }),
  },
  'odd-paths-rejected-early': {
    description:
      'The web server itself rejects paths with control characters, a doubly encoded or a non-ASCII character.',
    change: together(
      withoutIds(ODD),
      withPage(({ target }) => ODD.test(target)),
    ),
  },
  'path-parameters-rejected': {
    description:
      'A firewall of the framework rejects paths with a semicolon or a quotation mark, and sends an HTML page.',
    change: withPage(({ target }) => /[;']/.test(target)),
  },
  'line-numbers-in-errors': {
    description: 'Error texts have a second line, which names the wrong place in the request.',
    change: rejecting((reply, { error }) => ({
      ...reply,
      body: JSON.stringify({ error: `${error}\n  at line 1, column 7` }),
    })),
  },
  'quoting-errors': {
    description: 'Error texts quote the request.',
    change: rejecting((reply, { error }, { method, target }) => ({
      ...reply,
      body: JSON.stringify({ error: `${error} (${method} ${target})` }),
    })),
  },
  'malformed-id-400': {
    description: 'An id that cannot be a contract id is rejected with 400.',
    change: ({ decode }) => ({
      decode: (segment) => {
        const id = decode(segment);
        const rejection = new Rejection(400, 'identifier', 'This is not a contract id.');
        return typeof id === 'string' && /^00[0-9a-f]{64,252}$/.test(id) && id.length % 2 === 0
          ? id
          : rejection;
      },
    }),
  },
  'never-pending': {
    description:
      'No allocation instruction is ever pending, so an unknown one is rejected with 400.',
    change: rejecting((reply, { why }, { target }) =>
      why === 'unknown' && target.includes('/allocation-instruction/')
        ? jsonReply(400, { error: 'Allocation instructions are never pending here.' })
        : reply,
    ),
  },
  'lookup-first': {
    description: 'The allocation is looked up before the body is read.',
    change: (conforming) => ({
      serve: async (incoming) => {
        const route = conforming.route(incoming.target);
        const id = route && incoming.method === 'POST' ? locate(conforming, route) : '';
        if (!(id instanceof Rejection)) return conforming.serve(incoming);
        await conforming.pause();
        return conforming.finish(conforming.reject(id, incoming), incoming);
      },
    }),
  },
  'rejects-undeclared': {
    description:
      'Only the declared choiceArguments are accepted: others get 400, or 404 if no input holding is named.',
    change: ({ check }, { argumentsAt }) => ({
      check: (value, route) => {
        const members = check(value, route);
        if (members instanceof Rejection || route.kind !== 'factory') return members;
        const given = isRecord(value) ? value['choiceArguments'] : undefined;
        const declared = argumentsAt(route.operation);
        if (declared.some((one) => isDeepStrictEqual(one, given))) return members;
        const holdings = isRecord(given) ? given['inputHoldingCids'] : undefined;
        return Array.isArray(holdings) && holdings.length === 0
          ? new Rejection(404, 'business', 'No holdings are provided.')
          : new Rejection(400, 'business', 'No factory serves these choiceArguments.');
      },
    }),
  },
  'rejects-nulls': {
    description: 'A member that is null is rejected, because the schema does not allow null.',
    change: ({ check }) => ({
      check: (value, route) =>
        isRecord(value) && (value['meta'] === null || value['excludeDebugFields'] === null)
          ? new Rejection(400, 'type', 'null is not allowed here.')
          : check(value, route),
    }),
  },
  throttling: {
    description: 'Every 25th request gets 429 and succeeds when it is repeated.',
    change: remembering(() =>
      intercepting(everyNth(25), () =>
        withHeader(jsonReply(429, { error: 'Too many requests.' }), 'retry-after', '0'),
      ),
    ),
  },
  'needs-token': {
    description: 'Every request needs a bearer token.',
    change: needingToken,
  },
  'foreign-ids-forbidden': {
    description:
      'Every request needs a bearer token, and an id gets 403 unless the caller may see its contract.',
    change: together(
      needingToken,
      rejecting((reply, { why }) =>
        why === 'unknown' ? jsonReply(403, { error: 'You may not see this.' }) : reply,
      ),
    ),
  },
  'json-parsed-first': {
    description:
      'Bodies are parsed before the path is read, so a body that is not JSON is rejected at every path.',
    change: (conforming) => ({
      serve: async (incoming) => {
        const { text } = incoming;
        const isJson = conforming.speaks(incoming.headers['content-type'] ?? '') && text !== '';
        const parsed = isJson ? conforming.parse(text) : undefined;
        if (!(parsed instanceof Rejection)) return conforming.serve(incoming);
        return conforming.finish(conforming.reject(parsed, incoming), incoming);
      },
    }),
  },
  'guarded-names': {
    description:
      'The parser rejects the names __proto__ and constructor, and sends an HTML page of the framework.',
    change: withPage(({ text }) => /"(?:__proto__|constructor)"\s*:/.test(text)),
  },
  'parser-limits': {
    description:
      'The parser rejects deeply nested JSON, numbers that are too large for a double, and the key __proto__.',
    change: intercepting(
      ({ text }) => /(?:\{"inner":){60}|":\d+e\d{3}|"__proto__":/i.test(text),
      () => textReply(400, 'The request content was malformed.'),
    ),
  },
  'origins-rejected': {
    description: 'A preflight request gets 403: other origins are not allowed.',
    change: intercepting(
      ({ method }) => method === 'OPTIONS',
      () => jsonReply(403, { error: 'This origin is not allowed.' }),
    ),
  },
});
