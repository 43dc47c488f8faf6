import { expect, it } from 'vitest';
import { connect } from '../../src/exchange/client.ts';
import { claimsIn } from '../../src/exchange/web-token.ts';
import { startLedger } from '../../src/reference/ledger.ts';
import { discovered } from '../../src/run/discovered.ts';
import { planOf } from '../../src/run/run.ts';
import { ledgerContract } from './contract.ts';
import { ledger } from './index.ts';
import { LEDGER_VERSIONS } from './versions.ts';

const MOST = 1500;

it.each(LEDGER_VERSIONS)(
  `an audit of a ledger %s with a token and all fixtures needs at most ${MOST} requests`,
  async (version) => {
    const { url, tokens, fixtures, close } = await startLedger({ version, auth: true });
    const surface = ledger(ledgerContract(version));
    const [baseUrl, headers] = [new URL(url), { authorization: `Bearer ${tokens.auditor}` }];
    const client = connect({ baseUrl, headers, timeoutMs: 10_000 });
    const shown = surface.fixturesOfToken?.(claimsIn(tokens.auditor) ?? {});
    const all = await discovered(surface, { ...fixtures, ...shown }, (one) => client.send(one));
    await client.close();
    await close();
    const planned = planOf({ surface, url: baseUrl, fixtures: all, seed: 1 });
    expect(client.requests() + planned.requests).toBeLessThanOrEqual(MOST);
  },
);
