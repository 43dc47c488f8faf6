/** A JSON Schema, as far as the documents of specs/ use it. `$ref` stays inside its document. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** Schemas by media type, as an OpenAPI `content` object holds them. */
export type Content = Readonly<Record<string, JsonSchema>>;

/** What a call leaves behind: nothing, something that another operation takes away again, or something for good. */
export type Effect = 'read' | 'reversible' | 'irreversible';

/** Why an operation is not to be used any more. */
export interface Deprecation {
  /** The first version with the deprecation. */
  readonly announced: string;
  /** `POST /v2/updates`: the method and the path of the operation to use instead. */
  readonly replacement: string;
  /** How the responses of the two hang together, in one sentence. */
  readonly relation: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Servers insist on it although the document calls it optional; from `x-needed`. */
  readonly needed?: true;
}

/** One operation of one contract: method and path template, with its shapes. */
export interface Operation {
  /** `<contract id>#<operationId>`: operation ids repeat across contracts, keys do not. */
  readonly key: string;
  readonly operationId: string;
  /** The short name used in requirement ids, from `x-name`. */
  readonly name: string;
  /** True for operations that contract.md itself names; the others come with the published document. */
  readonly core: boolean;
  readonly summary: string;
  readonly method: string;
  /** The template, with `{name}` for each path parameter. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** The JSON request schema, absent for operations without a body. */
  readonly request?: JsonSchema;
  /** The request body by media type; absent for operations without a body. */
  readonly requestContent?: Content;
  /** Documented responses: status → content by media type. */
  readonly responses: Readonly<Record<string, Content>>;
  /** From `x-effect`. */
  readonly effect?: Effect;
  /** A body that changes nothing even if it is executed completely; from `x-harmless`. */
  readonly harmless?: unknown;
  /** True for an operation that needs no token; from `x-token: none`, or an empty `security`. */
  readonly openToAll?: true;
  /** Members that servers insist on although the schema calls them optional; from `x-needed-members`. */
  readonly neededMembers?: readonly string[];
  /** The version that brought the operation, from `x-since`. */
  readonly since?: string;
  /** From `x-deprecated`. */
  readonly deprecated?: Deprecation;
  /** True for an operation that is not deprecated and yet to be removed; from `x-removal: announced`. */
  readonly removalAnnounced?: true;
  /** In the order of the document. */
  readonly parameters?: readonly Parameter[];
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

/** `required` is a change between optional and required, `deprecated` one in the advice against use. */
export type DifferenceKind = 'added' | 'removed' | 'changed' | 'required' | 'deprecated';

/** What differs: `body` is a status or a media type of an operation, `schema` a named one, `field` a member of it. */
export type DifferenceSubject = 'operation' | 'parameter' | 'body' | 'schema' | 'field';

export interface ContractDifference {
  readonly kind: DifferenceKind;
  readonly subject: DifferenceSubject;
  /** `GET /livez`, `GET /v2/users query pageSize`, `GET /readyz 200 text/plain`, `User`, `User.id`. */
  readonly at: string;
  /** Before, in words; absent for what is added. */
  readonly from?: string;
  /** After, in words; absent for what is removed. */
  readonly to?: string;
  /** The bodies that show it: `POST /v2/users request`. Empty unless it is a schema or a field. */
  readonly seenIn: readonly string[];
}

export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** One statement of the contract, from specs/clauses.yaml. */
export interface Clause {
  readonly id: string;
  /** Where the statement stands: a section of the contract, or the practice it is taken from. */
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
  /** Why this cannot be seen from outside; absent for clauses that requirements cite. */
  readonly untestable?: string;
}
