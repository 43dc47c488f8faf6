/** The parts of a surface that scenarios and rejections need. */
import type {
  Call,
  CompleteExchange,
  Exchange,
  Finding,
  Fixtures,
  Operation,
  Probe,
  RelationFinding,
  Requirement,
} from '../../src/kit.ts';
import { type Law, requirementsOf } from './law.ts';

export interface SurfaceKit {
  /** The first part of the ids of its requirements. */
  readonly name: string;
  /** Fixtures of every kind, which name the steps of a scenario before there is a target. */
  readonly example: Fixtures;
  /** The needs of a valid request to the operation, and the plainest one. */
  readonly goodOf: (operation: Operation) => Pick<Probe, 'needs' | 'notApplicableWhen'> & {
    readonly control: (fixtures: Fixtures) => Call | undefined;
  };
  /** The exchange for comparisons, without parts that they must ignore. */
  readonly asDocumented?: (exchange: CompleteExchange) => CompleteExchange;
  /** The findings on an error body with none of these codes. */
  readonly codeFindings: (exchange: CompleteExchange, ...codes: readonly string[]) => Finding[];
  /** The clause of error codes that only implementations have. */
  readonly codesClause: string;
  /** The rule without which an error has no code, at every operation. */
  readonly errorRule: string;
}

/** The requirements of these laws on the operations of a surface. */
export function lawsOf<S extends { readonly operation: Operation }>(
  { name, asDocumented }: Pick<SurfaceKit, 'name' | 'asDocumented'>,
  laws: readonly Law<S>[],
  subjects: readonly S[],
): Requirement[] {
  const shown = asDocumented ? laws.map((law) => comparing(asDocumented, law)) : laws;
  return requirementsOf(shown, subjects, ({ operation }) => `${name}/${operation.name}`);
}

/** The same law, but its relation gets views of the exchanges. Its findings name the exchanges. */
function comparing<S>(viewOf: NonNullable<SurfaceKit['asDocumented']>, law: Law<S>): Law<S> {
  return {
    ...law,
    test: (subject) => {
      const test = law.test(subject);
      return test && 'relation' in test
        ? { ...test, relation: overViews(viewOf, test.relation) }
        : test;
    },
  };
}

type Relation = Extract<Requirement, { relation: unknown }>['relation'];

function overViews(viewOf: NonNullable<SurfaceKit['asDocumented']>, relation: Relation): Relation {
  return (exchanges, memory) => {
    const views = exchanges.map(viewOf);
    const result = relation(views, memory);
    if (typeof result !== 'object') return result;
    const seen = (view: Exchange): Exchange =>
      exchanges[views.indexOf(view as CompleteExchange)] ?? view;
    return result.map(({ exchanges: compared, exchange, ...finding }: RelationFinding) => ({
      ...finding,
      ...(compared && { exchanges: compared.map(seen) }),
      ...(exchange && { exchange: seen(exchange) }),
    }));
  };
}
