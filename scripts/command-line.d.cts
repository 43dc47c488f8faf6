import type { Registration, Requirement, Surface } from '../kit.js';

/** Adds a surface that is not in the package. Each command offers it from then on. */
export function register(one: Registration): Promise<void>;
/** Adds rules to a surface of the package, such as `registry`. Each command knows them from then on. */
export function addRules(name: string, rulesOf: (surface: Surface) => readonly Requirement[]): void;
/** Runs one command line in a process that does nothing else, and returns its exit code. Never rejects. */
export function start(argv: readonly string[]): Promise<number>;
