import { expect, it } from 'vitest';
import { causeTitle } from './verdict-text.ts';

it.each([
  ['The id is cut off, or is written in another case.', 'Possible causes'],
  ['The list is sorted by time; or it is not sorted.', 'Possible causes'],
  ['A quotation mark or a backslash is not escaped.', 'Likely cause'],
  [undefined, 'Likely cause'],
])('the title of %j is %s', (cause, title) => {
  expect(causeTitle(cause)).toBe(title);
});
