/** Requests that must be rejected: one row for each rule, for all operations that have it. */
import type {
  Call,
  CallParts,
  CheckResult,
  CompleteExchange,
  Fixtures,
  Operation,
  Probe,
  Requirement,
  Shown,
} from '../../src/kit.ts';
import { call, listed, needsOf, statuses, worded, wrongStatus } from '../../src/kit.ts';
import { clauseOf, type Law } from './law.ts';
import { each, probe } from './probes.ts';
import { expectsRefusal, expectsRejection, INFRASTRUCTURE, mayBeGateways } from './statuses.ts';
import { lawsOf, type SurfaceKit } from './surface.ts';

const UNNAMED = {
  level: 'SHOULD',
  reason: 'the documents state no error code for this operation',
} as const;

/** The status of a rejection, 400 by default, and its possible codes; any code by default. */
export interface RejectionReason {
  readonly status?: number;
  readonly codes?: readonly string[];
}

/** A wrong request, and its rejection. The statement is one sentence without the code. */
export interface Rejected<S> extends Omit<Law<S>, 'test'> {
  /** 400 by default. */
  readonly status?: number;
  readonly codes?: readonly string[] | ((subject: S) => readonly string[]);
  /** Another correct rejection: no document states which of two checks comes first. */
  readonly orElse?: RejectionReason;
  /** True if the documents state the error: then its code is a MUST, with any status. */
  readonly isNamed?: (subject: S) => boolean;
}

/** The cause of a row explains accepted requests; this one explains another rejection. */
const OTHER_REASON =
  'Another check rejects the request first, or the error for this mistake has the wrong status or code.';

/** A row with its requests: for each subject, one change away from a good one. */
export interface Rejection<S>
  extends Rejected<S>,
    Pick<Probe, 'sends' | 'wrong' | 'needs' | 'notApplicableWhen'> {
  readonly requests: (subject: S, fixtures: Fixtures) => readonly (CallParts | Call)[];
}

interface Subject {
  readonly operation: Operation;
}

/** The requirements of these rows, subject by subject. They count only if a valid request was accepted. */
export function rejections<S extends Subject>(
  surface: SurfaceKit,
  rows: readonly Rejection<S>[],
  subjects: readonly S[],
): Requirement[] {
  return subjects.flatMap((subject) =>
    rows.flatMap((row) =>
      rejectedBy(surface, row, subject, probeOf(surface, row, subject), { withControl: true }),
    ),
  );
}

/**
 * Makes two requirements of a row: `rejects-<name>`, at the level of the row: the request gets a 4xx; and
 * `<name>-error` (SHOULD: error codes are known from implementations only): it has the status and code.
 */
export function rejectedBy<S extends Subject>(
  surface: SurfaceKit,
  row: Rejected<S>,
  subject: S,
  probe: Probe | undefined,
  control: { readonly withControl?: true } = {},
): Requirement[] {
  if (probe === undefined) return [];
  const { name, cause, fix, appliesTo, status = 400, orElse, isNamed, ...rest } = row;
  const codes = typeof row.codes === 'function' ? row.codes(subject) : (row.codes ?? []);
  const expected = expectedOf({ status, codes }, orElse);
  const common = { cause, fix, ...(appliesTo && { appliesTo }) };
  const test = (check: (exchange: CompleteExchange) => CheckResult) => () => ({
    ...control,
    probes: [probe],
    check,
  });
  const rejection: Law<S> = {
    ...rest,
    ...common,
    name: `rejects-${name}`,
    test: test((exchange) =>
      control.withControl
        ? expectsRefusal(exchange, expected)
        : expectsRejection(exchange.response.status, expected),
    ),
  };
  const named = isNamed?.(subject) === true;
  const error: Law<S> = {
    ...common,
    cause: OTHER_REASON,
    name: `${name}-error`,
    level: isNamed ? 'MUST' : 'SHOULD',
    ...(isNamed && !named && { except: () => UNNAMED }),
    clause: named ? clauseOf(row, subject) : surface.codesClause,
    statement: `The rejection is ${named ? codes.join(' or ') : described({ status, codes }, orElse)}.`,
    test: () => ({
      ...test((exchange) => {
        if (!isRejection(exchange)) return undefined;
        // An error from infrastructure in front of a server has no code.
        if (named)
          return INFRASTRUCTURE.has(exchange.response.status)
            ? undefined
            : surface.codeFindings(exchange, ...codes);
        return expectsReason(surface, exchange, { status, codes }, orElse);
      })(),
      followsFrom: [surface.errorRule],
    }),
  };
  return lawsOf(surface, [rejection, error], [subject]);
}

