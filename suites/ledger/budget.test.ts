import { expect, it, test } from 'vitest';
import { connect } from '../../src/exchange/client.ts';
import { claimsIn } from '../../src/exchange/web-token.ts';
import type { Profile } from '../../src/kit.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { startLedger } from '../../src/reference/ledger.ts';
import { discovered } from '../../src/run/discovered.ts';
import { planOf } from '../../src/run/run.ts';
import { ledgerContract } from './contract.ts';
import { ledger } from './index.ts';
import { LEDGER_VERSIONS, type LedgerVersion } from './versions.ts';

/** The most requests of an audit and of a quick run. */
const MAX_FULL = 1500;
const MAX_QUICK = 350;

/** The plans for a ledger with a token and all fixtures, and the requests that discovered these. */
async function plansAt(
  version: LedgerVersion,
): Promise<Readonly<Record<Profile, Plan>> & { readonly before: number }> {
  const { url, tokens, fixtures, close } = await startLedger({ version, auth: true });
  const surface = ledger(ledgerContract(version));
  const [baseUrl, headers] = [new URL(url), { authorization: `Bearer ${tokens.auditor}` }];
  const client = connect({ baseUrl, headers, timeoutMs: 10_000 });
  const shown = surface.fixturesOfToken?.(claimsIn(tokens.auditor) ?? {});
  const all = await discovered(surface, { ...fixtures, ...shown }, (one) => client.send(one));
  await client.close();
  await close();
  const planned = (profile: Profile): Plan =>
    planOf({ surface, url: baseUrl, fixtures: all, seed: 1, profile });
  return { full: planned('full'), quick: planned('quick'), before: client.requests() };
}

it.each(LEDGER_VERSIONS)(
  `an audit of a ledger %s needs at most ${MAX_FULL} requests, a quick run at most ${MAX_QUICK}`,
  async (version) => {
    const { full, quick, before } = await plansAt(version);
    expect(before + full.requests).toBeLessThanOrEqual(MAX_FULL);
    expect(before + quick.requests).toBeLessThanOrEqual(MAX_QUICK);
  },
);

test('a quick run judges the valid request of every operation that an audit judges', async () => {
  const { full, quick } = await plansAt('3.6');
  const judged = ({ probes }: Plan): ReadonlySet<string> =>
    new Set(
      probes
        .filter(({ probe: { id }, caseGroups }) => id.endsWith('/good') && caseGroups.length > 0)
        .map(({ probe }) => probe.operation.name),
    );
  expect(judged(full).size).toBeGreaterThan(30);
  expect(judged(quick)).toEqual(judged(full));
});
