/** The types of the kit: requests, responses, requirements and findings. */
import './globals.ts';

export type { Effect, Level } from '../contract/contract.ts';
export * as fits from '../contract/fits.ts';
export { isDeeperThan, isObject, parsedJson } from '../contract/json.ts';
export { decoded } from '../contract/match.ts';
export { memberAt, namesIn, type Pointer, step } from '../contract/pointer.ts';
export * from '../contract/shown.ts';
export { escaped } from '../contract/visible.ts';
export * from './apis.ts';
export * from './exchange.ts';
export { messageOf } from './fault.ts';
export * from './fixtures.ts';
export * from './ids.ts';
export * from './leaves.ts';
export * from './moment.ts';
export * from './pattern.ts';
export * from './place.ts';
export * from './probe.ts';
export * from './proposals.ts';
export * from './purpose.ts';
export * from './report.ts';
export * from './requirement.ts';
export * from './surface.ts';
export * from './values-at.ts';
