import { expect, it } from 'vitest';
import { startLedger } from '../../ledger.ts';

const BOTH = ['habits-of-the-layer', 'checks-in-another-order'];

it.each([[BOTH], [BOTH.toReversed()]])(
  'both variants together show no preference for an unknown package: %j',
  async (variants) => {
    const { url, close } = await startLedger({ variants: [...variants, 'deprecated-enabled'] });
    const path = '/v2/interactive-submission/preferred-package-version';
    const response = await fetch(new URL(`${path}?package-name=no-such&parties=a::1`, url));
    await close();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ packagePreference: null });
  },
);
