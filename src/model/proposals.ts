/** Invents fixtures for a target, so that a user need not write them. */
import type { FixtureName, Fixtures } from './fixtures.ts';

/** A question that only a user can answer, or whose answer a user may correct. */
export interface Question {
  readonly name: string;
  readonly text: string;
  /** The value without an answer. */
  readonly otherwise: string;
  /** True if `otherwise` is invented, and does not exist at the target. */
  readonly isMadeUp?: boolean;
  /** The error in an answer; `undefined` if there is none. */
  readonly problemIn?: (answer: string) => string | undefined;
}

export type Answers = Readonly<Record<string, string>>;

export interface Proposal {
  readonly name: FixtureName;
  readonly value: unknown;
}

export interface Proposals {
  /** Facts that the target does not show, as clauses without a full stop. */
  readonly notes: readonly string[];
  readonly questions: readonly Question[];
  /** One proposal for each fixture that can be invented. `known` has the other known fixtures. */
  readonly make: (answers: Answers, known: Partial<Fixtures>) => readonly Proposal[];
  /** How long the values stay valid, in one sentence. */
  readonly validity?: string;
}
