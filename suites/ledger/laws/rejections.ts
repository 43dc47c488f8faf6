/** Requests that must be rejected: one row for each rule, whatever the operations that have it. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  type Level,
  needsOf,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { expectsRejection, INFRASTRUCTURE } from '../../answers.ts';
import { ownProbe, type Parts } from '../requests/asking.ts';
import { each } from '../requests/probes.ts';
import { requestsOf } from '../requests/requests.ts';
import { codeFindings, expectsError } from './errors.ts';

/** The clause of every rule that says which status and error code a rejection carries. */
const CODES = 'refusals-name-their-reason';

/**
 * A request that must be rejected. Two requirements come of a row for each operation: `rejects-<name>`, at the
 * level of the row, that it gets a 4xx; and, where the row has a status or codes, `<name>-error` (SHOULD: error
 * codes are known from implementations only), that the rejection carries them.
 */
export interface Rejection<S> {
  /** What is wrong with the request, such as `negative-offset`. */
  readonly name: string;
  readonly level: Level;
  /** Subjects for which the level differs, and why. */
  readonly except?: (subject: S) => { readonly level: Level; readonly reason: string } | undefined;
  readonly clause: string | ((subject: S) => string);
  /** What is rejected, in one sentence without its code. */
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  readonly sends: string;
  readonly status: number;
  readonly codes?: readonly string[] | ((subject: S) => readonly string[]);
  /** The surface names the error (contract §7): the code is then of this level, whatever the status. */
  readonly codeLevel?: Level;
  /** `identifier` unless given. */
  readonly wrong?: Probe['wrong'];
  readonly needs?: Probe['needs'];
  readonly notApplicableWhen?: Probe['notApplicableWhen'];
  /** All subjects unless given. */
  readonly appliesTo?: (subject: S) => boolean;
  /** The requests: for each subject, one change away from a good one. */
  readonly requests: (subject: S, fixtures: Fixtures) => readonly (Parts | Call)[];
}

/** The requirements of these rows, subject by subject. They count only where a good request was accepted. */
export function rejections<S extends { readonly operation: Operation }>(
  rows: readonly Rejection<S>[],
  subjects: readonly S[],
): Requirement[] {
  return subjects.flatMap((subject) =>
    rows
      .filter(({ appliesTo = () => true }) => appliesTo(subject))
      .flatMap((row) => requirementsOf(row, subject)),
  );
}

function requirementsOf<S extends { readonly operation: Operation }>(
  row: Rejection<S>,
  subject: S,
): Requirement[] {
  const { name, statement, cause, fix, status, wrong = 'identifier', codeLevel = 'SHOULD' } = row;
  const { operation } = subject;
  const codes = typeof row.codes === 'function' ? row.codes(subject) : (row.codes ?? []);
  const probe = ownProbe(operation, name, {
    sends: row.sends,
    wrong,
    caseGroups: (f) =>
      each(
        row.requests(subject, f).map((one) => asCall(operation, one)),
        name,
      ),
    ...conditions(operation, row),
  });
  const except = row.except?.(subject);
  const expected = [`${status}`, ...codes].join(' ');
  const clause = typeof row.clause === 'string' ? row.clause : row.clause(subject);
  const common = { cause, fix, probes: [probe], withControl: true } as const;
  return [
    requirement({
      ...common,
      id: `ledger/${operation.name}/rejects-${name}`,
      level: except?.level ?? row.level,
      ...(except === undefined ? {} : { levelReason: except.reason }),
      clause,
      statement,
      check: ({ response }) => expectsRejection(response.status, expected),
    }),
    requirement({
      ...common,
      id: `ledger/${operation.name}/${name}-error`,
      followsFrom: ['error-object'],
      level: codeLevel,
      clause: row.codeLevel === undefined ? CODES : clause,
      statement:
        row.codeLevel === undefined
          ? `The rejection is ${expected}.`
          : `The rejection has the code ${codes.join(' or ')}.`,
      check: (exchange) =>
        exchange.response.status < 400 || exchange.response.status >= 500
          ? undefined
          : row.codeLevel === undefined
            ? expectsError(exchange, status, ...codes)
            : named(exchange, codes),
    }),
  ];
}

/** Statuses of what stands in front of the ledger carry no code. */
function named(exchange: CompleteExchange, codes: readonly string[]): CheckResult {
  if (INFRASTRUCTURE.has(exchange.response.status)) return undefined;
  return codeFindings(exchange, ...codes);
}

function asCall(operation: Operation, one: Parts | Call): Call {
  return 'operation' in one ? one : call(operation, one);
}

/** What a good request needs, and what the row needs beside it: the wrong request is one change away from it. */
function conditions<S>(
  operation: Operation,
  row: Rejection<S>,
): Pick<Probe, 'needs' | 'notApplicableWhen'> {
  const good = requestsOf(operation);
  const needs = [
    ...new Set([good?.needs ?? [], row.needs ?? []].flatMap((one) => needsOf({ needs: one }))),
  ];
  const reasons = [good?.notApplicableWhen, row.notApplicableWhen].filter(
    (one) => one !== undefined,
  );
  return {
    ...(needs.length > 0 && { needs }),
    ...(reasons.length > 0 && {
      notApplicableWhen: (f) =>
        reasons.map((reason) => reason(f)).find((found) => found !== undefined),
    }),
  };
}
