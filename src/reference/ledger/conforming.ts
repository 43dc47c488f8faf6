/** The conforming ledger: what each step does without faults and variants. */
import type { IncomingHttpHeaders } from 'node:http';
import { decodeBody, isDateTime } from './decode.ts';
import { rejectDeprecated } from './deprecated.ts';
import { DecodeError, denied, HttpError, replyTo } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { forPages, preflightReply, type Reply } from './reply.ts';
import type { Caller, ParameterKind, Route } from './route.ts';
import { findRoute } from './router.ts';
import type { Change, Incoming, Match, Steps } from './steps.ts';
import { type TokenIssuer, tokenOf } from './tokens.ts';

const OPEN: Caller = { userId: undefined, rights: [], open: true };
const NO_CALLER: Caller = { userId: undefined, rights: [], open: false };

/** The steps of a ledger that serves those routes, with the change. */
export function buildSteps(
  ledger: Ledger,
  routes: readonly Route[],
  tokens: TokenIssuer,
  change: Change,
): Steps {
  const steps: Steps = {
    routes,
    serve: (incoming) => serve(steps, incoming),
    find: (method, pathname) => findRoute(steps.routes, method, pathname, ledger.version),
    checkParameters,
    identify: (headers, route) => identify(ledger, tokens, headers, route),
    negotiate,
    decode: (bytes, route) => {
      if (!ledger.servesDeprecated) rejectDeprecated(bytes, route);
      const { body } = route;
      return body === undefined || body === 'bytes' ? undefined : decodeBody(bytes, body);
    },
    authorise: (route, call) => route.authorise(call, ledger),
    handle: (route, call) => route.handle(call, ledger),
    succeed: (reply) => reply,
    reject: (error) => replyTo(error, ledger.participant),
    finish: forPages,
  };
  return Object.assign(steps, change({ ...steps }, ledger));
}

async function serve(steps: Steps, incoming: Incoming): Promise<Reply> {
  let match: Match | undefined;
  let reply: Reply;
  try {
    const { method, target, headers, bytes } = incoming;
    const url = new URL(`http://ledger${target}`);
    const methods = isPreflight(incoming) ? methodsAt(steps, url.pathname) : [];
    if (methods.length > 0) return steps.finish(preflightReply(methods), incoming);
    match = steps.find(method === 'HEAD' ? 'GET' : method, url.pathname);
    const { route, path } = match;
    steps.checkParameters(match, url.searchParams);
    const caller = steps.identify(headers, route);
    steps.negotiate(headers, route);
    const body = steps.decode(bytes, route);
    const call = { method, path, query: url.searchParams, headers, body, bytes, caller };
    steps.authorise(route, call);
    reply = steps.succeed(await steps.handle(route, call), call, route);
  } catch (error) {
    reply = steps.reject(error, incoming, match);
  }
  return steps.finish(reply, incoming);
}

/** True for what a browser sends before the request of a page (Fetch standard, "CORS-preflight request"). */
function isPreflight({ method, headers }: Incoming): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in headers;
}

/** The methods that are served at a path. */
function methodsAt({ find }: Steps, pathname: string): readonly string[] {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => {
    try {
      return find(method, pathname) !== undefined;
    } catch {
      return false;
    }
  });
}

function identify(
  ledger: Ledger,
  tokens: TokenIssuer,
  headers: IncomingHttpHeaders,
  route: Route,
): Caller {
  if (route.token === 'never') return NO_CALLER;
  const token = tokenOf(headers);
  if (!ledger.auth) return OPEN;
  const userId = token === undefined ? undefined : tokens.subject(token);
  if (userId === undefined) return NO_CALLER;
  const user = ledger.users.find(userId);
  if (user === undefined || user.isDeactivated) {
    throw denied({ ledger_api_error: 'invalid token' });
  }
  return { userId, rights: [...user.rights.values()], open: false };
}

/** Throws 406 unless the Accept header admits the media type of a success. */
function negotiate(headers: IncomingHttpHeaders, { produces = 'application/json' }: Route): void {
  const accept = headers.accept?.trim() ?? '';
  if (accept === '' || produces === 'none') return;
  const [type] = produces.split('/');
  const good = accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const rejected = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !rejected && ['*/*', `${type}/*`, produces].includes(name);
  });
  if (!good) throw new HttpError({ status: 406 });
}

/** Throws DecodeError for a malformed, repeated or missing parameter. */
function checkParameters({ route, path }: Match, query: URLSearchParams): void {
  for (const [name, kind] of Object.entries(route.pathKinds ?? {})) {
    if (!reads(kind, path[name] ?? '')) {
      throw new DecodeError(`Invalid value for: path parameter ${name}`);
    }
  }
  for (const [name, kind] of Object.entries(route.query ?? {})) {
    const values = query.getAll(name);
    if (kind === 'needed' && values.length === 0) {
      throw new DecodeError(`Invalid value for: query parameter ${name} (missing)`);
    }
    const repeated = values.length > 1 && kind !== 'strings';
    if (repeated || !values.every((value) => reads(kind, value))) {
      throw new DecodeError(`Invalid value for: query parameter ${name}`);
    }
  }
}

function reads(kind: ParameterKind, value: string): boolean {
  switch (kind) {
    case 'int':
      return isWithin(value, 31n);
    case 'long':
      return isWithin(value, 63n);
    case 'bool':
      return value === 'true' || value === 'false';
    case 'date-time':
      return isDateTime(value);
    default:
      return true;
  }
}

function isWithin(value: string, bits: bigint): boolean {
  if (!/^[+-]?\d{1,20}$/.test(value)) return false;
  const number = BigInt(value.replace('+', ''));
  return number >= -(2n ** bits) && number < 2n ** bits;
}
