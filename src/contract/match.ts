/** Finds the operation that a request path reaches. */
import type { Operation } from './contract.ts';

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

/** The parameters in the query of a request target. */
export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(target.slice(pathOf(target).length));
}

export interface Match {
  readonly operation?: Operation;
  /** True if any operation has this path, with any method. */
  readonly known: boolean;
  /** The decoded values of the path's templates; empty without an operation. */
  readonly values: Readonly<Record<string, string>>;
}

/** A path in segments; a template has no text. */
interface Pattern {
  readonly operation: Operation;
  readonly segments: readonly (string | undefined)[];
}

const UNKNOWN: Match = { known: false, values: {} };
/** The patterns of a list of operations by their number of segments, the most exact first. */
const known = new WeakMap<readonly Operation[], ReadonlyMap<number, readonly Pattern[]>>();

/**
 * The operation that a method and a path (without its query) reach, and what its path parameters hold. As
 * real nodes do, doubled and trailing slashes are dropped and segments are percent-decoded one by one; an
 * exact segment wins over a template. The list is read at the first lookup and must not change.
 */
export function operationAt(
  operations: readonly Operation[],
  method: string,
  target: string,
): Match {
  const patterns = known.get(operations) ?? patternsOf(operations);
  known.set(operations, patterns);
  const segments = segmentsOf(pathOf(target));
  const matching = (patterns.get(segments.length) ?? []).filter((one) =>
    one.segments.every((text, i) => text === undefined || text === segments[i]),
  );
  const found = matching.find(({ operation }) => operation.method === method);
  if (found === undefined) return matching.length === 0 ? UNKNOWN : { known: true, values: {} };
  const { operation } = found;
  const held = segments.filter((_, i) => found.segments[i] === undefined);
  const values = held.map((value, i) => [operation.pathParameters[i] ?? '', value]);
  return { operation, known: true, values: Object.fromEntries(values) };
}

function patternsOf(operations: readonly Operation[]): ReadonlyMap<number, readonly Pattern[]> {
  const patterns = operations.map((operation) => ({
    operation,
    segments: segmentsOf(operation.path).map((text) =>
      /^\{[^}]+\}$/.test(text) ? undefined : text,
    ),
  }));
  // Where two paths differ in that, the one with a text comes first.
  const rank = ({ segments }: Pattern): string =>
    segments.map((text) => (text === undefined ? 1 : 0)).join('');
  const sorted = patterns.toSorted((a, b) => rank(a).localeCompare(rank(b)));
  const lengths = new Set(sorted.map(({ segments }) => segments.length));
  return new Map(
    [...lengths].map((n) => [n, sorted.filter(({ segments }) => segments.length === n)]),
  );
}

function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return path.includes('%') ? segments.map(decoded) : segments;
}

/** The decoded segment; the segment itself if its percent-encoding is malformed. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
