/** Contention: one of two concurrent changes is rejected. */
import type { HttpResponse } from '../../src/kit.ts';

/** The error category for contention: the same request may be accepted a moment later. */
const CONTENTION = 2;
/** A change based on an old version has this category too, but is rejected each time. */
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
