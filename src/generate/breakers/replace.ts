import * as fc from 'fast-check';
import type { Break } from './breaking.ts';

/** A break that replaces the valid value by one of these; the first is the simplest. */
export function replacedBy(wrong: readonly unknown[]): readonly Break[] {
  if (wrong.length === 0) return [];
  const alternatives = wrong.map((value) => ({
    label: JSON.stringify(value),
    edits: fc.constant(() => value),
  }));
  return [{ alternatives }];
}
