/** Wrong options of `assay serve` end before anything listens. */
import { expect, it } from 'vitest';
import { printed } from '../../../test/printed.ts';

it.each([
  [['--latency', 'slow'], /--latency: "slow" is not a duration\. Write .* 500ms, 5s or 1m/],
  [['--limit', '2/min'], /--limit: "2\/min" is not a limit\. Write .* 2\/s, 120\/m or 90\/h/],
  [['--fault', 'flag-ignord'], /--fault flag-ignord: .* Did you mean flag-ignored\?/],
  [['--auth'], /--auth: the registry needs no token/],
])('serve registry %j is rejected', async (options, message) => {
  const { code, stdout, stderr } = await printed('serve', 'registry', ...options);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
});
