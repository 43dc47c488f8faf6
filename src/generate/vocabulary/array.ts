import * as fc from 'fast-check';
import type { SchemaKeywords } from '../../contract/contract.ts';
import { canonical } from '../json-types.ts';
import { kept } from '../kept.ts';
import type { Child, Vocabulary } from '../schema.ts';

/** Lists get few optional items: a third item rarely shows more than two. */
const SPARE = 3;

export const array: Vocabulary = {
  type: 'array',
  keywords: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  values: (schema, child, pointer) => {
    const { prefixItems = [], minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
    const first: fc.Arbitrary<unknown>[] = [];
    for (const [index, prefix] of prefixItems.slice(0, maxItems).entries()) {
      const item = child(prefix, `/prefixItems/${index}`);
      if (!item) break;
      first.push(item);
    }
    const complete = first.length === prefixItems.length;
    const rest = complete ? tail(schema, child, first.length) : undefined;
    if (!rest) return first.length < minItems ? undefined : fc.tuple(...first);
    const all =
      first.length === 0
        ? rest
        : fc.tuple(fc.tuple(...first), rest).map(([start, end]) => [...start, ...end]);
    return uniqueItems && first.length > 0 ? kept(all, distinct, 'uniqueItems', pointer) : all;
  },
};

function tail(
  schema: SchemaKeywords,
  child: Child,
  taken: number,
): fc.Arbitrary<unknown[]> | undefined {
  const { items = true, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
  const minLength = Math.max(0, minItems - taken);
  const maxLength = Math.min(maxItems - taken, minLength + SPARE);
  const item = maxLength > 0 ? child(items, '/items') : undefined;
  if (!item) return undefined;
  return uniqueItems
    ? fc.uniqueArray(item, { minLength, maxLength, selector: canonical, size: 'max' })
    : fc.array(item, { minLength, maxLength, size: 'max' });
}

function distinct(values: readonly unknown[]): boolean {
  return new Set(values.map(canonical)).size === values.length;
}
