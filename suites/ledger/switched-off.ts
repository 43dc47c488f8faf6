/** Ledgers switch off what is deprecated, by default from a version on; later ones lack it, and earlier ones what is new. */
import type { Finding, Fixtures, HttpResponse, Operation } from '../../src/kit.ts';
import { jsonOf, statuses, worded, wrongStatus } from '../../src/kit.ts';
import { string } from '../kit/json.ts';
import { isSince, isVersion, order } from './versions.ts';

/** A part of the error code. */
const DISABLED = 'DEPRECATED_API_DISABLED';

const saysSo = (response: HttpResponse): boolean =>
  response.status >= 400 && string(jsonOf(response), 'code').includes(DISABLED);

/** True for an error that says so. */
export function isSwitchedOff(response: HttpResponse): boolean {
  return response.status === 400 && saysSo(response);
}

/** The finding on an error that says so with another status. */
export function wronglySwitchedOff(response: HttpResponse): readonly Finding[] | undefined {
  if (response.status === 400 || !saysSo(response)) return undefined;
  const [due, came] = [400, response.status].map((one) => worded`${statuses(one)} ${DISABLED}`);
  return due && came && [wrongStatus(due, came)];
}

/**
 * True for an operation that only some ledgers have, from the version on that switches it off by default, and before
 * the patch version that added it.
 */
export function mayLack(
  { switchedOff, since, optional }: Operation,
  { release: [release = ''] }: Fixtures,
): boolean {
  if (optional !== undefined) return true;
  if (!isVersion(release)) return false;
  const isGone = switchedOff !== undefined && order(release, switchedOff.since) >= 0;
  return isGone || (since !== undefined && isOfItsLine(release, since) && !isSince(release, since));
}

/** True for an operation that ledgers of the version of its contract switch off unless they are told not to. */
export function isOffByDefault({ switchedOff, contract: { version } }: Operation): boolean {
  if (switchedOff === undefined || switchedOff.members !== undefined) return false;
  return isVersion(version) && order(version, switchedOff.since) >= 0;
}

/** Only within one version: a ledger of an earlier one that is held to a later one lacks what it is held to. */
function isOfItsLine(release: string, since: string): boolean {
  return order(release, since) === 0;
}
