/** A JSON Schema with the keywords that the documents of specs/ use. `$ref` stays inside its document. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** The keywords that shape values, and `deprecated`, with the types that JSON Schema gives them. */
export interface SchemaKeywords {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly deprecated?: boolean;
}

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** Schemas by media type, as in the `content` of OpenAPI. */
export type Content = Readonly<Record<string, JsonSchema>>;

/** The effect of a call: none, one that another operation can undo, or a permanent one. */
export type Effect = 'read' | 'reversible' | 'irreversible';

/** Why an operation is deprecated. */
export interface Deprecation {
  /** The first version with the deprecation. */
  readonly announced: string;
  /** `POST /v2/updates`: the method and the path of the operation to use instead. */
  readonly replacement: string;
  /** The relation between the responses of the two operations, in one sentence. */
  readonly relation: string;
}

/** What a server may switch off, because it is deprecated. */
export interface SwitchedOff {
  /** The first version that switches it off by default. */
  readonly since: string;
  /** The members of the request body that are switched off; absent if the whole operation is. */
  readonly members?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Servers require it although the document calls it optional; from `x-needed`. */
  readonly needed?: true;
}

/** One operation of a contract: method, path template and schemas. */
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
  /** The template of the path, with `{name}` for each parameter. */
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
  /** A body that changes nothing even if the operation is executed; from `x-harmless`. */
  readonly harmless?: unknown;
  /** True for an operation that needs no token; from `x-token: none`, or an empty `security`. */
  readonly openToAll?: true;
  /** Members that servers require although the schema calls them optional; from `x-needed-members`. */
  readonly neededMembers?: readonly string[];
  /** The version that added the operation, from `x-since`. */
  readonly since?: string;
  /** When a server has the operation, in words; absent if each one has it. From `x-optional`. */
  readonly optional?: string;
  /** From `x-deprecated`. */
  readonly deprecated?: Deprecation;
  /** From `x-switched-off`. */
  readonly switchedOff?: SwitchedOff;
  /** True if the operation is to be removed, without a mark as deprecated; from `x-removal: announced`. */
  readonly removalAnnounced?: true;
  /** In the order of the document. */
  readonly parameters?: readonly Parameter[];
  readonly contract: Contract;
}

/** One document of specs/ at one version, loaded. */
export interface Contract {
  readonly id: string;
  readonly version: string;
  /** The digest of the document's bytes, so that a report names exactly what it was judged against. */
  readonly sha256: string;
  /** The parsed document: the root against which `$ref` is resolved. */
  readonly document: { readonly [key: string]: unknown };
  readonly operations: readonly Operation[];
}

/** `required`: a change between optional and required. `deprecated`: a change of the deprecation. */
export type DifferenceKind = 'added' | 'removed' | 'changed' | 'required' | 'deprecated';

/**
 * `body`: a status or media type of an operation. `schema`: a named schema. `field`: a member of one. `code`: an error
 * code of the document.
 */
export type DifferenceSubject = 'operation' | 'parameter' | 'body' | 'schema' | 'field' | 'code';

export interface ContractDifference {
  readonly kind: DifferenceKind;
  readonly subject: DifferenceSubject;
  /** `GET /livez`, `GET /v2/users query pageSize`, `GET /readyz 200 text/plain`, `User`, `User.id`. */
  readonly at: string;
  /** The former value in words; absent for an addition. */
  readonly from?: string;
  /** The new value in words; absent for a removal. */
  readonly to?: string;
  /** The bodies with this change: `POST /v2/users request`. Empty unless the subject is a schema or a field. */
  readonly seenIn: readonly string[];
}

export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** One statement of the contract, from a chapter or a list of clauses in specs/. */
export interface Clause {
  readonly id: string;
  /** The source of the statement: a section of the contract, or a practice. */
  readonly section: string;
  /**
   * The places in each published document: `1818 /paths/~1v2…`, its line and its JSON Pointer; none if no document
   * states the clause.
   */
  readonly documents?: 'none' | Readonly<Record<string, string | readonly string[]>>;
  readonly level: Level;
  readonly statement: string;
  /** Why no test can observe this; absent for clauses that requirements cite. */
  readonly untestable?: string;
}
