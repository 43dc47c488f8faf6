/** The numbers that a run announces, and those that it sends. */
import { expect, it } from 'vitest';
import { shop, shopWith } from '../../test/shops.ts';
import { offeredBanner } from '../cli/banner.ts';
import type { Plan } from '../plan/plan.ts';
import { run } from './run.ts';

it.each([
  [['return-v1/send', 'return-v1/accept'], 'stock-v1, order-v1'],
  [['stock-v1/list', 'stock-v1/look', 'stock-v1/count', 'order-v1/place'], 'return-v1'],
])(
  'what a target with %j does not offer is left out and said once, and the rest is sent',
  async (served, gone) => {
    const { url } = await shopWith(served);
    const plans: Plan[] = [];
    const parts: [Plan, number][] = [];
    const { report } = await run({
      ...{ surface: shop(), url, seed: 1, runs: 1 },
      onPlan: (plan) => plans.push(plan),
      onOffered: (part, sent) => parts.push([part, sent]),
    });
    const [[part, sent] = []] = parts;
    if (plans[0] === undefined || part === undefined || sent === undefined) throw new Error('none');
    expect(parts).toHaveLength(1);
    expect(part.requests).toBeLessThan(plans[0].requests);
    const { planned, requests } = report.run;
    expect([planned, requests]).toEqual([sent + part.requests, planned]);
    expect(offeredBanner(plans[0], part, {}, sent)).toBe(
      `Not offered, and left out: ${gone}. ${planned} requests in all.\n`,
    );
  },
);
