/** What a breaker gets and returns, and its parts that several breakers share. */
import * as fc from 'fast-check';
import type { JsonType, SchemaKeywords } from '../../contract/contract.ts';

/** Makes a broken copy of a valid value; the value itself is not changed. */
export type Edit = (value: unknown) => unknown;

/** The context that a keyword's breaker needs beyond the schema. */
export interface BreakerContext {
  /** False if null may stand for an absent member, and so break nothing. */
  readonly nullIsWrong: boolean;
  /** Valid values for a subschema; `undefined` if there are none. */
  readonly values: (kind: 'item' | 'member') => fc.Arbitrary<unknown> | undefined;
  /** The types that the branches of `oneOf` or `anyOf` accept; `undefined` if one accepts any type. */
  readonly branchTypes: () => readonly JsonType[] | undefined;
}

/** One of several ways to break the same part. */
export interface Alternative {
  /** The replacement of the valid value, as JSON; empty if there is only one. */
  readonly label: string;
  readonly edits: fc.Arbitrary<Edit>;
}

/** One breakable part. `member` is its name if the keyword concerns a member. */
export interface Break {
  readonly member?: string;
  readonly alternatives: readonly Alternative[];
}

/** The ways to break one keyword: none if the schema does not have it, or if nothing useful breaks it. */
export type Breaks = (schema: SchemaKeywords, place: BreakerContext) => readonly Break[];

/** The only way to break a part. */
export function oneWay(edits: fc.Arbitrary<Edit>): Break {
  return { alternatives: [{ label: '', edits }] };
}

/** A break that replaces the valid value by one of these; the first is the simplest. */
export function replacedBy(wrong: readonly unknown[]): readonly Break[] {
  if (wrong.length === 0) return [];
  const alternatives = wrong.map((value) => ({
    label: JSON.stringify(value),
    edits: fc.constant(() => value),
  }));
  return [{ alternatives }];
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
