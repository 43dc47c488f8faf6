/** The library for your own rules and surfaces: the engine's helpers, and the forms of rules. */
export * from '../../src/kit.ts';
export { listOf } from './fixtures.ts';
export { member, stringAt } from './json.ts';
export {
  checked,
  type Law,
  may,
  must,
  ofAnyTraffic,
  related,
  requirementsOf,
  should,
} from './law.ts';
export { drawn, each, probe, random, row } from './probes.ts';
