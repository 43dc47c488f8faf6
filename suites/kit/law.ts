/** A rule in one place: its name, level and clause once, and the subjects that it holds for. */
import { type Level, type Requirement, requirement } from '../../src/index.ts';

/** How a law is tested on one subject: the probes, and what their exchanges are judged by. */
export type Test = Pick<Requirement, 'probes'> &
  Partial<Pick<Requirement, 'withControl' | 'comparative' | 'anyTraffic' | 'proof'>> &
  (
    | Pick<Extract<Requirement, { check: unknown }>, 'check'>
    | Pick<Extract<Requirement, { relation: unknown }>, 'relation'>
    | Pick<Extract<Requirement, { expects: unknown }>, 'expects'>
  );

/** A rule for every subject of a kind (operation, resource, listing): one requirement for each. */
export interface Law<S> {
  /** The last part of the ids: subject and behavior, such as `limit-returns-prefix`. */
  readonly name: string;
  readonly level: Level;
  /** Subjects for which the level differs, and why. */
  readonly except?: (subject: S) => { readonly level: Level; readonly reason: string } | undefined;
  readonly clause: string | ((subject: S) => string);
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  /** All subjects unless given. */
  readonly appliesTo?: (subject: S) => boolean;
  /** `undefined` where the subject lacks what the test needs. */
  readonly test: (subject: S) => Test | undefined;
}

/** The requirements of these laws, subject by subject. `idOf` gives `surface/operation` of a subject. */
export function requirementsOf<S>(
  laws: readonly Law<S>[],
  subjects: readonly S[],
  idOf: (subject: S) => string,
): Requirement[] {
  return subjects.flatMap((subject) => laws.flatMap((law) => requirementOf(law, subject, idOf)));
}

function requirementOf<S>(law: Law<S>, subject: S, idOf: (subject: S) => string): Requirement[] {
  const { name, clause, statement, cause, fix, appliesTo = () => true } = law;
  const test = appliesTo(subject) ? law.test(subject) : undefined;
  if (test === undefined) return [];
  const except = law.except?.(subject);
  return [
    requirement({
      id: `${idOf(subject)}/${name}`,
      level: except?.level ?? law.level,
      ...(except === undefined ? {} : { levelReason: except.reason }),
      clause: typeof clause === 'string' ? clause : clause(subject),
      statement,
      cause,
      fix,
      ...test,
    }),
  ];
}
