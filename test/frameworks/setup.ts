/** The shared parts of the imitated frameworks: the registry behind them, and the failures that a setup declares. */
import { isPosted, type Route } from '../../src/reference/registry/operations.ts';
import { isRecord } from '../../src/reference/registry/read-body.ts';
import {
  jsonReply,
  Rejection,
  type Reply,
  withHeader,
} from '../../src/reference/registry/reply.ts';
import type { Change, Incoming, Steps } from '../../src/reference/registry/steps.ts';

/** One setup of a framework. test/corpus has the requirements that it fails. */
export interface Setup {
  readonly id: string;
  readonly statement: string;
  readonly change: Change;
}

type Serve = (incoming: Incoming, registry: Steps) => Reply;

/** A server in front of the registry's lookups and documents; the registry itself serves the metadata. */
export const server =
  (serve: Serve): Change =>
  (registry) => ({
    serve: async (incoming) => {
      const route = registry.route(incoming.target);
      if (route !== undefined && !isPosted(route)) return registry.serve(incoming);
      await registry.pause();
      return serve(incoming, registry);
    },
  });

/** The allocation of the path; the router has already decoded its segment. */
export function locate(registry: Steps, { operation, kind, segment }: Route): string | Rejection {
  if (kind === 'factory') return '';
  const id = registry.decode(segment);
  return id instanceof Rejection ? id : registry.find(id, operation);
}

/** The registry's response with 200, or its rejection of the arguments of a factory. */
export function found(
  registry: Steps,
  incoming: Incoming,
  { operation }: Route,
  id: string,
  excludeDebugFields: boolean,
): Reply {
  const { choiceArguments } = members(parsed(incoming.text)?.value);
  const terms = isRecord(choiceArguments) ? registry.readArguments(choiceArguments, operation) : {};
  if (terms instanceof Rejection) return jsonReply(terms.status, { error: terms.error });
  const call = { operation, id, excludeDebugFields, meta: {}, incoming, terms };
  return registry.succeed(registry.respond(call), call);
}

/** The 405 of a router that knows the methods of its paths. */
export const allowing = (reply: Reply): Reply => withHeader(reply, 'allow', 'POST');

/** The value of a JSON text; undefined if it is malformed. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The members of an object; an empty object for any other value. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export const isJson = ({ headers }: Incoming): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
