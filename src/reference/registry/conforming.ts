/** The conforming registry: what each step does when nothing is switched on. */
import type { ContextOperation, Model } from './model.ts';
import { parseBody, readMembers } from './read-body.ts';
import { jsonReply, preflightReply, Rejection, type Reply, withHeader } from './reply.ts';
import type { Call, Change, Incoming, Route, Steps } from './steps.ts';

const CONTEXT_PATH =
  /^\/registry\/allocations\/v1\/([^/]+)\/choice-contexts\/(withdraw|execute-transfer|cancel)$/;
const FACTORY_PATH = '/registry/allocation-instruction/v1/allocation-factory';

const NO_PATH = new Rejection(404, 'path', 'Nothing is served at this path.');
const NO_METHOD = new Rejection(405, 'method', 'Only POST is served at this path.');
const NO_JSON = new Rejection(415, 'media-type', 'The body must be application/json.');
const NO_UTF8 = new Rejection(400, 'malformed', 'The body is not UTF-8.');
const BAD_ESCAPE = new Rejection(404, 'identifier', 'The id is not percent-encoded UTF-8.');
const UNKNOWN = new Rejection(404, 'unknown', 'There is no allocation with this contract id.');
const MOVING = new Rejection(409, 'moving', 'The allocation is being reassigned; try again later.');

/** The steps of a registry that serves the model, with the change. */
export function buildSteps(model: Model, change: Change): Steps {
  const steps: Steps = {
    serve: (incoming) => serve(steps, incoming),
    route,
    allows: (method) => method === 'POST',
    speaks: (contentType) => /^\s*application\/json\s*(;|$)/i.test(contentType),
    reads: ({ isUtf8 }) => isUtf8,
    parse: parseBody,
    check: (value, { operation }) => readMembers(value, operation),
    decode,
    find: finder(model),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    respond: ({ operation, id, excludeDebugFields }) =>
      model.respond(operation, id, excludeDebugFields),
    succeed: keeping((document) => jsonReply(200, document)),
    reject: keeping(rejectionReply),
    finish: (reply) => reply,
  };
  return Object.assign(steps, change({ ...steps }, model));
}

async function serve(steps: Steps, incoming: Incoming): Promise<Reply> {
  const call = understand(steps, incoming);
  await steps.pause();
  const reply = call === 'preflight' ? preflightReply() : respond(steps, call, incoming);
  return steps.finish(reply, incoming);
}

function respond(steps: Steps, call: Call | Rejection, incoming: Incoming): Reply {
  if (call instanceof Rejection) return steps.reject(call, incoming);
  return steps.succeed(steps.respond(call), call);
}

function understand(steps: Steps, incoming: Incoming): Call | Rejection | 'preflight' {
  const { method, target, headers, text } = incoming;
  const at = steps.route(target);
  if (at === undefined) return NO_PATH;
  if (method === 'OPTIONS') return 'preflight';
  if (!steps.allows(method)) return NO_METHOD;
  if (text !== '' && !steps.speaks(headers['content-type'] ?? '')) return NO_JSON;
  if (!steps.reads(incoming)) return NO_UTF8;
  const value = steps.parse(text);
  if (value instanceof Rejection) return value;
  const members = steps.check(value, at);
  if (members instanceof Rejection) return members;
  const id = locate(steps, at);
  if (id instanceof Rejection) return id;
  return { ...members, operation: at.operation, id, incoming };
}

/** The live allocation that a route names, or a rejection; the factory has no id. */
export function locate(steps: Steps, { operation, segment }: Route): string | Rejection {
  if (operation === 'allocation-factory') return '';
  const id = steps.decode(segment);
  return id instanceof Rejection ? id : steps.find(id, operation);
}

function route(target: string): Route | undefined {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (path === FACTORY_PATH) return { operation: 'allocation-factory', segment: '' };
  const match = CONTEXT_PATH.exec(path);
  return match === null
    ? undefined
    : { operation: match[2] as ContextOperation, segment: match[1] ?? '' };
}

function decode(segment: string): string | Rejection {
  try {
    return decodeURIComponent(segment);
  } catch {
    return BAD_ESCAPE;
  }
}

function finder({ live, reassigning }: Model): Steps['find'] {
  const known = new Set(live);
  const moving = new Set(reassigning);
  return (id) => (known.has(id) ? id : moving.has(id) ? MOVING : UNKNOWN);
}

function rejectionReply({ status, why, error }: Rejection): Reply {
  const reply = jsonReply(status, { error });
  return why === 'method' ? withHeader(reply, 'allow', 'POST, OPTIONS') : reply;
}

/** Responses and rejections are prebuilt objects, so each is turned into a reply only once. */
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
