/** The documented members of a request: the optional ones, and their values. */
import fc, { type Arbitrary } from 'fast-check';
import { follow, type JsonSchema, type Operation, valid } from '../../src/kit.ts';

/** Any object with an operation. */
interface Of {
  readonly operation: Operation;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The members of the request schema, from the document. */
export function memberNames({ operation }: Of): readonly string[] {
  return Object.keys(schemaOf(operation).properties ?? {});
}

/** The optional ones. */
export function optionalNames({ operation }: Of): readonly string[] {
  const { properties = {}, required = [] } = schemaOf(operation);
  return Object.keys(properties).filter((name) => !required.includes(name));
}

const schemaOf = ({ request, contract }: Operation): ObjectSchema =>
  resolved(request, contract.document);

function resolved(schema: JsonSchema | undefined, root: unknown): ObjectSchema {
  const ref = (schema as { $ref?: string } | undefined)?.$ref;
  if (ref === undefined) return (schema ?? {}) as ObjectSchema;
  return follow(root, ref) as ObjectSchema;
}

/** Every valid value of the optional members except the flag. */
export function otherOptions(subject: Of): Arbitrary<Record<string, unknown>> {
  const names = optionalNames(subject).filter((name) => name !== 'excludeDebugFields');
  return names.length === 0
    ? fc.constant({})
    : fc.record(memberValues(subject, names), { requiredKeys: [] });
}

function memberValues(
  { operation }: Of,
  names: readonly string[],
): Record<string, Arbitrary<unknown>> {
  const root = operation.contract.document;
  const { properties = {} } = schemaOf(operation);
  return Object.fromEntries(names.map((name) => [name, valid(properties[name] ?? true, root)]));
}

/** The plain options, without those that the document does not have. */
export function known<T extends object>(operation: Operation, options: T): Partial<T> {
  const names = optionalNames({ operation });
  const own = Object.entries(options).filter(([name]) => names.includes(name));
  return Object.fromEntries(own) as Partial<T>;
}
