/** Checks requests and pointers against the documents. */
import type { Call, Contract, JsonSchema, Operation } from '../../../../src/kit.ts';
import { resolved, sent, suggestion, undescribedMembers, validator } from '../../../../src/kit.ts';
import { isObject } from '../../json.ts';
import { membersOf } from '../places.ts';
import type { Checker, Path } from './names.ts';

/** Fails if the body of a request does not fit its schema, or has a member that the document does not name. */
export function checkBody({ mistake }: Checker, call: Call, at: Path): void {
  const { contract, request, method, path } = call.operation;
  if (call.body === undefined || request === undefined) return;
  const body = sent(call);
  const [wrong] = validator(contract, request)(body);
  const [other] = undescribedMembers(contract, request, body);
  const why = wrong ? `${wrong.at || '/'} breaks ${wrong.keyword}` : `the document has no ${other}`;
  if (wrong ?? other) throw mistake(at, `its body does not fit ${method} ${path}: ${why}.`);
}

/** Fails if the documented response of an operation has nothing at this place. */
export function checkPointer(
  { mistake }: Checker,
  operation: Operation,
  pointer: string,
  path: Path,
): void {
  const { contract, responses, method, path: template } = operation;
  let schemas: readonly JsonSchema[] = [responses['200']?.['application/json'] ?? true];
  for (const name of membersOf(pointer)) {
    const wholes = schemas.flatMap((schema) => choicesOf(contract, schema));
    const members = wholes.flatMap((whole) => Object.entries(Object(whole['properties'])));
    const inner = wholes.flatMap(({ items, additionalProperties }) => [
      items,
      additionalProperties,
    ]);
    const named = members.flatMap(([member, schema]) => (member === name ? [schema] : []));
    schemas = [...named, ...inner.filter(isObject)] as readonly JsonSchema[];
    if (schemas.length === 0)
      throw mistake(
        path,
        `the response of ${method} ${template} has no ${name} at ${pointer}.${suggestion(
          name,
          members.map(([member]) => member),
        )}`,
      );
  }
}

function choicesOf(contract: Contract, schema: JsonSchema): readonly Record<string, unknown>[] {
  const whole = resolved(contract, schema);
  const choices = ['oneOf', 'anyOf', 'allOf'].flatMap(
    (name) => (whole[name] ?? []) as JsonSchema[],
  );
  return [whole, ...choices.flatMap((choice) => choicesOf(contract, choice))];
}
