/** What the chapters of a surface need from it. */
import type {
  Call,
  CheckResult,
  CompleteExchange,
  Finding,
  Fixtures,
  Operation,
} from '../../../src/kit.ts';
import type { Rejected } from '../rejections.ts';
import type { SurfaceKit } from '../surface.ts';
import type { StepData } from './chapter.ts';
import type { Hole } from './template.ts';

/** The operations of one version of the surface. */
export interface Api {
  readonly operation: (name: string) => Operation;
  readonly has: (name: string) => boolean;
  /** True at this version and later ones. */
  readonly isSince: (version: string) => boolean;
}

/** A check that a chapter names: it gets the exchanges of the steps that the rule names. */
type NamedCheck = (...exchanges: readonly CompleteExchange[]) => CheckResult;

export interface ChapterKit extends SurfaceKit {
  readonly holes: Readonly<Record<string, Hole>>;
  /** The requests that several chapters send. */
  readonly requests: () => Readonly<Record<string, StepData>>;
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
  /** The call as it is sent: with the time that it may take. */
  readonly timed: (call: Call) => Call;
  /** The call, repeated until its response holds. */
  readonly until: (call: Call, holds: (body: unknown) => boolean) => Call;
  /** The first difference between two views of an object with this schema. */
  readonly sameView: (
    exchange: CompleteExchange,
    schema: string,
    expected: unknown,
    actual: unknown,
    at: { readonly at: string },
  ) => readonly Finding[];
}
