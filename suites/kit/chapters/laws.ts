/** Compiles the laws of a chapter: rules about the responses to requests that code makes, by their names in a plan. */
import type { LikelyCause, Operation, Probe } from '../../../src/kit.ts';
import type { Law, Test } from '../law.ts';
import {
  type Chapter,
  type ClauseOf,
  headOf,
  type MemberRuleData,
  type Names,
  namesIn,
} from './chapter.ts';

/** The words of a law may be left out if it is a rule of any HTTP API: then it has no check. */
interface LawData
  extends Partial<Omit<MemberRuleData, 'members' | 'objects-with' | 'type' | 'proof' | 'form'>> {
  /** All operations by default. */
  readonly on?: Names;
  /** Families of requests, as a plan names them, or groups of them. An operation without any does not have the law. */
  readonly sent: Names;
  /** Only operations whose request has this member. */
  readonly 'if-member'?: string;
  /** The name of a check, and its words: `rejected 404`. */
  readonly check?: string;
}

export interface LawChapter extends Chapter {
  readonly laws?: Readonly<Record<string, LawData>>;
}

/** What judges the responses: everything in a test but its requests. */
type WithoutProbes<T> = T extends Test ? Omit<T, 'probes'> : never;
type Judging = WithoutProbes<Test>;

/** A check of a law: it gets the subject, and the words behind the name. */
export type LawCheck<S> = (subject: S, ...words: readonly string[]) => Judging;

/** A rule of any HTTP API as a chapter states it. */
export interface StatedLaw<S>
  extends Partial<Pick<Law<S>, 'level' | 'statement' | 'cause' | 'fix'>>,
    Required<Pick<LawData, 'clause'>> {
  readonly on: (subject: S) => readonly Probe[];
}

interface Subject {
  readonly operation: Operation;
}

/** What laws need from their surface. */
export interface LawKit<S extends Subject> {
  readonly clauseOf: ClauseOf;
  /** The requests of a family or of a group of them; none if the operation does not have it. */
  readonly sent: (subject: S, name: string) => readonly Probe[];
  readonly hasMember: (subject: S, name: string) => boolean;
  readonly checks: Readonly<Record<string, LawCheck<S>>>;
  /** More advice on laws that fail in different ways. */
  readonly causes: Readonly<Record<string, readonly LikelyCause[]>>;
  /** A rule of any HTTP API. Throws if there is none of this name. */
  readonly httpRule: (name: string, stated: StatedLaw<S>) => readonly Law<S>[];
}

export function chapterLaws<S extends Subject>(
  kit: LawKit<S>,
  { clauses = [], laws = {} }: LawChapter,
): readonly Law<S>[] {
  return Object.entries(laws).flatMap(([name, data]) => {
    const on = namesIn(data.on);
    const sent = (of: S): readonly Probe[] =>
      on.length === 0 || on.includes(of.operation.name)
        ? namesIn(data.sent).flatMap((one) => kit.sent(of, one))
        : [];
    if (data.check === undefined) {
      const { clause = name, level, statement, cause, fix } = data;
      const words = {
        ...(level && { level }),
        ...(statement && { statement }),
        ...(cause && { cause }),
        ...(fix && { fix }),
      };
      return kit.httpRule(name, { ...words, clause, on: sent });
    }
    const [check = '', ...words] = namesIn(data.check);
    const judging = kit.checks[check];
    if (judging === undefined) throw new Error(`${name}: there is no check ${check}`);
    const member = data['if-member'];
    const { cause = '', fix = '' } = data;
    const head = headOf(name, { ...data, cause, fix }, clauses, kit.clauseOf);
    const causes = [...(kit.causes[name] ?? []), ...(head.causes ?? [])];
    const law: Law<S> = {
      ...head,
      ...(causes.length > 0 && { causes }),
      ...(member && { appliesTo: (of) => kit.hasMember(of, member) }),
      test: (of) => {
        const probes = sent(of);
        return probes.length === 0 ? undefined : { probes, ...judging(of, ...words) };
      },
    };
    return [law];
  });
}
