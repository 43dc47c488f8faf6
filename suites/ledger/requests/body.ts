import type { Schemas } from '../../../specs/ledger/types.d.ts';

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** A request or a part of it with the types of the document, so that a wrong name does not compile. */
export type Body<Name extends keyof Schemas> = Immutable<Schemas[Name]>;
