/**
 * Conforming ledgers that differ much or are slow, and plain ones for each caller: no requirement fails. By day, three
 * ledgers that differ much, each in one setting, and three callers of the newest version; by night each variant at each
 * version, with and without tokens and writes, and each caller at each version.
 */

import { describe, expect, it } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { LEDGER_VERSIONS, NEWEST, OLDEST } from '../../suites/ledger/versions.ts';
import { brokenRules } from '../../test/broken-rules.ts';
import { byDay, NIGHTLY, serversOf, unexpected } from '../../test/nightly.ts';
import { EVERYTHING, reportOnLedger } from '../../test/reports.ts';
import type { Report } from '../model/index.ts';
import { LEDGER_VARIANTS } from '../reference/ledger-variants.ts';

const surface = ledger();

const failed = ({ verdicts }: Report): string[] => brokenRules(verdicts);

const SLOW = LEDGER_VARIANTS.filter(({ slow }) => slow);

const MUCH = LEDGER_VARIANTS.filter(({ everywhere }) => everywhere);
/** Variants that do not affect each other. */
const LEDGERS = serversOf(MUCH, [
  ['lookups-without-empty-members', 'extra-members', 'bad-requests-in-text'],
  ['insists-on-places', 'executed-contracts-are-gone'],
]);

const EVERYWHERE = LEDGERS.flatMap((variants, nth) =>
  LEDGER_VERSIONS.flatMap((version) =>
    [true, false].flatMap((auth) =>
      [true, false].map((writes) => ({
        ids: variants.map(({ id }) => id).join(' + '),
        variants: variants.map(({ id }) => id),
        ...{ version, auth, writes },
        advisedAgainst: variants.flatMap((one) => one.advisedAgainst ?? []),
      })),
    ),
  )
    // One setting for each ledger. What a run that writes may not fail, one that only reads may not fail either.
    .filter(
      ({ version, auth, writes }) =>
        NIGHTLY || (nth < 3 && writes && (version === OLDEST) === (nth === 0) && auth === nth < 2),
    ),
);

describe('a variant that changes much', { timeout: 60_000 }, () => {
  it.each(EVERYWHERE)(
    'is blamed for nothing: $ids, $version, tokens $auth, writes $writes',
    async ({ variants, version, auth, writes, advisedAgainst }) => {
      const own = ledger(ledgerContract(version));
      const allowed = { undecodable: true, reversible: writes, irreversible: writes };
      const given = { surface: own, allowed, seed: 1, runs: 1 };
      const report = await reportOnLedger({ version, auth, variants }, given);
      expect(unexpected(failed(report), advisedAgainst)).toEqual([]);
      expect(report.summary.MUST.passed).toBeGreaterThan(600);
      // What comes and goes may be gone when it is looked up. Elsewhere no MUST stays open: such a ledger is certified.
      if (!variants.includes('comings-and-goings')) expect(report.summary.MUST.cantTell).toBe(0);
      expect(report.verdicts.map((v) => v.reason)).not.toContain('kit-fault');
    },
  );
});

/** A run against a ledger of this variant, with everything allowed. */
const reportOn = (id: string, only: string): Promise<Report> =>
  reportOnLedger({ auth: true, variants: [id] }, { allowed: EVERYTHING, only, seed: 1, runs: 1 });

describe.concurrent('a ledger that lets readers wait', { timeout: 120_000 }, () => {
  it.each(SLOW)('passes the rules about open lists: $id', async ({ id }) => {
    const report = await reportOn(
      id,
      'ledger/*/{completion-names-update,hosting-is-in-updates,missing-end-reads-to-ledger-end}',
    );
    expect(report.verdicts.length).toBeGreaterThan(3);
    expect(
      report.verdicts.filter(
        ({ outcome, reason }) => outcome !== 'passed' && reason !== 'switched-off',
      ),
    ).toEqual([]);
  });

  it('is not blamed for late changes', async () => {
    const report = await reportOn(
      'slow-to-show',
      'ledger/{user*,identity-provider*,part*,external-*,dars-upload,packages-upload,submit*,execute*}/**',
    );
    expect(failed(report)).toEqual([]);
    const passed = report.verdicts.filter(({ outcome }) => outcome === 'passed');
    const ids = passed.map(({ requirement }) => requirement);
    const completing = surface.requirements.filter(({ id }) => id.endsWith('/command-completes'));
    expect(ids).toEqual(expect.arrayContaining(completing.map(({ id }) => id)));
    expect(
      ids.filter((id) =>
        /\/(created-as-sent|lists-changed-rights|new-one-is-listed|removed-is-gone|uploaded-packages-are-listed)$/.test(
          id,
        ),
      ).length,
    ).toBeGreaterThan(8);
  });
});

const CALLERS = byDay(
  ['reader', 'unknownUser', undefined, 'auditor', 'administrator', 'expired'] as const,
  (_, nth) => nth < 3,
);
/** With all fixtures. */
const MAX_REQUESTS = 1750;

// Who calls matters alike at each version. The proof runs the auditor's requirements at all of them.
const VERSIONS = byDay(LEDGER_VERSIONS, (version) => version === NEWEST);

describe.each(VERSIONS)('the plain ledger of version %s', { timeout: 30_000 }, (version) => {
  it.each(CALLERS)('is not blamed by %s', async (caller) => {
    const auth = caller !== undefined;
    const own = ledger(ledgerContract(version));
    const server = { version, auth, ...(auth && { caller }) };
    const report = await reportOnLedger(server, { surface: own, seed: 1 });
    expect(failed(report)).toEqual([]);
    expect(report.run.requests).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(report.verdicts.map((v) => v.reason)).not.toContain('kit-fault');
  });
});
