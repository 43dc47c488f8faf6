import {
  type Call,
  type CaseGroup,
  call,
  type Fixtures,
  type Level,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { named } from './chapter.ts';
import { expectsError } from './errors.ts';
import { each, row } from './probes.ts';
import { acceptableCalls, requestsOf } from './questions.ts';

export type Parts = NonNullable<Parameters<typeof call>[1]>;

export { row };

type Own = Pick<Probe, 'sends' | 'caseGroups'> &
  Partial<
    Pick<
      Probe,
      | 'needs'
      | 'notApplicableWhen'
      | 'effect'
      | 'wrong'
      | 'acrossOperations'
      | 'aboutCredentials'
      | 'checksCredentials'
    >
  >;

/** A probe of an area, sent if the plainest good request of the operation can be sent. */
export function ownProbe(operation: Operation, name: string, own: Own): Probe {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  return {
    operation,
    id: named(operation, name),
    weight: 0,
    control: (fixtures) => acceptableCalls(operation, fixtures)[0],
    ...(needs === undefined ? {} : { needs }),
    ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
    ...own,
  };
}

/** A probe whose case holds requests to several operations. */
export function across(operation: Operation, name: string, own: Own): Probe {
  return ownProbe(operation, name, { ...own, acrossOperations: true });
}

/** A well-formed request that must be rejected, and its error. */
export interface Refusal {
  /** Of the requirement, below its operation, and of its probe. */
  readonly name: string;
  /** MUST unless given. */
  readonly level?: Level;
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  readonly sends: string;
  readonly status: number;
  /** One of these error codes; any where none is given. */
  readonly codes?: readonly string[];
  /** `identifier` unless given. */
  readonly wrong?: Probe['wrong'];
  readonly needs?: Probe['needs'];
  readonly notApplicableWhen?: (fixtures: Fixtures) => string | undefined;
  readonly asks: (fixtures: Fixtures) => readonly Parts[];
}

/** A requirement and a probe for each rejection. They count only if a good request was accepted. */
export function refusals(operation: Operation, list: readonly Refusal[]): Requirement[] {
  return list.map(
    ({ name, level = 'MUST', clause, statement, cause, fix, sends, status, ...rest }) => {
      const { asks, needs, notApplicableWhen, codes = [], wrong = 'identifier' } = rest;
      const caseGroups = (f: Fixtures): readonly CaseGroup[] => each(asks(f).map(asked), name);
      const asked = (parts: Parts): Call => call(operation, parts);
      const probe = ownProbe(operation, name, {
        sends,
        caseGroups,
        wrong,
        ...(needs === undefined ? {} : { needs }),
        ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
      });
      return requirement({
        id: `ledger/${operation.name}/${name}`,
        level,
        clause,
        statement,
        cause,
        fix,
        probes: [probe],
        withControl: true,
        check: (exchange) => expectsError(exchange, status, ...codes),
      });
    },
  );
}
