import type { Registration } from '../index.js';

/** Adds a surface that is not in the package. Each command offers it from then on. */
export function register(one: Registration): Promise<void>;
/** Runs one command line in a process that does nothing else, and returns its exit code. Never rejects. */
export function start(argv: readonly string[]): Promise<number>;
