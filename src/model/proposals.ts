/** Fixtures that can be made up for a target, so that a person need not write them. */
import type { FixtureName, Fixtures } from './fixtures.ts';

/** What only a person knows, or can correct. */
export interface Question {
  readonly name: string;
  readonly text: string;
  /** Stands for no answer. */
  readonly otherwise: string;
  /** True where `otherwise` is made up, and does not exist at the target. */
  readonly isMadeUp?: boolean;
  /** What is wrong with an answer; `undefined` where nothing is. */
  readonly problemIn?: (answer: string) => string | undefined;
}

export type Answers = Readonly<Record<string, string>>;

export interface Proposal {
  readonly name: FixtureName;
  readonly value: unknown;
}

export interface Proposals {
  /** What the target did not show, as clauses without a full stop. */
  readonly notes: readonly string[];
  readonly questions: readonly Question[];
  /** One for each fixture that can be made up. `known` are the other fixtures, as far as they are known. */
  readonly make: (answers: Answers, known: Partial<Fixtures>) => readonly Proposal[];
  /** How long the values hold, in one sentence. */
  readonly validity?: string;
}
