/** Two APIs of the registry, for tests that need only these: a run of all APIs takes five times as long. */
import { surfaceOfApis } from '../src/input/apis.ts';
import type { Surface } from '../src/model/index.ts';
import { registrationOf } from '../src/surfaces/index.ts';

/** Their names for `--api`. */
export const ALLOCATION_API_NAMES: readonly string[] = [
  'allocation-v1',
  'allocation-instruction-v1',
];

/** Selects their requirements with `--only`; a selection is never certified. */
export const ALLOCATION_APIS: string = `registry/{${ALLOCATION_API_NAMES.join(',')}}/**`;

/** The surface with only these APIs, as `--api` selects it. */
export function allocationApis(): Promise<Surface> {
  return surfaceOfApis(registrationOf('registry'), ALLOCATION_API_NAMES);
}

/** The APIs with one operation of each kind. */
export const KINDS_API_NAMES: readonly string[] = ['metadata-v1', 'allocation-v1', 'transfer-v2'];

/** The surface with contexts, factories, pages and both major versions: each kind of operation, without its siblings. */
export function oneOfEachKind(): Promise<Surface> {
  return surfaceOfApis(registrationOf('registry'), KINDS_API_NAMES);
}
