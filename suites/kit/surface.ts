/** The parts of a surface that scenarios and rejections need. */
import type {
  Call,
  CompleteExchange,
  Finding,
  Fixtures,
  Operation,
  Probe,
  Requirement,
} from '../../src/kit.ts';
import { type Law, requirementsOf } from './law.ts';

export interface SurfaceKit {
  /** The first part of the ids of its requirements. */
  readonly name: string;
  /** Fixtures of every kind: the steps of a scenario are named with them before there is a target. */
  readonly example: Fixtures;
  /** The needs of a good request to the operation, and the plainest one. */
  readonly goodOf: (operation: Operation) => Pick<Probe, 'needs' | 'notApplicableWhen'> & {
    readonly control: (fixtures: Fixtures) => Call | undefined;
  };
  /** The findings on an error body with none of these codes. */
  readonly codeFindings: (exchange: CompleteExchange, ...codes: readonly string[]) => Finding[];
  /** The clause of the codes of errors, as far as they are known from implementations only. */
  readonly codesClause: string;
  /** The rule of every operation without which an error has no code. */
  readonly errorRule: string;
}

/** The requirements of these laws on the operations of a surface. */
export function lawsOf<S extends { readonly operation: Operation }>(
  { name }: Pick<SurfaceKit, 'name'>,
  laws: readonly Law<S>[],
  subjects: readonly S[],
): Requirement[] {
  return requirementsOf(laws, subjects, ({ operation }) => `${name}/${operation.name}`);
}
