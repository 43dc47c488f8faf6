/** A JSON Schema, as far as the documents of specs/ use it. `$ref` stays inside its document. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** Schemas by media type, as an OpenAPI `content` object holds them. */
export type Content = Readonly<Record<string, JsonSchema>>;

/** One operation of one contract: method and path template, with its shapes. */
export interface Operation {
  /** `<contract id>#<operationId>`: operation ids repeat across contracts, keys do not. */
  readonly key: string;
  readonly operationId: string;
  /** The short name used in requirement ids, from `x-chapter`: `withdraw`, `allocation-factory` … */
  readonly chapter: string;
  /** True for operations that contract.md itself names; the others come with the published document. */
  readonly core: boolean;
  readonly summary: string;
  readonly method: string;
  /** The template, with `{name}` for each path parameter. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** The JSON request schema, absent for operations without a body. */
  readonly request?: JsonSchema;
  /** Documented responses: status → content by media type. */
  readonly responses: Readonly<Record<string, Content>>;
  readonly contract: Contract;
}

/** One document of specs/ at one version, loaded. */
export interface Contract {
  readonly id: string;
  readonly version: string;
  /** Of the document's bytes, so that a report names exactly what was judged against. */
  readonly sha256: string;
  /** The parsed document: the root against which `$ref` is resolved. */
  readonly document: { readonly [key: string]: unknown };
  readonly operations: readonly Operation[];
}

export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** One statement of the contract, from specs/clauses.yaml. */
export interface Clause {
  readonly id: string;
  /** Where the statement stands: a section of the contract, or the practice it is taken from. */
  readonly section: string;
  readonly level: Level;
  readonly says: string;
  /** Why nobody can see this from outside; absent for clauses that requirements cite. */
  readonly untestable?: string;
}
