/** `accepts: first second`: these steps are accepted. */
import { accepts } from '../../judges.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { Form } from './form.ts';

export const ACCEPTED = 'A valid request is accepted.';

export function acceptsForm(value: unknown): Form {
  const steps = namesIn(value as Names);
  return { steps, judge: steps.map((step) => accepts(step)) };
}
