/** Contention: two changes at the same time, of which one is rejected. */
import type { HttpResponse } from '../../src/kit.ts';

/** The error category for contention: the same request may be accepted a moment later. */
const CONTENTION = 2;
/** A change made from an old version has this category too, but is rejected however often it is sent. */
const STALE = /^CONCURRENT_\w+_UPDATE_DETECTED$/;

/** True for an error that reports contention. */
export function isContention({ body }: HttpResponse): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    'errorCategory' in body &&
    body.errorCategory === CONTENTION &&
    !('code' in body && STALE.test(String(body.code)))
  );
}
