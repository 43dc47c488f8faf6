/** Broken and unusual servers, each with the expected report of the kit. */
import type { Behavior } from './behavior.ts';
import { BODIES } from './bodies.ts';
import { CONNECTIONS } from './connections.ts';
import { ENCODINGS } from './encodings.ts';
import { FRAMING } from './framing.ts';
import { HEADERS } from './headers.ts';
import { LEDGER } from './of-ledger.ts';
import { STATUSES } from './statuses.ts';

export type { Behavior } from './behavior.ts';
export { startHostile } from './server.ts';

export const BEHAVIORS: readonly Behavior[] = [
  ...FRAMING,
  ...HEADERS,
  ...ENCODINGS,
  ...BODIES,
  ...STATUSES,
  ...CONNECTIONS,
  ...LEDGER,
];
