/** Laws of operations, and the judges that most of them use. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Exchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import { elements, isObject, member, stringAt } from '../../kit/json.ts';
import { type Law, requirementsOf, type Test } from '../../kit/law.ts';
import { type SharedProbes, sharedProbes } from '../requests/probes.ts';

/** What a law is about: an operation, and the clause that requires it. */
export interface Subject {
  readonly operation: Operation;
  readonly clause?: string;
}

/** An operation with what is sent to it. */
export interface Probed extends Subject {
  /** The probes of an operation that only reads. */
  readonly probes?: SharedProbes;
  /** The undecodable request to an operation that changes something. */
  readonly presence: Probe;
  /** What is sent with credentials, and the part of it whose responses may have content. */
  readonly sent: readonly Probe[];
  readonly bodies: readonly Probe[];
  /** The same as `sent`, and the probes about credentials. */
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
  return requirementsOf(laws, subjects, ({ operation: { name } }) => `ledger/${name}`);
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

export function isAccepted(exchange: Exchange | undefined): boolean {
  return exchange?.response?.status === 200;
}

/** The member of a response body at this path. */
export const shown = (exchange: Exchange | undefined, ...path: readonly string[]): unknown =>
  member(exchange?.response?.body, ...path);

/** The string at this path of a response body. */
export const shownText = (
  exchange: Exchange | undefined,
  ...path: readonly string[]
): string | undefined => stringAt(exchange?.response?.body, ...path);

/** The elements of the array at this path of a response body. */
export const shownList = (
  exchange: Exchange | undefined,
  ...path: readonly string[]
): readonly unknown[] => elements(exchange?.response?.body, ...path);

/** One finding unless the condition holds. */
export function unless(holds: boolean, at: string, expected: string, actual: unknown): Finding[] {
  const words = typeof actual === 'string' ? actual : describe(actual);
  return holds ? [] : [finding(at, expected, words)];
}

/** One finding about the value that should not be there, if there is one. */
export function noOther(other: unknown, at: string, expected: string): Finding[] {
  return unless(other === undefined, at, expected, describe(other));
}

/** The value without the member at this path. */
export function without(value: unknown, path: readonly string[] = []): unknown {
  const [name, ...rest] = path;
  if (name === undefined || !isObject(value)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) };
}

type At<Name extends string> = Readonly<Record<Name, CompleteExchange>>;

/** The step is accepted. */
export const accepts =
  <Name extends string>(step: Name) =>
  (at: At<Name>): CheckResult =>
    expects200(at[step].response.status);

/** The step is rejected. */
export const rejects =
  <Name extends string>(step: Name, expected = '400') =>
  (at: At<Name>): CheckResult =>
    expectsRejection(at[step].response.status, expected);
