/** Requests that the ledger must reject. */
import type { Probe, Requirement } from '../../../src/kit.ts';
import * as kit from '../../kit/rejections.ts';
import { LEDGER } from '../surface.ts';
import type { Subject } from './laws.ts';

/** The clause for facts of implementations, such as the status and the code of a rejection. */
export const CODES: string = LEDGER.codesClause;

/** The requirements of these rows, subject by subject. They count only if a good request was accepted. */
export function rejections<S extends Subject>(
  rows: readonly kit.Rejection<S>[],
  subjects: readonly S[],
): Requirement[] {
  return kit.rejections(LEDGER, rows, subjects);
}

/** The same for an existing probe. */
export function rejectedBy<S extends Subject>(
  row: kit.Rejected<S>,
  subject: S,
  probe: Probe | undefined,
): Requirement[] {
  return kit.rejectedBy(LEDGER, row, subject, probe);
}
