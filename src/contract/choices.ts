/** Reduces the errors of a value with alternative shapes to those of its own shape. */
import type { ErrorObject } from 'ajv/dist/2020.js';

const CHOICES: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);

/**
 * A value with an error inside the member of one shape has that shape. Errors about missing members of other shapes are
 * dropped, and so is the error that no shape fits. A value without the member of any shape keeps only the error that no
 * shape fits. All other errors are kept.
 */
export function withoutOtherChoices(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = errors.filter(({ keyword }) => CHOICES.has(keyword));
  if (choices.length === 0) return errors;
  const broken = holdersOf(errors);
  const inside = choices.filter(({ instancePath }) => broken.has(instancePath)).map(placeOf);
  const missing = new Map<string, number>();
  for (const one of errors) missing.set(choiceOf(one), (missing.get(choiceOf(one)) ?? 0) + 1);
  const none = choices
    .filter((one) => missing.get(placeOf(one)) === membersOf(one)?.length)
    .map(placeOf);
  const [dropped, explained] = [new Set(inside), new Set([...inside, ...none])];
  return errors.filter((one) => !dropped.has(placeOf(one)) && !explained.has(choiceOf(one)));
}

/** The required member of each shape of a choice, if each has exactly one. */
export function membersOf({ schema }: Pick<ErrorObject, 'schema'>): readonly string[] | undefined {
  if (!Array.isArray(schema)) return undefined;
  const names = schema.map((shape: { readonly required?: readonly string[] } | boolean) =>
    typeof shape === 'object' && shape.required?.length === 1 ? shape.required[0] : undefined,
  );
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** The pointers to all values that contain an error. */
function holdersOf(errors: readonly ErrorObject[]): ReadonlySet<string> {
  const holders = new Set<string>();
  for (const { instancePath } of errors) {
    let at = instancePath.lastIndexOf('/');
    while (at >= 0 && !holders.has(instancePath.slice(0, at))) {
      holders.add(instancePath.slice(0, at));
      at = at === 0 ? -1 : instancePath.lastIndexOf('/', at - 1);
    }
  }
  return holders;
}

const placeOf = ({ instancePath, schemaPath }: ErrorObject): string =>
  `${instancePath} ${schemaPath}`;

/** The choice to which a missing member belongs; empty for other errors. */
function choiceOf({ keyword, instancePath, schemaPath }: ErrorObject): string {
  const [, choice] = /^(.*\/(?:oneOf|anyOf))\/\d+\/required$/.exec(schemaPath) ?? [];
  return keyword === 'required' && choice !== undefined ? `${instancePath} ${choice}` : '';
}
