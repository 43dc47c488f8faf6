/** Validates request bodies by hand (contract §2.1), because the control must not depend on the kit's validator. */

import type { Kind } from './operations.ts';
import { Rejection } from './reply.ts';

/** The members of a valid request body. */
export interface Members {
  readonly excludeDebugFields: boolean;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Only in the body of a factory. */
  readonly choiceArguments?: Readonly<Record<string, unknown>>;
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The array at a member; empty if there is none. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

const wrongType = (error: string): Rejection => new Rejection(400, 'type', error);
const NO_BODY = new Rejection(400, 'no-body', 'A body is required.');
const NO_JSON = new Rejection(400, 'malformed', 'The body is not JSON.');
const NO_OBJECT = wrongType('The body must be a JSON object.');
const BAD_FLAG = wrongType('excludeDebugFields must be true or false.');
const BAD_ARGUMENTS = wrongType('choiceArguments must be an object.');
const BAD_META = wrongType('meta must be an object.');
const BAD_META_VALUE = wrongType('Each value of meta must be a string.');
const NO_META = {};

/** The body as JSON, or a rejection with 400. An empty text means that there is no body. */
export function parseBody(text: string): unknown {
  if (text === '') return NO_BODY;
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

/**
 * The members of a body, or a rejection with 400. Unknown members are ignored; null counts as an absent optional
 * member.
 */
export function readMembers(value: unknown, kind: Kind): Members | Rejection {
  if (!isRecord(value)) return NO_OBJECT;
  const flag = value['excludeDebugFields'] ?? false;
  if (typeof flag !== 'boolean') return BAD_FLAG;
  if (kind === 'factory') {
    const { choiceArguments } = value;
    if (!isRecord(choiceArguments)) return BAD_ARGUMENTS;
    return { excludeDebugFields: flag, meta: NO_META, choiceArguments };
  }
  const meta = value['meta'] ?? NO_META;
  if (!isRecord(meta)) return BAD_META;
  for (const text of Object.values(meta)) {
    if (typeof text !== 'string') return BAD_META_VALUE;
  }
  return { excludeDebugFields: flag, meta };
}
