/** Fixtures that can be made up for a target, so that a person need not write them. */
import type { FixtureName, Fixtures } from './fixtures.ts';

/** A question that only a person can answer, or whose answer a person may correct. */
export interface Question {
  readonly name: string;
  readonly text: string;
  /** Stands for no answer. */
  readonly otherwise: string;
  /** True if `otherwise` is made up, and does not exist at the target. */
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
  /** Facts that the target did not show, as clauses without a full stop. */
  readonly notes: readonly string[];
  readonly questions: readonly Question[];
  /** One for each fixture that can be made up. `known` are the other fixtures, as far as they are known. */
  readonly make: (answers: Answers, known: Partial<Fixtures>) => readonly Proposal[];
  /** How long the values hold, in one sentence. */
  readonly validity?: string;
}