export function isRejection({ response: { status } }: CompleteExchange): boolean {
  return status >= 400 && status < 500;
}

/** These reasons in words, for the statement of a rule. */
export function described(...reasons: readonly (RejectionReason | undefined)[]): string {
  return reasons
    .flatMap((one) =>
      one ? [`${one.status ?? 400} ${(one.codes ?? []).join(' or ')}`.trim()] : [],
    )
    .join(', or ');
}

/** These reasons as an expected value. */
export function expectedOf(...reasons: readonly (RejectionReason | undefined)[]): Shown {
  const given = reasons.filter((one) => one !== undefined);
  return listed(
    given.map(({ status = 400, codes = [] }) => {
      const named = codes.length > 0 ? [listed(codes, ' or ')] : [];
      return listed([statuses(status), ...named], ' ');
    }),
    ', or ',
  );
}

/** A rejection for one of these reasons; if no status fits, the finding shows the first. */
export function expectsReason(
  surface: Pick<SurfaceKit, 'codeFindings'>,
  exchange: CompleteExchange,
  first: RejectionReason,
  orElse?: RejectionReason,
): CheckResult {
  const { status: actual } = exchange.response;
  const { status = 400, codes = [] } = orElse?.status === actual ? orElse : first;
  return expectsError(surface, exchange, status, ...codes);
}

/**
 * A rejection with this status and one of these error codes; any code if none is given or shown. Gateway errors
 * are inconclusive; an internal error is not this rejection.
 */
export function expectsError(
  { codeFindings }: Pick<SurfaceKit, 'codeFindings'>,
  exchange: CompleteExchange,
  status: number,
  ...codes: readonly string[]
): CheckResult {
  const { status: actual } = exchange.response;
  if (actual === status) return codeFindings(exchange, ...codes);
  if (mayBeGateways(actual)) return undefined;
  const named = codes.length > 0 ? ` ${codes.join(' or ')}` : '';
  return [wrongStatus(worded`${statuses(status)}${named}`, actual)];
}

function probeOf<S extends Subject>(surface: SurfaceKit, row: Rejection<S>, subject: S): Probe {
  const { operation } = subject;
  const { name, sends, wrong = 'identifier' } = row;
  const { control, ...good } = surface.goodOf(operation);
  const asCall = (one: CallParts | Call): Call => ('operation' in one ? one : call(operation, one));
  return probe(operation, name, {
    control,
    sends,
    wrong,
    caseGroups: (f) => each(row.requests(subject, f).map(asCall), name),
    ...conditions(good, row),
  });
}

type Conditions = Pick<Probe, 'needs' | 'notApplicableWhen'>;

/** The wrong request needs what the valid request needs, and what the row needs. */
function conditions(...both: readonly Conditions[]): Conditions {
  const needs = [...new Set(both.flatMap((one) => needsOf({ needs: one.needs ?? [] })))];
  const reasons = both.flatMap(({ notApplicableWhen }) => notApplicableWhen ?? []);
  return {
    ...(needs.length > 0 && { needs }),
    ...(reasons.length > 0 && {
      notApplicableWhen: (f) => reasons.map((reason) => reason(f)).find((why) => why !== undefined),
    }),
  };
}
