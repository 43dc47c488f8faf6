/** Conforming ledgers that look different: the kit blames none of them. */

import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { seedsOf } from '../../test/nightly.ts';
import type { Report } from '../model/index.ts';
import { startLedger } from '../reference/ledger.ts';
import { LEDGER_VARIANTS, type ServedVariant } from '../reference/ledger-variants.ts';
import { run } from '../run/run.ts';

const surface = ledger();

async function reportOn({ id, prefix = '' }: ServedVariant, seed: number): Promise<Report> {
  const { url, tokens, fixtures, close } = await startLedger({ auth: true, variants: [id] });
  try {
    const headers = { authorization: `Bearer ${tokens.auditor}` };
    const at = new URL(url + prefix);
    const { report } = await run({ surface, url: at, fixtures, headers, seed, runs: 1 });
    return report;
  } finally {
    await close();
  }
}

const failed = ({ verdicts }: Report): string[] =>
  verdicts.filter((v) => v.outcome === 'failed' && v.level !== 'MAY').map((v) => v.requirement);

const QUICK = LEDGER_VARIANTS.filter(({ slow }) => !slow);

describe.each(QUICK.map((variant, i) => [variant.id, variant.description, variant, i] as const))(
  '%s: %s',
  { timeout: 30_000 },
  (_id, _says, variant, nth) => {
    it.each(seedsOf(nth))('is blamed for nothing, at seed %i', async (seed) => {
      const report = await reportOn(variant, seed);
      expect(failed(report).sort()).toEqual([...(variant.advisedAgainst ?? [])].sort());
      expect(report.run.interrupted).toBe(false);
      expect(report.summary.MUST.passed).toBeGreaterThan(100);
    });
  },
);
