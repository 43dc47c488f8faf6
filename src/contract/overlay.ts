/** OpenAPI Overlay 1.0: a list of actions that turns one document into another. */

import { createRequire } from 'node:module';
import type { JsonValue } from 'jsonpath-rfc9535';
import { isObject } from './json.ts';

/** A change of every node that the JSONPath `target` selects. */
export interface OverlayAction {
  readonly target: string;
  readonly description?: string;
  /** Merged into an object, or appended to a list; without effect beside `remove`. */
  readonly update?: unknown;
  readonly remove?: boolean;
  /** The patch version with which the change came; without it, the change belongs to the first one. */
  readonly 'x-since'?: string;
}

export interface Overlay {
  readonly overlay: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly extends?: string;
  readonly actions: readonly OverlayAction[];
}

/** An action of an overlay cannot be applied to the document. The message names the action. */
export class OverlayError extends Error {
  readonly code = 'ASSAY_OVERLAY';

  constructor(index: number, target: string, trouble: string, cause?: unknown) {
    super(`Action ${index + 1} of the overlay (${target}) ${trouble}.`, { cause });
    this.name = 'OverlayError';
  }
}

type Json = Record<string, unknown>;

const require = createRequire(import.meta.url);

/**
 * A copy of `document` after the actions of `overlay`, in order; with `asOf`, without those that came after this patch
 * version. It is stricter than the standard, so that no change is lost unnoticed. Throws OverlayError for a target that
 * is malformed, matches nothing, or selects a string or a number, and for an update that does not fit.
 */
export function applyOverlay<T extends object>(document: T, overlay: Overlay, asOf?: string): T {
  const result = JSON.parse(JSON.stringify(document)) as T;
  overlay.actions.forEach((action, index) => {
    if (asOf !== undefined && isLater(action['x-since'], asOf)) return;
    const fail: Fail = (trouble, cause) => {
      throw new OverlayError(index, action.target, trouble, cause);
    };
    const found = targets(result, action.target, fail);
    if (action.remove === true) {
      if (found.has(result)) fail('would remove the whole document');
      remove(result, found);
    } else if (action.update === undefined) fail('neither updates nor removes');
    else for (const node of found) update(node, action.update, fail);
  });
  return result;
}

/** Compares versions number by number: 3.5.10 is later than 3.5.7. */
function isLater(since: string | undefined, asOf: string): boolean {
  return since !== undefined && since.localeCompare(asOf, 'en', { numeric: true }) > 0;
}

type Fail = (trouble: string, cause?: unknown) => never;

function targets(document: object, target: string, fail: Fail): ReadonlySet<object> {
  // Loaded on demand: the build applies the overlays of specs/.
  const { query } = require('jsonpath-rfc9535') as typeof import('jsonpath-rfc9535');
  let nodes: readonly JsonValue[];
  try {
    nodes = query(document as JsonValue, target);
  } catch (cause) {
    return fail('is not a JSONPath', cause);
  }
  if (nodes.length === 0) fail('matches nothing');
  return new Set(
    nodes.map((node) =>
      typeof node === 'object' && node !== null
        ? node
        : fail('points to neither an object nor a list'),
    ),
  );
}

function remove(part: object, found: ReadonlySet<object>): void {
  for (const [name, member] of Object.entries(part).reverse()) {
    if (typeof member !== 'object' || member === null) continue;
    if (!found.has(member)) remove(member, found);
    else if (Array.isArray(part)) part.splice(Number(name), 1);
    else delete (part as Json)[name];
  }
}

/** Each node gets its own copy of the update, so that the document stays a tree. */
function update(node: object, change: unknown, fail: Fail): void {
  if (Array.isArray(node)) node.push(structuredClone(change));
  else if (isObject(change)) merge(node as Json, change, fail);
  else fail('is an object, but its update is not');
}

function merge(into: Json, change: Json, fail: Fail): void {
  for (const [name, value] of Object.entries(change)) {
    const present = Object.hasOwn(into, name) ? into[name] : undefined;
    if (present === undefined) put(into, name, structuredClone(value));
    else if (Array.isArray(present) && Array.isArray(value))
      present.push(...structuredClone(value));
    else if (isObject(present) && isObject(value)) merge(present, value, fail);
    else if (isPrimitive(present) && isPrimitive(value)) put(into, name, value);
    else fail(`has "${name}" of a different kind than its update`);
  }
}

/** Sets a member with any name, even `__proto__`. */
function put(into: Json, name: string, value: unknown): void {
  const as = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(into, name, as);
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
