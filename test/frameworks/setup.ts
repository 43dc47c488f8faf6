/** What the imitated frameworks share: the registry behind them, and how a setup says what must fail. */
import { isRecord } from '../../src/reference/registry/read-body.ts';
import { Rejection, type Reply, withHeader } from '../../src/reference/registry/reply.ts';
import type { Change, Incoming, Route, Steps } from '../../src/reference/registry/steps.ts';

/** One way to set a framework up, and what the kit has to say about it: no more, no less. */
export interface Setup {
  readonly id: string;
  readonly statement: string;
  readonly change: Change;
  /** Requirements of these levels that fail. */
  readonly must: readonly string[];
  readonly should: readonly string[];
  /** Each 400 is text of the framework, so that nothing is seen of the documented body. */
  readonly textOnly?: true;
}

const CONTEXTS = ['withdraw', 'execute-transfer', 'cancel'].map((name) => `allocation-v1/${name}`);
const FACTORY = 'allocation-instruction-v1/allocation-factory';
type Named = (...names: readonly string[]) => string[];

const named =
  (areas: readonly string[]): Named =>
  (...names: readonly string[]): string[] =>
    areas.flatMap((operationName) => names.map((name) => `registry/${operationName}/${name}`));

export const everywhere: Named = named([...CONTEXTS, FACTORY]);
export const contexts: Named = named(CONTEXTS);
export const factory: Named = named([FACTORY]);

type Serve = (incoming: Incoming, registry: Steps) => Reply;

/** A server of its own in front of the registry's lookups and documents. */
export const server =
  (serve: Serve): Change =>
  (registry) => ({
    serve: async (incoming) => {
      await registry.pause();
      return serve(incoming, registry);
    },
  });

/** The allocation of the path; a router has decoded its segment. */
export function locate(registry: Steps, { operation, segment }: Route): string | Rejection {
  if (operation === 'allocation-factory') return '';
  const id = registry.decode(segment);
  return id instanceof Rejection ? id : registry.find(id, operation);
}

/** The 200 of the registry. */
export function found(
  registry: Steps,
  incoming: Incoming,
  { operation }: Route,
  id: string,
  excludeDebugFields: boolean,
): Reply {
  const call = { operation: operation, id, excludeDebugFields, meta: {}, incoming };
  return registry.succeed(registry.respond(call), call);
}

/** A 405 of a router, which knows the methods of its paths. */
export const allowing = (reply: Reply): Reply => withHeader(reply, 'allow', 'POST');

/** A JSON text, or nothing where it is none. */
export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The members of an object; of anything else, as scripts see it, none. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export const isJson = ({ headers }: Incoming): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
