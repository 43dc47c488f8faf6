/**
 * A server that guardrail generates for Pekko HTTP with circe, like the reference registry of the standard. Documented
 * habits: a rejection is plain text with charset=UTF-8: "The request content was malformed", "Request entity expected
 * but not supplied", "HTTP method not allowed, supported methods: POST", "The requested resource could not be found.";
 * unknown members are ignored, null counts as absent, raw JSON is not validated; absent optional members are sent as
 * null. An unhandled exception is 500 "There was an internal server error."
 */
import { isRecord } from '../../src/reference/registry/read-body.ts';
import { jsonReply, Rejection, type Reply, textReply } from '../../src/reference/registry/reply.ts';
import { allowing, found, isJson, locate, members, parsed, type Setup, server } from './setup.ts';

const rejection = (status: number, text: string): Reply =>
  textReply(status, text, 'text/plain; charset=UTF-8');

const malformed = rejection(400, 'The request content was malformed:\nDecodingFailure at .meta');

/** The reply, with null for the absent debug members of each disclosed contract. */
function withNulls(reply: Reply): Reply {
  const nulls = { debugPackageName: null, debugPayload: null, debugCreatedAt: null };
  const body = JSON.parse(reply.body) as Record<string, unknown>;
  const context = (body['choiceContext'] ?? body) as Record<string, unknown>;
  const entries = context['disclosedContracts'] as object[];
  context['disclosedContracts'] = entries.map((entry) => ({ ...nulls, ...entry }));
  return { ...reply, body: JSON.stringify(body) };
}

/** `unknown` is the handler's response to an id that the store does not have. */
const generated = (unknown: (rejection: Rejection) => Reply): Setup['change'] =>
  server((incoming, registry) => {
    const route = registry.route(incoming.target);
    if (/%(?![0-9a-f]{2})|%e0%a4%a/i.test(incoming.target))
      return rejection(400, 'Illegal request-target: Illegal percent-encoding');
    if (route === undefined) return rejection(404, 'The requested resource could not be found.');
    if (incoming.method !== 'POST')
      return allowing(rejection(405, 'HTTP method not allowed, supported methods: POST'));
    if (incoming.text === '') return rejection(400, 'Request entity expected but not supplied');
    if (!isJson(incoming)) return rejection(415, "The request's Content-Type is not supported.");
    const json = parsed(incoming.text);
    const { choiceArguments } = members(json?.value);
    const isFactory = route.kind === 'factory';
    const raw = isRecord(json?.value) && isFactory && choiceArguments !== undefined;
    const value = raw ? { ...members(json?.value), choiceArguments: {} } : json?.value;
    const checked = json && registry.check(value, route);
    if (checked === undefined || checked instanceof Rejection) return malformed;
    const id = locate(registry, route);
    if (id instanceof Rejection) return unknown(id);
    return withNulls(found(registry, incoming, route, id, checked.excludeDebugFields));
  });

export const scala: readonly Setup[] = [
  {
    id: 'generated scala',
    statement: 'as generated, with NOT_FOUND mapped to 404',
    change: generated(({ status, error }) => jsonReply(status, { error })),
  },
  {
    id: 'generated scala, naive',
    statement: 'a failed future for each id that is not in the store',
    change: generated(({ status, error }) =>
      status === 409
        ? jsonReply(409, { error })
        : rejection(500, 'There was an internal server error.'),
    ),
  },
];
