/** Ledgers switch off what is deprecated: version 3.6 does so by default. */
import type { HttpResponse } from '../../src/kit.ts';
import { jsonOf } from '../../src/kit.ts';
import { string } from '../kit/json.ts';

/** A part of the error code. */
const DISABLED = 'DEPRECATED_API_DISABLED';

/** True for an error that says so. */
export function isSwitchedOff(response: HttpResponse): boolean {
  return response.status === 400 && string(jsonOf(response), 'code').includes(DISABLED);
}
