/** A contract from a foreign document, which a target serves or a release publishes. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Contract } from '../contract.ts';
import { isDeeperThan, isObject, type Json } from '../json.ts';
import { contractOf } from '../load.ts';
import { validator } from '../validate.ts';
import { MAX_TEXT_BYTES, readYaml, type Yaml, YamlError } from '../yaml.ts';
import { checkReferences, excessIn } from './limits.ts';
import { completed } from './operations.ts';
import { convertedDocument, type Dialect } from './schema.ts';

/** The bytes of a document, and its name in messages: a file or an address. */
export interface DocumentSource {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** A document cannot serve as a contract. The message names it, the reason, and what to do. */
export class DocumentError extends Error {
  readonly code = 'ASSAY_DOCUMENT';
  override readonly name = 'DocumentError';
}

// Loaded on demand, because most runs do not read foreign YAML.
const require = createRequire(import.meta.url);

/** An API that the kit knows and a document may describe. */
export interface KnownApi {
  /** Its name in messages, such as `pet shop API`. */
  readonly api: string;
  /** The path at which targets serve such a document. */
  readonly servedAt: string;
  /** Our own contracts of the API: at least one. */
  readonly contracts: readonly Contract[];
}

const remedyOf = ({ api, servedAt }: KnownApi): string =>
  `Name the OpenAPI document of a ${api}, as a target serves it at ${servedAt}.`;

/**
 * The contract of an OpenAPI 3.0 or 3.1 document (YAML or JSON) of a known API, with the id of our contracts. Missing
 * parts of an operation come from our contract of the nearest version. An operation that we do not know counts as
 * irreversible unless it is a GET. Throws DocumentError.
 */
export function contractFromDocument({ bytes, name }: DocumentSource, known: KnownApi): Contract {
  const remedy = remedyOf(known);
  const stated = read(bytes, name, remedy);
  const dialect = dialectOf(stated, name, remedy);
  const excess = excessIn(stated);
  if (excess !== undefined)
    throw unusable(name, excess, `Keep only the paths of the ${known.api}.`);
  try {
    const document = completed(convertedDocument(stated, dialect) as Json, known.contracts);
    if (document === undefined) {
      throw unusable(name, `has no operation of the ${known.api}`, remedy);
    }
    const contract = contractOf(
      known.contracts[0]?.id ?? '',
      document,
      createHash('sha256').update(bytes).digest('hex'),
    );
    check(contract);
    return contract;
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw unusable(name, `is broken: ${messageOf(cause)}`, 'Correct the document.', cause);
  }
}

function read(bytes: Uint8Array, name: string, remedy: string): Json {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw unusable(name, `is longer than ${MAX_TEXT_BYTES / 2 ** 20} MiB`, remedy);
  }
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = /^\s*\{/.test(text) ? fromJson(text) : fromYaml(text);
  } catch (cause) {
    if (!(cause instanceof YamlError)) throw cause;
    const at = text.slice(0, cause.offset).split('\n');
    const place = `line ${at.length}, column ${(at.at(-1)?.length ?? 0) + 1}`;
    const why = cause.message.replace(/\.$/, '');
    throw unusable(name, `cannot be read at ${place}: ${why}`, remedy, cause);
  }
  if (!isObject(value)) throw unusable(name, 'is not an OpenAPI document', remedy);
  if (isDeeperThan(DEEPEST, value)) {
    throw unusable(name, `is more than ${DEEPEST} levels deep`, remedy);
  }
  return value;
}

/** The most nested levels of a document. */
const DEEPEST = 100;

/** Parses JSON first: the YAML parser is slow, and needed only for its messages. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return fromYaml(text);
  }
}

function fromYaml(text: string): unknown {
  return readYaml(require('yaml') as Yaml, text).value;
}

function dialectOf({ openapi, swagger, paths }: Json, name: string, remedy: string): Dialect {
  const [, dialect] = /^(3\.[01])(\.|$)/.exec(String(openapi)) ?? [];
  if (dialect !== undefined && isObject(paths)) return dialect as Dialect;
  if (dialect !== undefined) throw unusable(name, 'has no paths', remedy);
  const found = swagger === undefined ? openapi : `${swagger} (Swagger)`;
  if (typeof found !== 'string') throw unusable(name, 'is not an OpenAPI document', remedy);
  throw unusable(name, `is of version ${found}`, 'Convert it to OpenAPI 3.0 or 3.1.');
}

/** Finds errors that a run would meet later: references without a target, and invalid schemas. */
function check(contract: Contract): void {
  checkReferences(contract.document);
  for (const { requestContent = {}, responses } of contract.operations) {
    for (const content of [requestContent, ...Object.values(responses)]) {
      for (const schema of Object.values(content)) validator(contract, schema)(undefined);
    }
  }
}

function unusable(name: string, trouble: string, remedy: string, cause?: unknown): DocumentError {
  return new DocumentError(`${name} ${trouble}. ${remedy}`, { cause });
}

function messageOf(cause: unknown): string {
  // The stack of recursive code is full.
  if (cause instanceof RangeError) return 'its schemas are nested too deeply';
  return cause instanceof Error ? cause.message : String(cause);
}
