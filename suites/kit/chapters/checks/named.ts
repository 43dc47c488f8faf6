/** `check: name step step`: a function of the surface judges the responses of these steps. */
import { suggestion } from '../../../../src/kit.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { ChapterKit } from '../kit.ts';
import type { Form } from './form.ts';

export function namedForm(value: unknown, { checks }: ChapterKit): Form {
  const [name = '', ...steps] = namesIn(value as Names);
  const check = checks[name];
  if (check === undefined)
    throw new Error(`there is no check ${name}.${suggestion(name, Object.keys(checks))}`);
  return { steps, judge: [(at) => check(...steps.map((step) => at[step] as never))] };
}
