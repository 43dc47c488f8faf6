import type { Arbitrary } from 'fast-check';
import type { JsonType, SchemaKeywords } from '../schema.ts';

/** Turns a valid value into a broken copy; the value itself stays as it is. */
export type Edit = (value: unknown) => unknown;

/** The context that a keyword's breaker needs beyond the schema. */
export interface BreakerContext {
  /** False if null may mean an absent member, so that null may break nothing. */
  readonly nullIsWrong: boolean;
  /** Valid values for a schema below this one; `undefined` when there are none. */
  readonly values: (kind: 'item' | 'member') => Arbitrary<unknown> | undefined;
  /** The types that each branch of `oneOf` or `anyOf` takes; `undefined` when one takes any. */
  readonly branchTypes: () => readonly JsonType[] | undefined;
}

/** One of several ways to break the same thing. */
export interface Alternative {
  /** The replacement of the valid value, as JSON; empty if there is only one. */
  readonly label: string;
  readonly edits: Arbitrary<Edit>;
}

/** One part to break. `member` names the member, if the keyword is about one. */
export interface Break {
  readonly member?: string;
  readonly alternatives: readonly Alternative[];
}

/** A break that can be made in one way only. */
export function oneWay(edits: Arbitrary<Edit>): Pick<Break, 'alternatives'> {
  return { alternatives: [{ label: '', edits }] };
}

/** Makes values fail one keyword, by ajv's name for it. */
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
