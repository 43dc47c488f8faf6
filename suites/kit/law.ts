/** A rule with its name, level, clause and subjects. */
import type {
  CheckResult,
  CompleteExchange,
  Level,
  LikelyCause,
  Memory,
  Probe,
  Requirement,
} from '../../src/kit.ts';
import { requirement } from '../../src/kit.ts';

/** The members of a requirement that its law decides for all subjects. */
const FLAGS = [
  ...(['withControl', 'comparative', 'anyTraffic', 'ofGoodRequests', 'atFirst'] as const),
  ...(['mustBeAccepted', 'proof', 'aboutCrashes', 'inconclusiveBecause'] as const),
] as const;
type Flags = Partial<Pick<Requirement, (typeof FLAGS)[number]>>;

/** The test of a law on one subject: the probes, and the checks of their exchanges. */
export type Test = Pick<Requirement, 'probes'> &
  Partial<Pick<Requirement, 'followsFrom'>> &
  Flags &
  (
    | Pick<Extract<Requirement, { check: unknown }>, 'check'>
    | Pick<Extract<Requirement, { watch: unknown }>, 'watch'>
    | Pick<Extract<Requirement, { relation: unknown }>, 'relation'>
    | Pick<Extract<Requirement, { expects: unknown }>, 'expects'>
  );

/** A rule for every subject of a kind (operation, resource, listing): one requirement for each. */
export interface Law<S> {
  /** The last part of the ids: subject and behavior, such as `limit-returns-prefix`. */
  readonly name: string;
  /** MUST by default. */
  readonly level?: Level;
  /** As in a requirement. */
  readonly group?: string;
  readonly blocks?: string;
  /** Subjects for which the level differs, and why. */
  readonly except?: (subject: S) => { readonly level: Level; readonly reason: string } | undefined;
  /** The subject's clause by default. */
  readonly clause?: string | ((subject: S) => string);
  readonly statement: string;
  readonly cause: string;
  /** For a law that can fail in different ways. */
  readonly causes?: readonly LikelyCause[];
  readonly fix: string;
  /** Rules without which it cannot hold: names of the same operation, or `operation/name`; `*` is any operation. */
  readonly followsFrom?: readonly string[];
  /** All subjects by default. */
  readonly appliesTo?: (subject: S) => boolean;
  /** `undefined` if the subject lacks what the test needs. */
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
  const { name, level = 'MUST', statement, cause, causes, fix, followsFrom } = law;
  const { appliesTo = () => true, group, blocks } = law;
  const test = appliesTo(subject) ? law.test(subject) : undefined;
  if (test === undefined) return [];
  const except = law.except?.(subject);
  return [
    requirement({
      id: `${idOf(subject)}/${name}`,
      level: except?.level ?? level,
      ...(except === undefined ? {} : { levelReason: except.reason }),
      ...(group && { group }),
      ...(blocks && { blocks }),
      clause: clauseOf(law, subject),
      statement,
      cause,
      ...(causes && { causes }),
      fix,
      ...(followsFrom && { followsFrom }),
      ...test,
    }),
  ];
}

/** The clause of a law for this subject. Throws if neither of them has one. */
export function clauseOf<S>({ name, clause }: Pick<Law<S>, 'name' | 'clause'>, subject: S): string {
  if (typeof clause === 'function') return clause(subject);
  const found = clause ?? (subject as { readonly clause?: string }).clause;
  if (found === undefined) throw new Error(`${name} has no clause`);
  return found;
}

/** A rule without name and level. */
type Unnamed<R> = R extends unknown ? Omit<R, 'name' | 'level' | 'clause'> : never;
export type Headed = Readonly<{ name: string; level?: Level; clause?: unknown }>;

/** A law whose test is data: the probes that it is about, and what judges their exchanges. */
type Judging<S> = Omit<Law<S>, 'name' | 'level' | 'clause' | 'test'> & JudgingTest<S>;

/** The test of such a law. */
export type JudgingTest<S> = Flags & {
  /** Without a probe the subject does not have the law. */
  readonly on: (subject: S) => Probe | readonly Probe[] | undefined;
} & (
    | { readonly check: Judge<CompleteExchange, S, boolean> }
    | { readonly relation: Judge<readonly CompleteExchange[], S, Memory> }
  );

/** Judges for a requirement: it also gets the subject, and what the check or the relation of a requirement gets. */
type Judge<Judged, S, Told> = (judged: Judged, subject: NoInfer<S>, told: Told) => CheckResult;

/** Makes a rule of one level; without a clause, it has that of its subject. */
interface AtLevel {
  <S>(name: string, law: Judging<S>): Law<S>;
  <S>(name: string, clause: Law<S>['clause'], law: Judging<S>): Law<S>;
  <R extends Headed>(name: string, rule: Unnamed<R>): R;
  <R extends Headed>(name: string, clause: R['clause'], rule: Unnamed<R>): R;
}

const atLevel = (level: Level): AtLevel =>
  ((name: string, ...[first, second]: readonly unknown[]) => {
    const clause = second === undefined ? {} : { clause: first };
    return { ...tested(Object(second ?? first)), name, level, ...clause };
  }) as AtLevel;

/** A rule that the contract or a published document states. */
export const must: AtLevel = atLevel('MUST');

/** A rule from implementations or general standards. */
export const should: AtLevel = atLevel('SHOULD');

/** Useful information, never a failure. */
export const may: AtLevel = atLevel('MAY');

/** The rule with a test, if it says what it is on. */
export function tested<S>(rule: object | Judging<S>): object {
  if (!('on' in rule)) return rule;
  const { on, ...law } = rule;
  const flags = Object.fromEntries(
    FLAGS.flatMap((name) => (law[name] === undefined ? [] : [[name, law[name]]])),
  );
  const test = (subject: S): Test | undefined => {
    const probes = on(subject);
    return (
      probes && {
        probes: [probes].flat(),
        ...flags,
        ...('check' in law
          ? { check: (exchange, accepted) => law.check(exchange, subject, accepted) }
          : { relation: (exchanges, memory) => law.relation(exchanges, subject, memory) }),
      }
    );
  };
  return { ...law, test };
}

export type Check = (exchange: CompleteExchange) => CheckResult;
export type Relation = (exchanges: readonly CompleteExchange[]) => CheckResult;

type ProbesOf<S> = (subject: S) => Probe | readonly Probe[];

/** The test that judges each exchange of these probes. */
export const checked =
  <S>(probesOf: ProbesOf<S>, check: (exchange: CompleteExchange, subject: S) => CheckResult) =>
  (subject: S): Test => ({
    probes: [probesOf(subject)].flat(),
    check: (exchange) => check(exchange, subject),
  });

/** The same test for every exchange of any sender and purpose. */
export const ofAnyTraffic =
  <S>(test: (subject: S) => Test) =>
  (subject: S): Test => ({ ...test(subject), anyTraffic: true });

/** The test that judges the exchanges of a case together. */
export const related =
  <S>(
    probesOf: ProbesOf<S>,
    relation: (exchanges: readonly CompleteExchange[], subject: S) => CheckResult,
  ) =>
  (subject: S): Test => ({
    probes: [probesOf(subject)].flat(),
    relation: (exchanges) => relation(exchanges, subject),
  });
