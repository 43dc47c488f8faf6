/** `rejected: step 400 404`: this step is rejected with one of these statuses; 400 by default. `rejected: one other`: both are. */
import { rejects } from '../../judges.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { Form } from './form.ts';

const isStatus = (word: string): boolean => /^\d/.test(word);

/** The steps that a check of this form names. */
export const rejectedSteps = (value: unknown): readonly string[] =>
  namesIn(value as Names).filter((word) => !isStatus(word));

export function rejectedForm(value: unknown): Form {
  const statuses = namesIn(value as Names).filter(isStatus);
  const expected = statuses.length === 0 ? [400] : statuses.map(Number);
  if (!expected.every((status) => status >= 400 && status < 500))
    throw new Error('has a status that rejects nothing. Write: step 400 404');
  const steps = rejectedSteps(value);
  if (steps.length === 0) throw new Error('names no step. Write: step 400 404');
  return { steps, judge: steps.map((step) => rejects(step, expected)) };
}
