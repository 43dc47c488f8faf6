/** The catalogue: one surface after the other. */
import type { Surface } from '../src/index.ts';
import { registry } from './registry/index.ts';

export const surfaces: Readonly<Record<string, () => Surface>> = { registry };
