/**
 * `check: name step step`, or a list of such: functions of the surface judge the responses of these steps. `name step?
 * other` does not apply if the first step is rejected.
 */
import { suggestion } from '../../../../src/kit.ts';
import { isAccepted } from '../../judges.ts';
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
  const [name = '', ...words] = namesIn(text);
  const check = checks[name];
  if (check === undefined)
    throw new Error(`there is no check ${name}.${suggestion(name, Object.keys(checks))}`);
  const steps = words.map((word) => word.replace(/\?$/, ''));
  const needed = steps.filter((step) => words.includes(`${step}?`));
  return {
    steps,
    judge: [
      (at) =>
        needed.every((step) => isAccepted(at[step]))
          ? check(...steps.map((step) => at[step] as never))
          : 'inapplicable',
    ],
  };
}
