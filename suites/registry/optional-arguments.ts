/** Valid arguments whose optional members have no value (null, or no such member), or one that the example lacks. */
import { leavesOf } from '../../src/kit.ts';
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

/**
 * The arguments with funds for the next iteration in each allocation: none in reserve, and some of its instrument. Empty
 * if the example names no instrument.
 */
export function fundedArguments(
  example: Json,
): readonly { readonly name: string; readonly args: Json }[] {
  const instrument = leavesOf(example).find(({ path }) => path.at(-1) === 'instrumentId')?.value;
  if (typeof instrument !== 'string') return [];
  const funds = { 'funded-without-reserve': {}, funded: { [instrument]: '3.0' } };
  return Object.entries(funds).map(([name, nextIterationFunding]) => ({
    name,
    args: funding(example, nextIterationFunding) as Json,
  }));
}

function funding(value: unknown, nextIterationFunding: object): unknown {
  if (Array.isArray(value)) return value.map((one) => funding(one, nextIterationFunding));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [
    name,
    funding(one, nextIterationFunding),
  ]);
  const isAllocation = 'transferLegSides' in value || 'allocationCid' in value;
  return { ...Object.fromEntries(members), ...(isAllocation && { nextIterationFunding }) };
}
