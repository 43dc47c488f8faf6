/** Whether foreign JSON has an expected form: each of these is true for the values that do. */
import { isObject } from './json.ts';

export type Fits<T = unknown> = (value: unknown) => value is T;

export const text: Fits<string> = (value) => typeof value === 'string';
export const flag: Fits<boolean> = (value) => typeof value === 'boolean';
export const integer: Fits<number> = (value): value is number => Number.isSafeInteger(value);
export const count: Fits<number> = (value): value is number => integer(value) && value >= 0;

/** One of two forms. */
export const either =
  <One, Other>(one: Fits<One>, other: Fits<Other>): Fits<One | Other> =>
  (value): value is One | Other =>
    one(value) || other(value);

/** One of these literals. */
export const among =
  <T>(...literals: readonly T[]): Fits<T> =>
  (value): value is T =>
    literals.some((one) => one === value);

export const optional =
  <T>(fits: Fits<T>): Fits<T | undefined> =>
  (value) =>
    value === undefined || fits(value);

export const list =
  <T>(each: Fits<T>): Fits<readonly T[]> =>
  (value) =>
    Array.isArray(value) && value.every(each);

/** An object whose values all have one form. */
export const map =
  <T>(each: Fits<T>): Fits<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(each);

/** An object with these members; it may have others. */
export const object =
  <M extends Readonly<Record<string, unknown>>>(
    members: {
      readonly [K in keyof M]: Fits<M[K]>;
    },
  ): Fits<Readonly<M>> =>
  (value): value is Readonly<M> =>
    isObject(value) && Object.entries(members).every(([name, fits]) => fits(value[name]));
