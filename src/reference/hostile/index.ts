/** Servers that are broken or merely unusual, each with what the kit must report of it. */
import { closest } from 'fastest-levenshtein';
import type { Behavior } from './behavior.ts';
import { BODIES } from './bodies.ts';
import { CONNECTIONS } from './connections.ts';
import { ENCODINGS } from './encodings.ts';
import { FRAMING } from './framing.ts';
import { HEADERS } from './headers.ts';
import { LEDGER } from './of-ledger.ts';
import { STATUSES } from './statuses.ts';

export type { Behavior } from './behavior.ts';
export { type RunningHostile, startHostile } from './server.ts';

export const BEHAVIORS: readonly Behavior[] = [
  ...FRAMING,
  ...HEADERS,
  ...ENCODINGS,
  ...BODIES,
  ...STATUSES,
  ...CONNECTIONS,
  ...LEDGER,
];

/** The behavior with this id. Throws when there is none, naming the nearest one. */
export function behaviorNamed(id: string): Behavior {
  const found = BEHAVIORS.find((one) => one.id === id);
  if (found !== undefined) return found;
  const known = BEHAVIORS.map((one) => one.id);
  throw new Error(`Unknown behavior '${id}'; did you mean '${closest(id, known)}'?`);
}
