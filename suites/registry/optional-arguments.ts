/** Valid arguments whose optional members have no value, and how they say so: null, or no such member. */
import { isObject, type Json } from '../kit/json.ts';

/** Optional members of the choices, in any object of the arguments. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'settlementDeadline',
  'nextIterationFunding',
  'cid',
]);

const FORMS = ['null', 'absent'] as const;
type Form = (typeof FORMS)[number];

/**
 * The arguments with each form of no value in their optional members; none if no such member has a value. What is null in
 * an example is absent in the probe of awkward numbers.
 */
export function emptiedArguments(
  example: Json,
): readonly { readonly at: string; readonly args: Json }[] {
  return FORMS.flatMap((form) => {
    const names = new Set<string>();
    const args = emptied(example, form, names) as Json;
    return names.size === 0 ? [] : [{ at: `${form} ${[...names].join(', ')}`, args }];
  });
}

/** The value without the values of optional members, whose names are added to `names`. */
function emptied(value: unknown, form: Form, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => emptied(one, form, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (!OPTIONAL.has(name) || one === null) return [[name, emptied(one, form, names)]];
      names.add(name);
      return form === 'null' ? [[name, null]] : [];
    }),
  );
}
