/** The differences between two contracts, such as two versions of an API. */
import type {
  Content,
  Contract,
  ContractDifference,
  DifferenceKind,
  DifferenceSubject,
  JsonSchema,
  Operation,
  Parameter,
} from './contract.ts';
import { type SchemaChange, schemaChanges, wordsOf } from './diff-schema.ts';

const NAMED = '#/components/schemas/';

/** The bodies that use each named schema at any depth, such as `POST /v2/users request` or `… response`. */
function placesOf({ document, operations }: Contract): ReadonlyMap<string, readonly string[]> {
  const { schemas = {} } = (document['components'] ?? {}) as {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
  };
  const places = new Map<string, string[]>();
  for (const { method, path, requestContent = {}, responses } of operations) {
    const bodies = { request: requestContent, response: responses };
    for (const [direction, body] of Object.entries(bodies)) {
      for (const name of namesBelow(body, schemas, new Set())) {
        places.set(name, [...(places.get(name) ?? []), `${method} ${path} ${direction}`]);
      }
    }
  }
  return places;
}

function namesBelow(
  part: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
  found: Set<string>,
): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [keyword, value] of Object.entries(part)) {
    if (keyword !== '$ref' || typeof value !== 'string' || !value.startsWith(NAMED)) {
      namesBelow(value, schemas, found);
      continue;
    }
    const name = value.slice(NAMED.length);
    if (found.has(name)) continue;
    found.add(name);
    namesBelow(schemas[name], schemas, found);
  }
  return found;
}

type Difference = Omit<ContractDifference, 'seenIn'>;

/**
 * The differences from `a` to `b`: first operations with their parameters and bodies, then named schemas, each in the
 * order of the documents. Operations are the same if method and path are, schemas if their names are. Descriptions are
 * not compared.
 */
export function diff(a: Contract, b: Contract): readonly ContractDifference[] {
  const operations = paired(byPlace(a), byPlace(b)).flatMap(([place, before, after]) =>
    operationDifferences(place, before, after).map((found) => ({ ...found, seenIn: [] })),
  );
  const places = [placesOf(a), placesOf(b)];
  const schemas = paired(schemasOf(a), schemasOf(b)).flatMap(([name, before, after]) => {
    const seenIn = [...new Set(places.flatMap((known) => known.get(name) ?? []))];
    return schemaDifferences(name, before, after).map((found) => ({ ...found, seenIn }));
  });
  return [...operations, ...schemas];
}

function operationDifferences(at: string, a?: Operation, b?: Operation): readonly Difference[] {
  if (!a || !b) return [presence('operation', at, a?.summary, b?.summary)];
  const advice = [adviceOf(a), adviceOf(b)] as const;
  return [
    ...(advice[0] === advice[1] ? [] : [between('deprecated', 'operation', at, ...advice)]),
    ...paired(parametersOf(a), parametersOf(b)).flatMap(([name, before, after]) =>
      parameterDifferences(`${at} ${name}`, before, after),
    ),
    ...contentDifferences(`${at} request`, a.requestContent, b.requestContent),
    ...paired(Object.entries(a.responses), Object.entries(b.responses)).flatMap(
      ([status, before, after]) => contentDifferences(`${at} ${status}`, before, after),
    ),
  ];
}

function parameterDifferences(at: string, a?: Parameter, b?: Parameter): readonly Difference[] {
  if (!a || !b) return [presence('parameter', at, a && parameterWords(a), b && parameterWords(b))];
  const demands = [demand(a.required), demand(b.required)] as const;
  return [
    ...(a.required === b.required ? [] : [between('required', 'parameter', at, ...demands)]),
    ...schemaChanges(at, a.schema, b.schema).map(of('parameter')),
  ];
}

function contentDifferences(at: string, a?: Content, b?: Content): readonly Difference[] {
  if (!a || !b)
    return a === b ? [] : [presence('body', at, a && mediaTypes(a), b && mediaTypes(b))];
  return paired(Object.entries(a), Object.entries(b)).flatMap(([mediaType, before, after]) => {
    const place = `${at} ${mediaType}`;
    if (before !== undefined && after !== undefined) {
      return schemaChanges(place, before, after).map(of('body'));
    }
    const words = (schema?: JsonSchema) => (schema === undefined ? undefined : wordsOf(schema));
    return [presence('body', place, words(before), words(after))];
  });
}

function schemaDifferences(name: string, a?: JsonSchema, b?: JsonSchema): readonly Difference[] {
  if (a !== undefined && b !== undefined) return schemaChanges(name, a, b).map(of('field'));
  const [from, to] = [a, b].map((each) => (each === undefined ? undefined : wordsOf(each)));
  return [presence('schema', name, from, to)];
}

function of(subject: DifferenceSubject): (change: SchemaChange) => Difference {
  return (change) => ({ ...change, subject });
}

function presence(subject: DifferenceSubject, at: string, from?: string, to?: string): Difference {
  return from === undefined
    ? { kind: 'added', subject, at, to: to ?? '' }
    : { kind: 'removed', subject, at, from };
}

function between(
  kind: DifferenceKind,
  subject: DifferenceSubject,
  at: string,
  from: string,
  to: string,
): Difference {
  return { kind, subject, at, from, to };
}

function adviceOf({ deprecated }: Operation): string {
  if (!deprecated) return 'in use';
  return `deprecated since ${deprecated.announced} for ${deprecated.replacement}`;
}

function parameterWords({ schema, required }: Parameter): string {
  return `${wordsOf(schema)}, ${demand(required)}`;
}

function demand(required: boolean): string {
  return required ? 'required' : 'optional';
}

function mediaTypes(content: Content): string {
  return Object.keys(content).join(', ') || 'no body';
}

function byPlace({ operations }: Contract): readonly (readonly [string, Operation])[] {
  return operations.map((operation) => [`${operation.method} ${operation.path}`, operation]);
}

function parametersOf({ parameters = [] }: Operation): readonly (readonly [string, Parameter])[] {
  return parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]);
}

function schemasOf({ document }: Contract): readonly (readonly [string, JsonSchema])[] {
  const { schemas = {} } = (document['components'] ?? {}) as {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
  };
  return Object.entries(schemas);
}

/** Every name of the two lists once, with its value in each list. */
function paired<T>(
  a: readonly (readonly [string, T])[],
  b: readonly (readonly [string, T])[],
): readonly (readonly [string, T | undefined, T | undefined])[] {
  const [before, after] = [new Map(a), new Map(b)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => [name, before.get(name), after.get(name)]);
}
