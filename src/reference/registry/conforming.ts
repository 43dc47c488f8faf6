/** The conforming registry: what each step does without faults and variants. */
import { instrumentOf, pageOf } from './instruments.ts';
import type { Model } from './model.ts';
import { type Family, isPosted, OPERATIONS, type Route, routeOf } from './operations.ts';
import { parseBody, readMembers } from './read-body.ts';
import { jsonReply, preflightReply, Rejection, type Reply, withHeader } from './reply.ts';
import type { Call, Change, Incoming, Steps } from './steps.ts';

const POST = 'POST, OPTIONS';
const GET = 'GET, OPTIONS';

const NO_PATH = new Rejection(404, 'path', 'Nothing is served at this path.');
const NOT_POST = new Rejection(405, 'method', 'Only POST is served at this path.', POST);
const NOT_GET = new Rejection(405, 'method', 'Only GET is served at this path.', GET);
const NO_JSON = new Rejection(415, 'media-type', 'The body must be application/json.');
const NO_UTF8 = new Rejection(400, 'malformed', 'The body is not UTF-8.');
const BAD_ESCAPE = new Rejection(404, 'identifier', 'The id is not percent-encoded UTF-8.');

const rejectionsOf = (what: string) => ({
  unknown: new Rejection(404, 'unknown', `There is no ${what} with this contract id.`),
  moving: new Rejection(409, 'moving', `The ${what} is being reassigned; try again later.`),
});
const LOOKUPS: Readonly<Record<Family, ReturnType<typeof rejectionsOf>>> = {
  allocation: rejectionsOf('allocation'),
  'transfer-instruction': rejectionsOf('transfer instruction'),
  'allocation-instruction': rejectionsOf('allocation instruction'),
};

export function buildSteps(model: Model, change: Change): Steps {
  const steps: Steps = {
    serve: (incoming) => serve(steps, incoming),
    route: routeOf,
    allows: (method, route) => method === (isPosted(route) ? 'POST' : 'GET'),
    speaks: (contentType) => /^\s*application\/json\s*(;|$)/i.test(contentType),
    reads: ({ isUtf8 }) => isUtf8,
    parse: parseBody,
    check: (value, { kind }) => readMembers(value, kind),
    decode,
    find: finder(model),
    readArguments: model.readArguments,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    respond: model.respond,
    info: () => model.info,
    instruments: () => model.instruments,
    list: (query) => pageOf(steps.instruments(), query),
    instrument: (segment) => instrumentOf(steps.instruments(), segment),
    succeed: keeping((document) => jsonReply(200, document)),
    reject: keeping(rejectionReply),
    finish: (reply) => reply,
  };
  return Object.assign(steps, change({ ...steps }, model));
}

async function serve(steps: Steps, incoming: Incoming): Promise<Reply> {
  const route = steps.route(incoming.target);
  const prepared = route === undefined ? NO_PATH : understand(steps, route, incoming);
  await steps.pause();
  return steps.finish(respond(steps, prepared, incoming), incoming);
}

/** The result of a request that can be served. */
type Understood = Call | { readonly metadata: Route } | { readonly preflight: string };

function respond(steps: Steps, understood: Understood | Rejection, incoming: Incoming): Reply {
  if (understood instanceof Rejection) return steps.reject(understood, incoming);
  if ('preflight' in understood) return preflightReply(understood.preflight);
  if (!('metadata' in understood)) return steps.succeed(steps.respond(understood), understood);
  const { metadata } = understood;
  const document = describe(steps, metadata, incoming);
  return document instanceof Rejection
    ? steps.reject(document, incoming)
    : steps.succeed(document, { operation: metadata.operation, incoming });
}

function describe(steps: Steps, { kind, segment }: Route, { target }: Incoming): object {
  if (kind === 'info') return steps.info();
  if (kind === 'instrument') return steps.instrument(segment);
  return steps.list(new URLSearchParams(target.split('?')[1]));
}

function understand(steps: Steps, at: Route, incoming: Incoming): Understood | Rejection {
  const { method, headers, text } = incoming;
  if (method === 'OPTIONS') return { preflight: isPosted(at) ? POST : GET };
  if (!steps.allows(method, at)) return isPosted(at) ? NOT_POST : NOT_GET;
  if (!isPosted(at)) return { metadata: at };
  if (text !== '' && !steps.speaks(headers['content-type'] ?? '')) return NO_JSON;
  if (!steps.reads(incoming)) return NO_UTF8;
  const value = steps.parse(text);
  if (value instanceof Rejection) return value;
  const members = steps.check(value, at);
  if (members instanceof Rejection) return members;
  const id = locate(steps, at);
  if (id instanceof Rejection) return id;
  const { operation } = at;
  const { choiceArguments } = members;
  const terms = choiceArguments && steps.readArguments(choiceArguments, operation);
  if (terms instanceof Rejection) return terms;
  return { ...members, operation, id, incoming, ...(terms && { terms }) };
}

/** The live contract that a route names, or a rejection; empty for a factory. */
export function locate(steps: Steps, { operation, kind, segment }: Route): string | Rejection {
  if (kind !== 'context') return '';
  const id = steps.decode(segment);
  return id instanceof Rejection ? id : steps.find(id, operation);
}

function decode(segment: string): string | Rejection {
  try {
    return decodeURIComponent(segment);
  } catch {
    return BAD_ESCAPE;
  }
}

function finder({ liveAt, movingAt }: Model): Steps['find'] {
  const sets = (idsAt: Model['liveAt']): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map([...OPERATIONS.keys()].map((name) => [name, new Set(idsAt(name))]));
  const known = sets(liveAt);
  const reassigning = sets(movingAt);
  return (id, operation) => {
    if (known.get(operation)?.has(id)) return id;
    const { unknown, moving } = LOOKUPS[OPERATIONS.get(operation)?.family ?? 'allocation'];
    return reassigning.get(operation)?.has(id) ? moving : unknown;
  };
}

function rejectionReply({ status, error, allow }: Rejection): Reply {
  const reply = jsonReply(status, { error });
  return allow === undefined ? reply : withHeader(reply, 'allow', allow);
}

/** Keeps the reply of each object: responses and rejections are prebuilt, and each becomes a reply once. */
function keeping<T extends object>(make: (one: T) => Reply): (one: T) => Reply {
  const kept = new WeakMap<T, Reply>();
  return (one) => {
    const known = kept.get(one);
    if (known !== undefined) return known;
    const reply = make(one);
    kept.set(one, reply);
    return reply;
  };
}
