import * as fc from 'fast-check';
import type { Break } from './breaking.ts';

/** A break that puts one of these values in the place of the valid one; the first is the simplest. */
export function replacedBy(wrong: readonly unknown[]): readonly Break[] {
  if (wrong.length === 0) return [];
  const alternatives = wrong.map((value) => ({
    label: JSON.stringify(value),
    edits: fc.constant(() => value),
  }));
  return [{ alternatives }];
}
