/** Annotations and resource versions, which users and parties share. */
import { type Decoder, map, object, or, text } from './decode.ts';
import { invalidArgument, LedgerError } from './errors.ts';

export interface Metadata {
  readonly resourceVersion: string;
  readonly annotations: Readonly<Record<string, string>>;
}
export const metadata: Decoder<Metadata> = or(
  object({ resourceVersion: or(text, ''), annotations: or(map(text), {}) }),
  { resourceVersion: '', annotations: {} },
);

/** The annotations and the version of a resource. */
export interface Kept {
  annotations: Record<string, string>;
  resourceVersion: number;
}

const MAX_BYTES = 256 * 1024;
const KEY =
  /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

export function metadataJson({ annotations, resourceVersion }: Kept): Metadata {
  return { resourceVersion: String(resourceVersion), annotations: { ...annotations } };
}

/** The annotations of a new resource; 400 when they are wrong or a resource version is given. */
export function freshAnnotations({
  resourceVersion,
  annotations,
}: Metadata): Record<string, string> {
  if (resourceVersion !== '') throw invalidArgument('A new resource has no resource version yet.');
  return checkedAnnotations(annotations);
}

/** The annotations after an update: a new text replaces the old one, an empty text removes it. */
export function mergedAnnotations(
  before: Readonly<Record<string, string>>,
  update: Readonly<Record<string, string>>,
): Record<string, string> {
  const merged = Object.entries({ ...before, ...update });
  return checkedAnnotations(Object.fromEntries(merged.filter(([, value]) => value !== '')));
}

function checkedAnnotations(annotations: Readonly<Record<string, string>>): Record<string, string> {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    if (!KEY.test(key)) throw invalidArgument(`The annotation key '${key}' is not well formed.`);
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > MAX_BYTES) throw invalidArgument('The annotations are larger than 256 kB.');
  return { ...annotations };
}

/** Throws 409 if the update is based on another version. An empty version is not checked. */
export function checkVersion(given: string, kept: Kept, code: string): void {
  if (given === '') return;
  if (!/^\d+$/.test(given)) throw invalidArgument('The resource version is not well formed.');
  if (Number(given) !== kept.resourceVersion) {
    throw new LedgerError(code, 10, 'The resource was changed by another request.');
  }
}

/** The paths of an update mask; 400 with this code if it is empty, or if a path cannot be updated. */
export function maskPaths(
  paths: readonly string[],
  known: readonly string[],
  code: string,
): ReadonlySet<string> {
  const reject = (cause: string): never => {
    throw new LedgerError(code, 3, cause);
  };
  if (paths.length === 0) reject('The update mask has no paths.');
  for (const path of paths) {
    if (!known.includes(path)) reject(`The path '${path}' cannot be updated.`);
  }
  if (new Set(paths).size < paths.length) reject('A path of the update mask is repeated.');
  return new Set(paths);
}
