/** `same: { schema, as: step /pointer, is: step /pointer, except: member other.member }`: two views of one object. */
import { without } from '../../judges.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { ChapterKit } from '../kit.ts';
import { placeOf, shownAt } from '../places.ts';
import type { Form } from './form.ts';

interface Same {
  readonly schema: string;
  readonly as: string;
  readonly is: string;
  readonly except?: Names;
}

export function sameForm(value: unknown, { sameView }: ChapterKit): Form {
  const { schema, as, is, except } = value as Same;
  const places = [placeOf(as), placeOf(is)] as const;
  const left = namesIn(except).map((path) => path.split('.'));
  const bare = (view: unknown): unknown => left.reduce(without, view);
  const [model, judged] = places;
  return {
    steps: places.map(({ step }) => step),
    places,
    judge: [
      (at) => {
        const [expected, actual] = places.map((place) => bare(shownAt(at, place)));
        const exchange = at[judged.step] ?? at[model.step];
        return exchange && sameView(exchange, schema, expected, actual, { at: judged.pointer });
      },
    ],
  };
}
