/** Failures of a share of the responses, and failures that an earlier request causes. */
import { expect, it } from 'vitest';
import { expectShare, failures, lastBody, started } from '../../../test/reproductions.ts';

// Of eight simultaneous requests one is always a seventh one, so this shows no race.
it.each([
  [2, 0],
  [5, 0],
  [40, 0],
  [7, 1],
  [7, 2],
  [7, 3],
  [7, 4],
] as const)(
  'a failure of one response in %i, counted from %i, has its share and is not shown as if it always came',
  (n, from) => expectShare(n, from),
);

it.each([
  'responses-cached-without-flag',
  'first-plain-request-sticks',
  'second-response-incomplete',
])(
  'what an earlier request may have brought about is shown with that request: %s',
  async (fault) => {
    const { server, failed } = await failures(
      { faults: [fault] },
      '*/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/{debug-fields-omitted,response-shape}',
    );
    expect(failed).toHaveLength(2);
    for (const { counterexample } of failed) {
      const fresh = await started({ faults: [fault] });
      const { lines = [] } = counterexample?.reproduction ?? {};
      expect(await lastBody(lines, server.url, fresh.url)).toEqual(
        JSON.parse(counterexample?.response?.body ?? ''),
      );
    }
  },
);
