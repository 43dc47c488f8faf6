/** The forms of rules of the ledger, and of their probes. */

import type {
  CheckResult,
  CompleteExchange,
  Operation,
  Probe,
  Requirement,
} from '../../../src/kit.ts';
import { between, loadDocument, wrongStatus } from '../../../src/kit.ts';
import type { Chapter } from '../../kit/chapters/chapter.ts';
import { rejectedRow } from '../../kit/chapters/compile.ts';
import { anyOf, isAccepted } from '../../kit/judges.ts';
import type { Law, Test } from '../../kit/law.ts';
import { type Own, probe } from '../../kit/probes.ts';
import * as kitRejections from '../../kit/rejections.ts';
import * as kitSurface from '../../kit/surface.ts';
import { chapterFiles, clauseOf } from '../contract.ts';
import { type SharedProbes, sharedProbes } from '../requests/probes.ts';
import { errorOf, mayBe } from '../responses/errors.ts';
import { LEDGER } from '../surface.ts';

/** The subject of a law: an operation, and the clause that requires it. */
export interface Subject {
  readonly operation: Operation;
  readonly clause?: string;
}

/** An operation with its probes. */
export interface Probed extends Subject {
  /** The probes of an operation that only reads. */
  readonly probes?: SharedProbes;
  /** The undecodable request to an operation that changes something. */
  readonly presence: Probe;
  /** Probes with credentials whose responses may have content. */
  readonly own: readonly Probe[];
  /** Probes with credentials, and those of them whose responses may have content. */
  readonly sent: readonly Probe[];
  readonly bodies: readonly Probe[];
  /** The probes of `sent`, and those about credentials. */
  readonly all: readonly Probe[];
}

/** Judges each response of any traffic. */
export const onTraffic =
  (
    sent: 'bodies' | 'all',
    check: (exchange: CompleteExchange, operation: Operation) => CheckResult,
  ) =>
  ({ operation, [sent]: probes }: Probed): Test => ({
    probes,
    anyTraffic: true,
    check: (exchange) => check(exchange, operation),
  });

/** Judges each body of a 200. */
export const accepted = (
  check: (body: unknown, exchange: CompleteExchange, operation: Operation) => CheckResult,
): Law<Probed>['test'] =>
  onTraffic('bodies', (exchange, operation) =>
    isAccepted(exchange) ? check(exchange.response.body, exchange, operation) : undefined,
  );

/** The requirements of these laws on these operations. */
export function lawsOf<S extends Subject>(
  laws: readonly Law<S>[],
  ...subjects: readonly S[]
): Requirement[] {
  return kitSurface.lawsOf(LEDGER, laws, subjects);
}

/** The probe of an operation that sends requests which should be accepted. */
export const goodProbe = ({ operation }: Subject): Probe => sharedProbes(operation)?.good as Probe;

/** The requirements of a row for an existing probe. */
export function rejectedBy<S extends Subject>(
  row: kitRejections.Rejected<S>,
  subject: S,
  probe: Probe | undefined,
): Requirement[] {
  return kitRejections.rejectedBy(LEDGER, row, subject, probe);
}

/** The row of a step that is wrong in this way. Throws if there is none. */
export const rowOf = (name: string): kitRejections.Rejected<never> =>
  rejectedRow(loadDocument(chapterFiles('rejected-steps')) as Chapter, name, clauseOf);

/** A probe that is sent if the plainest valid request of the operation can be sent. */
export function ownProbe(operation: Operation, name: string, own: Own): Probe {
  return probe(operation, name, { ...LEDGER.goodOf(operation), ...own });
}

/** A probe whose case has requests to several operations. */
export function across(operation: Operation, name: string, own: Own): Probe {
  return ownProbe(operation, name, { ...own, acrossOperations: true });
}

/** Requests about known updates whose responses are compared, possibly of several operations. */
export function ofUpdates(operation: Operation, name: string, own: Own): Probe {
  return probe(operation, name, { acrossOperations: true, needs: 'updates', ...own });
}

/** A known filter may select nothing, or name a package that was removed; but its form is right. */
export function notUnreadable(exchange: CompleteExchange): CheckResult {
  const { status } = exchange.response;
  if (status === 400 && mayBePruned(exchange)) return undefined;
  // An error that says that nothing was found is due, with its own status.
  const due = errorOf(exchange)?.grpcCodeValue === GRPC_NOT_FOUND ? 404 : 200;
  if (status === 400) return [wrongStatus(due, status)];
  return status === 200 || status === 404 ? [] : undefined;
}

const GRPC_NOT_FOUND = 5;

/** Requests with known filters, after a plain one. */
export const readKnownFilters = (
  plain: CompleteExchange,
  ...others: readonly CompleteExchange[]
): CheckResult =>
  plain.response.status === 200
    ? anyOf(others.map((other) => between([plain, other], notUnreadable(other))))
    : undefined;

/** True if the ledger may have been pruned since it was discovered. */
export function mayBePruned(exchange: CompleteExchange): boolean {
  return mayBe(exchange, 'PARTICIPANT_PRUNED_DATA_ACCESSED');
}
