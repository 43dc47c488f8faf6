/** Adds what the kit needs to the operations of a foreign document, from the kit's own contracts of its API. */

import type { Contract, Operation, Parameter } from '../contract.ts';
import type { Json } from '../json.ts';
import { METHODS, type OpenApiDocument } from '../openapi.ts';
import { follow } from '../pointer.ts';

/** Our own operations by method and path, those of the nearest version first. */
interface KnownNames {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly names: Set<string>;
  /** The methods and paths of the foreign document. */
  readonly places: ReadonlySet<string>;
}

/**
 * The document with name, effect and all other `x-` members of our operations at the same paths. Its own `x-` members
 * are ignored, because a target may have written them. `undefined` if it has none of our operations.
 */
export function completed(document: Json, own: readonly Contract[]): OpenApiDocument | undefined {
  const info = (document['info'] ?? {}) as Json;
  const version = String(info['version'] ?? '');
  const contracts = own.toSorted(
    (a, b) => distance(a.version, version) - distance(b.version, version),
  );
  const operations = new Map(
    contracts
      .toReversed()
      .flatMap((contract) => contract.operations)
      .map((operation) => [placeOf(operation.method, operation.path), operation]),
  );
  const paths = document['paths'] as Readonly<Record<string, Json>>;
  const places = new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => placeOf(method, path)),
    ),
  );
  if (![...places].some((place) => operations.has(place))) return undefined;
  const names = new Set([...operations.values()].map(({ name }) => name));
  const known: KnownNames = { operations, names, places };
  return {
    ...extensionsOf(contracts[0]?.document ?? {}),
    ...document,
    info: { ...info, version },
    paths: completedPaths(document, paths, known),
  } as unknown as OpenApiDocument;
}

/** Uses the paths of the kit's own contracts, because requests name their parameters by them. */
function completedPaths(
  document: Json,
  paths: Readonly<Record<string, Json>>,
  known: KnownNames,
): Readonly<Record<string, Json>> {
  const own = new Map([...known.operations.values()].map(({ path }) => [placeOf('', path), path]));
  const completed = new Map<string, Json>();
  for (const [path, item] of Object.entries(paths)) {
    const name = own.get(placeOf('', path)) ?? path;
    const operations = completedItem(document, path, item, known);
    completed.set(name, { ...operations, ...completed.get(name) });
  }
  return Object.fromEntries(completed);
}

/** The `x-` members of the kit's own document about the whole API. */
function extensionsOf(document: Json): Json {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name.startsWith('x-')));
}

function completedItem(document: Json, path: string, item: Json, known: KnownNames): Json {
  const shared = parametersOf(document, item);
  return Object.fromEntries(
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, stated]) => {
        const ours = known.operations.get(placeOf(method, path));
        const stating = [shared, parametersOf(document, stated as Json)] as const;
        const [outer, inner] = stating.map((list) => renamed(list, path, ours?.path ?? path));
        const parameters = merged(outer ?? [], inner ?? [], ours);
        const own = Object.entries(stated as Json).filter(([name]) => !name.startsWith('x-'));
        const whole = { responses: {}, ...Object.fromEntries(own), parameters };
        return [
          method,
          ours ? familiar(whole, ours, known) : unfamiliar(whole, method, path, known),
        ];
      }),
  );
}

function familiar(stated: Json, ours: Operation, { places }: KnownNames): Json {
  const { contract, operationId, summary, path, method, deprecated } = ours;
  const at = contract.document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>;
  const extensions = Object.entries(at[path]?.[method.toLowerCase()] ?? {}).filter(
    ([name]) =>
      name.startsWith('x-') && (name !== 'x-deprecated' || isReplaced(deprecated, places)),
  );
  return { operationId, summary, ...stated, ...Object.fromEntries(extensions) };
}

/** A deprecation that points to an unknown operation is left out. */
function isReplaced(deprecated: Operation['deprecated'], places: ReadonlySet<string>): boolean {
  const [method = '', path = ''] = deprecated?.replacement.split(' ') ?? [];
  return places.has(placeOf(method, path));
}

/** An unknown operation may have any effect, unless it is a GET. */
function unfamiliar(stated: Json, method: string, path: string, { names }: KnownNames): Json {
  const { operationId = `${method} ${path}` } = stated;
  const name = kebab(String(operationId));
  let unique = name;
  for (let count = 2; names.has(unique); count++) unique = `${name}-${count}`;
  names.add(unique);
  const effect = method === 'get' || method === 'head' ? 'read' : 'irreversible';
  return { summary: operationId, ...stated, operationId, 'x-name': unique, 'x-effect': effect };
}

function kebab(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/);
  return (
    words
      .filter((word) => word !== '')
      .join('-')
      .toLowerCase() || 'operation'
  );
}

function parametersOf(document: Json, { parameters = [] }: Json): readonly Parameter[] {
  return (parameters as readonly (Parameter | { readonly $ref: string })[]).map((part) =>
    '$ref' in part ? (follow(document, part.$ref) as Parameter) : part,
  );
}

/**
 * The parameters of the path and of the operation, which take precedence; our operation marks those that servers
 * require.
 */
function merged(
  shared: readonly Parameter[],
  own: readonly Parameter[],
  ours: Operation | undefined,
): readonly object[] {
  const id = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;
  const needed = new Set((ours?.parameters ?? []).filter((each) => each.needed).map(id));
  const all = new Map([...shared, ...own].map((parameter) => [id(parameter), parameter]));
  return [...all].map(([at, parameter]) =>
    needed.has(at) ? { ...parameter, 'x-needed': true } : parameter,
  );
}

/** Renames path parameters to the names in our template of the same path. */
function renamed(parameters: readonly Parameter[], from: string, to: string): readonly Parameter[] {
  const [theirs, ours] = [from, to].map((path) =>
    [...path.matchAll(/\{([^{}]*)\}/g)].map((m) => m[1]),
  );
  return parameters.map((parameter) => {
    const at = parameter.in === 'path' ? (theirs?.indexOf(parameter.name) ?? -1) : -1;
    return at === -1 ? parameter : { ...parameter, name: ours?.[at] ?? parameter.name };
  });
}

/** Names of path parameters may differ, so only their positions count. */
export function placeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

/** The distance between two versions: the major number counts more than all minor ones. */
function distance(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => {
    const [major = 0, minor = 0] = (/(\d{1,9})\.(\d{1,9})/.exec(text) ?? []).slice(1).map(Number);
    return major * 1000 + minor;
  });
  return Math.abs((first ?? 0) - (second ?? 0));
}
