/** What the chapters of a surface need from it. */
import type {
  Call,
  CheckResult,
  CompleteExchange,
  Finding,
  Fixtures,
  Operation,
  Pointer,
  Probe,
} from '../../../src/kit.ts';
import type { Received } from '../judges.ts';
import type { Rejected } from '../rejections.ts';
import type { SurfaceKit } from '../surface.ts';
import type { Advice, ClauseOf, SharedRequest } from './chapter.ts';
import type { MemberForm } from './members.ts';
import type { Hole } from './template.ts';

/** The operations of one version of the surface. */
export interface Api {
  readonly operation: (name: string) => Operation;
  readonly has: (name: string) => boolean;
  /** True at this version and later ones. */
  readonly isSince: (version: string) => boolean;
}

/** A check that a chapter names: it gets the exchanges of the steps that the rule names; of `(step)` a function that reads it. */
export type NamedCheck = (...steps: readonly never[]) => CheckResult;

/** A list in a response. */
export interface List {
  readonly entries: readonly unknown[];
  /** False if more entries follow. */
  readonly whole: boolean;
  readonly exchange: CompleteExchange;
}

/** Lists that filters select from. Methods, so that a surface may have more in its entries. */
interface Lists {
  /** Compares the list of all with another one, which must be accepted too; `inapplicable` if it is empty. */
  against(
    all: Received,
    other: Received,
    compare: (all: List, other: List) => CheckResult,
  ): CheckResult;
  /** The list has exactly what the filters of its request select from all. */
  selected(all: List, some: List): CheckResult;
  /** The number of different filters in its request. */
  filtersOf(list: List): number;
  /** Each entry has this member, or none has it. */
  showing(entries: readonly unknown[], member: string, expected: boolean): readonly Finding[];
  same(
    expected: readonly unknown[],
    actual: readonly unknown[],
    exchange: CompleteExchange,
  ): readonly Finding[];
}

export interface ChapterKit extends SurfaceKit {
  readonly clauseOf: ClauseOf;
  readonly holes: Readonly<Record<string, Hole>>;
  /** The requests that several chapters send. */
  readonly requests: () => Readonly<Record<string, SharedRequest>>;
  /** The words of rules that several chapters have. */
  readonly words: () => Readonly<Record<string, Advice>>;
  /** The requests of this name that the plan has of every operation. */
  readonly sent: Readonly<Record<string, (operation: Operation) => Probe | undefined>>;
  /** The row of a step that is wrong in this way. Throws if there is none. */
  readonly rowOf: (name: string) => Rejected<never>;
  /** Why a request does not apply, by name. */
  readonly reasons: Readonly<Record<string, (fixtures: Fixtures) => string | undefined>>;
  /** A member of a request body, if the document names it. */
  readonly bodyMember: (
    operation: Operation,
    name: string,
  ) => { readonly required: boolean } | undefined;
  readonly checks: Readonly<Record<string, NamedCheck>>;
  /** The forms of members, by name. */
  readonly memberForms: Readonly<Record<string, MemberForm>>;
  readonly lists: Lists;
  /** What a step may send in place of the token of the run, by name. */
  readonly credentials: Readonly<Record<string, (call: Call, fixtures: Fixtures) => Call>>;
  /** The call as it is sent: with the time that it may take. */
  readonly timed: (call: Call) => Call;
  /** The call, repeated until its response holds; for so many seconds, or some. */
  readonly until: (call: Call, holds: (body: unknown) => boolean, within?: number) => Call;
  /** The call, repeated until the resource is gone. */
  readonly untilGone: (call: Call) => Call;
  /** The first difference between two views of an object with this schema. */
  readonly sameView: (
    exchange: CompleteExchange,
    schema: string,
    expected: unknown,
    actual: unknown,
    at: { readonly at: Pointer },
  ) => readonly Finding[];
}
