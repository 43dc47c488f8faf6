/**
 * Removes nulls that stand for absent members. Many servers write absent optional members as null; a separate
 * requirement judges this.
 */
import type { Contract, JsonSchema } from './contract.ts';
import { partOf } from './shape.ts';
import { withoutMembers } from './without-members.ts';

/**
 * A copy of `value` without the null members that `schema` names and does not require, at any described depth; the same
 * value if there are none. Free-form objects stay the same. If several branches of a choice fit a value, the members
 * that any of them requires are required. The values of a map are not optional members: null stays.
 */
export function dropAbsentNulls(contract: Contract, schema: JsonSchema, value: unknown): unknown {
  return withoutMembers(
    partOf(contract, schema),
    value,
    ({ members }, name, member) => member === null && members.get(name)?.required === false,
  );
}
