/** What the documents say of a request: its optional members, and their values. */
import fc, { type Arbitrary } from 'fast-check';
import { follow, type JsonSchema, valid } from '../../src/index.ts';
import type { Subject } from './subject.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The optional members of the request schema, from the document. */
export function optionalNames({ operation }: Subject): readonly string[] {
  const { properties = {}, required = [] } = resolved(
    operation.request,
    operation.contract.document,
  );
  return Object.keys(properties).filter((name) => !required.includes(name));
}

function resolved(schema: JsonSchema | undefined, root: unknown): ObjectSchema {
  const ref = (schema as { $ref?: string } | undefined)?.$ref;
  if (ref === undefined) return (schema ?? {}) as ObjectSchema;
  return follow(root, ref) as ObjectSchema;
}

/** Every valid value of the optional members but the flag. */
export function otherOptions(subject: Subject): Arbitrary<Record<string, unknown>> {
  const names = optionalNames(subject).filter((name) => name !== 'excludeDebugFields');
  return names.length === 0
    ? fc.constant({})
    : fc.record(memberValues(subject, names), { requiredKeys: [] });
}

function memberValues(
  { operation }: Subject,
  names: readonly string[],
): Record<string, Arbitrary<unknown>> {
  const root = operation.contract.document;
  const { properties = {} } = resolved(operation.request, root);
  return Object.fromEntries(names.map((name) => [name, valid(properties[name] ?? true, root)]));
}
