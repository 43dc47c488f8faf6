/** Two of the APIs of a registry, for tests that need no more: a run of all takes five times as long. */
import { surfaceOfApis } from '../src/input/apis.ts';
import type { Surface } from '../src/model/index.ts';
import { registrationOf } from '../src/surfaces/index.ts';

/** As `--api` names them. */
export const ALLOCATION_API_NAMES: readonly string[] = [
  'allocation-v1',
  'allocation-instruction-v1',
];

/** Selects their requirements, for `--only`: a selection is never certified. */
export const ALLOCATION_APIS: string = `registry/{${ALLOCATION_API_NAMES.join(',')}}/**`;

/** The surface with these alone, as `--api` makes it. */
export function allocationApis(): Promise<Surface> {
  return surfaceOfApis(registrationOf('registry'), ALLOCATION_API_NAMES);
}
