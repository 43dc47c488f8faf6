import type { Schemas } from '../../../specs/ledger/types.d.ts';

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/**
 * A request or a part of it with the types of the document, so that a wrong name does not compile. For a schema that no
 * rule has named so far, run `npm run generate`.
 */
export type Body<Name extends keyof Schemas> = Immutable<Schemas[Name]>;
