/** `rejected: step 400 404`: this step is rejected with one of these statuses; 400 by default. */
import { rejects } from '../../judges.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { Form } from './form.ts';

export function rejectedForm(value: unknown): Form {
  const [step = '', ...statuses] = namesIn(value as Names);
  const expected = statuses.length === 0 ? [400] : statuses.map(Number);
  if (!expected.every((status) => status >= 400 && status < 500))
    throw new Error('has a status that rejects nothing. Write: step 400 404');
  return { steps: [step], judge: [rejects(step, expected)] };
}
