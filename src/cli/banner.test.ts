import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { planOf } from '../run/run.ts';
import { shortLived } from './banner.ts';

it('a token that ends before the run is announced, with the time that the run takes', () => {
  const options = { surface: registry(), url: new URL('http://127.0.0.1:9'), ratePerSecond: 2 };
  const plan = planOf(options);
  const needed = (plan.requests / 2) * 1000;
  expect(shortLived(plan, options, 300_000)).toMatch(
    /^The token is valid for 5 min 0 s; the run takes about \d+ min[^,]*, and it cannot be renewed\. /,
  );
  expect(shortLived(plan, options, -5000)).toMatch(/^The token has expired, and it cannot/);
  expect(shortLived(plan, options, needed + 1000)).toBe('');
  expect(shortLived(plan, options, undefined)).toBe('');
});
