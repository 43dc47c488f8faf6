import type { Finding, Requirement } from '../words.ts';

/**
 * Freezes one requirement. Throws when its id is not `surface/chapter/name` in lower-case words, so that
 * a catalogue with an unusable id does not load.
 */
export function requirement(definition: Requirement): Requirement {
  if (!/^[a-z]+\/[a-z-]+\/[a-z0-9-]+$/.test(definition.id)) {
    throw new Error(
      `requirement id ${definition.id}: use surface/chapter/name in lower-case words`,
    );
  }
  return Object.freeze(definition);
}

/** One difference: where, what is owed, what came. */
export function finding(at: string, expected: string, actual: string): Finding {
  // JSON.stringify, for one, gives no text for what is not there.
  return { at, expected: String(expected), actual: String(actual) };
}
