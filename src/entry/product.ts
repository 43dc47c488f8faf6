/** The product of an entry, and the disputes about it: what people write. */
import { stringify } from 'yaml';
import schema from '../../schemas/product.schema.json' with { type: 'json' };
import { check } from '../input/check.ts';
import { InputError } from '../input/error.ts';
import { type Source, sourceOf } from '../input/source.ts';
import { isObject, type Report } from '../model/index.ts';
import { type Statement, type Subject, sha256 } from '../report/attest/statement.ts';
import { PRODUCT } from './files.ts';

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly vendor: string;
  readonly website: string;
  readonly source?: string;
  readonly contact: string;
  readonly apis: readonly string[];
}

export interface Dispute {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly by: string;
  readonly requirement: string;
  readonly link: string;
  /** Absent while the dispute is open. */
  readonly outcome?: string;
  readonly closed?: string;
}

/** The product in a product.yaml. Throws InputError that names the member and the remedy, or every empty member. */
export function productIn(file: string, bytes: Uint8Array): Product {
  const source = checked(sourceOf(file, bytes));
  check(source, 'product');
  return source.value as Product;
}

/** What a signature states about a product.yaml. */
export function subjectOf(bytes: Uint8Array): Subject {
  return { name: PRODUCT, digest: { sha256: sha256(bytes) } };
}

/** True if the signature covers this product.yaml, false if it covers none. Throws InputError if it covers another. */
export function isProductSigned({ subject }: Statement, bytes: Uint8Array): boolean {
  const signed = subject.find(({ name }) => name === PRODUCT)?.digest['sha256'];
  if (signed === undefined) return false;
  const is = sha256(bytes);
  if (is === signed) return true;
  throw new InputError(
    `${PRODUCT}: it was changed: its sha256 is ${is}, but ${signed} was signed. Sign the report again with --product, and submit it`,
  );
}

/** The same document, if it is filled in. */
function checked(source: Source): Source {
  const { value } = source;
  const empty = schema.required.filter((name) => {
    const member = isObject(value) ? value[name] : undefined;
    return member === undefined || member === null || member === '';
  });
  if (empty.length === 0 || !isObject(value)) return source;
  throw source.error([], `${empty.join(', ')} ${empty.length === 1 ? 'is' : 'are'} not filled in.`);
}

/** The disputes in a disputes.yaml. Throws InputError. */
export function disputesIn(file: string, bytes: Uint8Array): readonly Dispute[] {
  const source = sourceOf(file, bytes);
  check(source, 'disputes');
  return source.value as readonly Dispute[];
}

/** A product.yaml to fill in, with the APIs that conform. */
export function productTemplate({ apis = [] }: Report): string {
  const { name, version, vendor, website, source, contact } = schema.properties;
  const names = apis.filter(({ result }) => result === 'conforming').map(({ api }) => api);
  const members = Object.entries({ name, version, vendor, website, contact });
  return `# The product of this entry. Fill in each member, and run the same command again.
${members.map(([key, { description }]) => `# ${description}\n${key}: ''\n`).join('')}# ${source.description}
# source: https://…
# ${schema.properties.apis.description}
${stringify({ apis: names })}`;
}
