/** `selects: some from all`: a list has what the filters of its request select; `by 2 filters`: if they differ. */
import type { ChapterKit } from '../kit.ts';
import type { Form } from './form.ts';

export function selectsForm(value: unknown, { lists }: ChapterKit): Form {
  const [, some = '', all = '', filters = '1'] =
    /^(\w+) from (\w+)(?: by (\d+) filters)?$/.exec(String(value)) ?? [];
  if (some === '') throw new Error('is not a selection. Write: some from all by 2 filters');
  return {
    steps: [some, all],
    judge: [
      (at) =>
        lists.against(at[all], at[some], (whole, part) =>
          Number(filters) > 1 && lists.filtersOf(part) < Number(filters)
            ? 'inapplicable'
            : lists.selected(whole, part),
        ),
    ],
  };
}
