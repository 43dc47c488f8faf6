/** Failures that come with a share of the responses only: whatever the share is, they are shown with it. */
import { it } from 'vitest';
import { expectShare } from '../../../test/reproductions.ts';

it.each([
  [2, 0],
  [5, 0],
  [40, 0],
  [7, 2],
  [7, 3],
  [7, 4],
] as const)(
  'a failure of one response in %i, counted from %i, has its share and is not shown as if it always came',
  (n, from) => expectShare(n, from),
);
