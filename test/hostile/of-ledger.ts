/** Behaviors of a ledger. */
import { type Behavior, ofLedger } from './behavior.ts';
import { BODIES } from './bodies.ts';
import { ENCODINGS } from './encodings.ts';
import { FRAMING } from './framing.ts';

const CHOSEN: ReadonlySet<string> = new Set([
  ...['100-first', 'chunks-of-one', 'gzip-twice', 'unknown-coding', 'bomb', 'deep-5000'],
]);

export const LEDGER: readonly Behavior[] = [...FRAMING, ...ENCODINGS, ...BODIES]
  .filter(({ id }) => CHOSEN.has(id))
  .map((one) => ofLedger(one));
