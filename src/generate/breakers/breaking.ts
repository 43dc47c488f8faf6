import type { Arbitrary } from 'fast-check';
import type { JsonType, SchemaKeywords } from '../schema.ts';

/** Turns a valid value into a broken copy; the value itself stays as it is. */
export type Edit = (value: unknown) => unknown;

/** What a keyword's breaker needs to know beyond the schema. */
export interface BreakerContext {
  /** False where null may be read as "not there", so that null breaks nothing for sure. */
  readonly nullIsWrong: boolean;
  /** Valid values for a schema below this one; `undefined` when there are none. */
  readonly values: (kind: 'item' | 'member') => Arbitrary<unknown> | undefined;
  /** The types that each branch of `oneOf` or `anyOf` takes; `undefined` when one takes any. */
  readonly branchTypes: () => readonly JsonType[] | undefined;
}

/** One of several ways to break the same thing. */
export interface Alternative {
  /** What is put in place of the valid value, as JSON; empty where there is one way only. */
  readonly label: string;
  readonly edits: Arbitrary<Edit>;
}

/** One thing to break. `member` names the member that it is about, where the keyword is about one. */
export interface Break {
  readonly member?: string;
  readonly alternatives: readonly Alternative[];
}

/** A break that can be made in one way only. */
export function oneWay(edits: Arbitrary<Edit>): Pick<Break, 'alternatives'> {
  return { alternatives: [{ label: '', edits }] };
}

/** How values are made to fail one keyword, by ajv's name for it. */
export interface Breaking {
  readonly keyword: keyof SchemaKeywords;
  /** No breaks when the schema has not got the keyword, or when nothing sensible breaks it. */
  readonly breaks: (schema: SchemaKeywords, place: BreakerContext) => readonly Break[];
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
