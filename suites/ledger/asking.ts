import {
  type Call,
  call,
  type Fixtures,
  type Level,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Stratum,
} from '../../src/index.ts';
import { named } from './chapter.ts';
import { owesError } from './errors.ts';
import { each, row } from './probes.ts';
import { goodCalls, questionOf } from './questions.ts';

export type Parts = NonNullable<Parameters<typeof call>[1]>;

export { row };

type Own = Pick<Probe, 'sends' | 'strata'> &
  Partial<
    Pick<
      Probe,
      | 'needs'
      | 'moot'
      | 'effect'
      | 'wrong'
      | 'acrossOperations'
      | 'aboutCredentials'
      | 'looksForItself'
    >
  >;

/** A probe of a chapter's own, sent where the operation's plainest question can be asked. */
export function ownProbe(operation: Operation, name: string, own: Own): Probe {
  const { needs, moot } = questionOf(operation) ?? {};
  return {
    operation,
    id: named(operation, name),
    share: 0,
    twin: (fixtures) => goodCalls(operation, fixtures)[0],
    ...(needs === undefined ? {} : { needs }),
    ...(moot === undefined ? {} : { moot }),
    ...own,
  };
}

/** A probe whose case holds requests to several operations. */
export function across(operation: Operation, name: string, own: Own): Probe {
  return ownProbe(operation, name, { ...own, acrossOperations: true });
}

/** A well-formed request that must be refused, and with which error. */
export interface Refusal {
  /** Of the requirement, below its operation, and of its probe. */
  readonly name: string;
  /** MUST unless told. */
  readonly level?: Level;
  readonly clause: string;
  readonly says: string;
  readonly mend: string;
  readonly sends: string;
  readonly status: number;
  /** One of these error codes; any where none is given. */
  readonly codes?: readonly string[];
  /** `identifier` unless told. */
  readonly wrong?: Probe['wrong'];
  readonly needs?: Probe['needs'];
  readonly moot?: (fixtures: Fixtures) => string | undefined;
  readonly asks: (fixtures: Fixtures) => readonly Parts[];
}

/** A requirement and a probe for each refusal. They count only where a good request was accepted. */
export function refusals(operation: Operation, list: readonly Refusal[]): Requirement[] {
  return list.map(({ name, level = 'MUST', clause, says, mend, sends, status, ...rest }) => {
    const { asks, needs, moot, codes = [], wrong = 'identifier' } = rest;
    const strata = (f: Fixtures): readonly Stratum[] => each(asks(f).map(asked), name);
    const asked = (parts: Parts): Call => call(operation, parts);
    const probe = ownProbe(operation, name, {
      sends,
      strata,
      wrong,
      ...(needs === undefined ? {} : { needs }),
      ...(moot === undefined ? {} : { moot }),
    });
    return requirement({
      id: `ledger/${operation.chapter}/${name}`,
      level,
      clause,
      says,
      mend,
      probes: [probe],
      withTwin: true,
      check: (exchange) => owesError(exchange, status, ...codes),
    });
  });
}
