/** `check: name step step`, or a list of such: functions of the surface judge the responses of these steps. */
import { suggestion } from '../../../../src/kit.ts';
import { namesIn } from '../chapter.ts';
import type { ChapterKit } from '../kit.ts';
import type { Form } from './form.ts';

export function namedForm(value: unknown, kit: ChapterKit): Form {
  const forms = [value].flat().map((one) => checkOf(String(one), kit));
  return {
    steps: forms.flatMap(({ steps }) => steps),
    judge: forms.flatMap(({ judge }) => judge),
  };
}

function checkOf(text: string, { checks }: ChapterKit): Form {
  const [name = '', ...steps] = namesIn(text);
  const check = checks[name];
  if (check === undefined)
    throw new Error(`there is no check ${name}.${suggestion(name, Object.keys(checks))}`);
  return { steps, judge: [(at) => check(...steps.map((step) => at[step] as never))] };
}
