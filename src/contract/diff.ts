/** The differences between two contracts, such as two versions of an API. */

import type {
  Content,
  Contract,
  ContractDifference,
  DifferenceSubject,
  JsonSchema,
  Operation,
  Parameter,
} from './contract.ts';
import {
  changed,
  demand,
  paired,
  presence,
  type SchemaChange,
  schemaChanges,
  wordsOf,
} from './diff-schema.ts';

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
 * The differences from `a` to `b`: first operations with their parameters and bodies, then named schemas, then error
 * codes, each in the order of the documents. Operations are the same if method and path are, schemas if their names are. Descriptions are
 * not compared.
 */
export function diff(a: Contract, b: Contract): readonly ContractDifference[] {
  const operations = paired(byPlace(a), byPlace(b)).flatMap(([place, before, after]) =>
    operationDifferences(place, before, after).map((found) => ({ ...found, seenIn: [] })),
  );
  const places = [placesOf(a), placesOf(b)];
  const schemas = paired(schemasOf(a), schemasOf(b)).flatMap(
    ([name, before, after]): readonly ContractDifference[] => {
      const seenIn = [...new Set(places.flatMap((known) => known.get(name) ?? []))];
      const subject = before === undefined || after === undefined ? 'schema' : 'field';
      return wholeChanges(name, before, after).map((change) => ({ ...change, subject, seenIn }));
    },
  );
  return [...operations, ...schemas, ...codeDifferences(a, b)];
}

/** The error codes with their categories. */
function codeDifferences(a: Contract, b: Contract): readonly ContractDifference[] {
  return paired(codesOf(a), codesOf(b)).flatMap(([code, before, after]) => {
    const changes =
      before === undefined || after === undefined
        ? presence(code, before, after)
        : changed('changed', code, before, after);
    return changes.map((change) => ({ ...change, subject: 'code' as const, seenIn: [] }));
  });
}

function codesOf({ document }: Contract): readonly (readonly [string, string])[] {
  const codes = (document['x-error-category'] ?? {}) as Readonly<Record<string, number>>;
  return Object.entries(codes).map(([code, category]) => [code, `category ${category}`]);
}

function operationDifferences(at: string, a?: Operation, b?: Operation): readonly Difference[] {
  if (!a || !b) return presence(at, a?.summary, b?.summary).map(of('operation'));
  return [
    ...changed('deprecated', at, adviceOf(a), adviceOf(b)).map(of('operation')),
    ...paired(parametersOf(a), parametersOf(b)).flatMap(([name, before, after]) =>
      parameterChanges(`${at} ${name}`, before, after).map(of('parameter')),
    ),
    ...contentDifferences(`${at} request`, a.requestContent, b.requestContent),
    ...paired(Object.entries(a.responses), Object.entries(b.responses)).flatMap(
      ([status, before, after]) => contentDifferences(`${at} ${status}`, before, after),
    ),
  ];
}

function parameterChanges(at: string, a?: Parameter, b?: Parameter): readonly SchemaChange[] {
  if (!a || !b) return presence(at, a && parameterWords(a), b && parameterWords(b));
  return [
    ...changed('required', at, demand(a.required), demand(b.required)),
    ...schemaChanges(at, a.schema, b.schema),
  ];
}

function contentDifferences(at: string, a?: Content, b?: Content): readonly Difference[] {
  if (!a || !b) return presence(at, a && mediaTypes(a), b && mediaTypes(b)).map(of('body'));
  return paired(Object.entries(a), Object.entries(b)).flatMap(([mediaType, before, after]) =>
    wholeChanges(`${at} ${mediaType}`, before, after).map(of('body')),
  );
}

/** The changes of a schema that may be new or gone as a whole. */
function wholeChanges(at: string, a?: JsonSchema, b?: JsonSchema): readonly SchemaChange[] {
  if (a !== undefined && b !== undefined) return schemaChanges(at, a, b);
  const [from, to] = [a, b].map((each) => (each === undefined ? undefined : wordsOf(each)));
  return presence(at, from, to);
}

function of(subject: DifferenceSubject): (change: SchemaChange) => Difference {
  return (change) => ({ ...change, subject });
}

function adviceOf(operation: Operation): string {
  const { deprecated } = operation;
  const advice = deprecated
    ? `deprecated since ${deprecated.announced} for ${deprecated.replacement}`
    : 'in use';
  return `${advice}${offByDefault(operation)}`;
}

/** What servers of the version of its contract switch off unless they are told not to, in words. */
function offByDefault({ switchedOff, contract: { version } }: Operation): string {
  if (
    switchedOff === undefined ||
    version.localeCompare(switchedOff.since, 'en', { numeric: true }) < 0
  )
    return '';
  const { members } = switchedOff;
  return members === undefined
    ? ', off by default'
    : `, without ${members.join(' and ')} by default`;
}

function parameterWords({ schema, required }: Parameter): string {
  return `${wordsOf(schema)}, ${demand(required)}`;
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
