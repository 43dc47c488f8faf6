/** Ledgers switch off what is deprecated, by default from a version on, and later ones lack it. */
import type { Fixtures, HttpResponse, Operation } from '../../src/kit.ts';
import { jsonOf } from '../../src/kit.ts';
import { string } from '../kit/json.ts';
import { isVersion, order } from './versions.ts';

/** A part of the error code. */
const DISABLED = 'DEPRECATED_API_DISABLED';

/** True for an error that says so. */
export function isSwitchedOff(response: HttpResponse): boolean {
  return response.status === 400 && string(jsonOf(response), 'code').includes(DISABLED);
}

/** True from the version on that switches it off by default. */
export function mayLack(
  { switchedOff }: Operation,
  { release: [release = ''] }: Fixtures,
): boolean {
  return switchedOff !== undefined && isVersion(release) && order(release, switchedOff.since) >= 0;
}
