/** Finds the operation that a request path reaches. */
import type { Operation } from './contract.ts';

export interface Match {
  readonly operation?: Operation;
  /** True if any operation has this path, with any method. */
  readonly known: boolean;
  /** The decoded values of the path's templates; empty without an operation. */
  readonly values: Readonly<Record<string, string>>;
}

/** Paths with a common start, as a tree: `exact` and `template` have the nodes of the next segment. */
interface Node {
  readonly exact: Map<string, Node>;
  template?: Node;
  /** The operations whose path ends here, by method; the first operation of a method counts. */
  readonly ends: Map<string, Operation>;
}

const UNKNOWN: Match = { known: false, values: {} };
const trees = new WeakMap<readonly Operation[], Node>();

/**
 * The operation that a method and a path (without its query) reach, and what its path parameters hold. As
 * real nodes do, doubled and trailing slashes are dropped and segments are percent-decoded one by one; an
 * exact segment wins over a template. The list is read at the first lookup and must not change.
 */
export function operationAt(operations: readonly Operation[], method: string, path: string): Match {
  let tree = trees.get(operations);
  if (tree === undefined) {
    tree = treeOf(operations);
    trees.set(operations, tree);
  }
  const segments = segmentsOf(path);
  const places = placesFor(tree, segments, 0, []);
  for (const { ends, held } of places) {
    const operation = ends.get(method);
    if (operation === undefined) continue;
    const names = operation.pathParameters;
    const values = Object.fromEntries(held.map((value, index) => [names[index] ?? '', value]));
    return { operation, known: true, values };
  }
  return places.length === 0 ? UNKNOWN : { known: true, values: {} };
}

interface Matching {
  readonly ends: ReadonlyMap<string, Operation>;
  readonly held: readonly string[];
}

/** All nodes that match the segments, the most exact first. */
function placesFor(
  node: Node,
  segments: readonly string[],
  index: number,
  held: readonly string[],
): readonly Matching[] {
  const segment = segments[index];
  if (segment === undefined) return node.ends.size === 0 ? [] : [{ ends: node.ends, held }];
  const exact = node.exact.get(segment);
  const places = exact === undefined ? [] : placesFor(exact, segments, index + 1, held);
  if (node.template === undefined) return places;
  return [...places, ...placesFor(node.template, segments, index + 1, [...held, segment])];
}

function treeOf(operations: readonly Operation[]): Node {
  const root = emptyNode();
  for (const operation of operations) {
    let node = root;
    for (const segment of segmentsOf(operation.path)) node = below(node, segment);
    if (!node.ends.has(operation.method)) node.ends.set(operation.method, operation);
  }
  return root;
}

function below(node: Node, segment: string): Node {
  if (/^\{[^}]+\}$/.test(segment)) {
    node.template ??= emptyNode();
    return node.template;
  }
  let next = node.exact.get(segment);
  if (next === undefined) {
    next = emptyNode();
    node.exact.set(segment, next);
  }
  return next;
}

function emptyNode(): Node {
  return { exact: new Map(), ends: new Map() };
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
