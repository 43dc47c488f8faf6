/**
 * `check: name step step`, or a list of such: functions of the surface judge the responses of these steps. `name step?
 * other` does not apply if the first step is rejected. `name (step)` gives the step as a function, which reads it only where
 * it needs it: a rule that reads a step that was not sent is inconclusive.
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
  const named = words.map((word) => ({
    step: word.replace(/\?$|[()]/g, ''),
    isNeeded: word.endsWith('?'),
    isLater: word.startsWith('('),
  }));
  return {
    steps: named.map(({ step }) => step),
    judge: [
      (at) =>
        named.every(({ step, isNeeded }) => !isNeeded || isAccepted(at[step]))
          ? check(
              ...named.map(({ step, isLater }) => (isLater ? () => at[step] : at[step]) as never),
            )
          : 'inapplicable',
    ],
  };
}
