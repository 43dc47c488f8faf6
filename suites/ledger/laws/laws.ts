/** Forms of laws for operations of the ledger, and the probes that most of them judge. */
import type {
  CheckResult,
  CompleteExchange,
  Operation,
  Probe,
  Requirement,
} from '../../../src/kit.ts';
import { isAccepted } from '../../kit/judges.ts';
import { type Law, ofAnyTraffic, type Test } from '../../kit/law.ts';
import * as kit from '../../kit/surface.ts';
import { type SharedProbes, sharedProbes } from '../requests/probes.ts';
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

/** The requirements of these laws on these operations. */
export function lawsOf<S extends Subject>(
  laws: readonly Law<S>[],
  ...subjects: readonly S[]
): Requirement[] {
  return kit.lawsOf(LEDGER, laws, subjects);
}

/** The probe of an operation that sends requests which should be accepted. */
export const goodProbe = ({ operation }: Subject): Probe => sharedProbes(operation)?.good as Probe;

type Check = Extract<Test, { check: unknown }>['check'];

/** Judges each response to the good requests. */
export const onGood =
  (check: Check) =>
  (subject: Subject): Test => ({ probes: [goodProbe(subject)], check });

/** Judges the bodies of accepted responses to the good requests. */
export const onGoodBody = (
  judge: (body: unknown, exchange: CompleteExchange) => CheckResult,
): ((subject: Subject) => Test) =>
  onGood((exchange) =>
    isAccepted(exchange) ? judge(exchange.response.body, exchange) : undefined,
  );

/** Judges every accepted body, for any request. */
export const onAnyBody = (judge: (body: unknown) => CheckResult): ((subject: Subject) => Test) =>
  ofAnyTraffic(onGoodBody(judge));
