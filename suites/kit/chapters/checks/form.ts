/** What a form of checks makes of the words of a rule. */
import type { CheckResult } from '../../../../src/kit.ts';
import type { At } from '../../judges.ts';
import type { ChapterKit } from '../kit.ts';
import type { Place } from '../places.ts';

export type Judge = (at: At<string>) => CheckResult;

export interface Form {
  /** Several judges are independent: if one is inconclusive, the others still count. */
  readonly judge: readonly Judge[];
  /** The steps that it names, for the check of the chapter. */
  readonly steps: readonly string[];
  readonly places?: readonly Place[];
}

/** Reads the value of the member with the name of the form. Throws with the remedy if it is not of this form. */
export type ReadForm = (value: unknown, kit: ChapterKit) => Form;
