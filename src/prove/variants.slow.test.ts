/**
 * Conforming ledgers that look different: no requirement fails. By day, a server of each of a few groups of variants, and
 * two variants by themselves; by night each variant by itself. `scripts/corpus.mjs compare` has their verdicts too.
 */

import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { brokenRules } from '../../test/broken-rules.ts';
import { byDay, NIGHTLY, seedsOf, serversOf, unexpected } from '../../test/nightly.ts';
import type { Report } from '../model/index.ts';
import { startLedger } from '../reference/ledger.ts';
import { LEDGER_VARIANTS, type LedgerVariant } from '../reference/ledger-variants.ts';
import { run } from '../run/run.ts';

const surface = ledger();

/** The others are judged in `variants-everywhere`: at each version, or while they show changes late. */
const WHOLE = LEDGER_VARIANTS.filter(
  ({ id, slow, everywhere }) => !slow && (NIGHTLY || !(everywhere || id === 'slow-to-show')),
);

/** Variants that do not affect each other, so that they can share a server. */
const TOGETHER: readonly (readonly string[])[] = [
  [
    ...['no-nulls', 'members-turned-round', 'extra-headers', 'charset', 'build-names'],
    ...['quoting-causes', 'other-page-tokens', 'more-operations'],
    ...['one-hashing-scheme', 'short-deduplication', 'one-row-by-default'],
  ],
  [
    ...['represented-anew', 'views-that-fail', 'entries-without-tokens', 'checkpoints-in-between'],
    ...['unreadable-in-json', 'vets-nothing', 'topology-in-older-form', 'never-pruned'],
    'for-servers-only',
  ],
  [
    ...['paths-letter-by-letter', 'beginning-is-pruned', 'tiny-pages-of-users'],
    ...['not-ready-at-first', 'pages-of-five'],
  ],
  ['gateway-checks-tokens', 'json-parsed-first', 'all-pruned', 'under-prefix'],
  [
    ...['contended-at-times', 'contracts-in-any-order', 'later-kind-of-update', 'slow'],
    ...['extra-members-before-kinds', 'origins-echoed'],
  ],
  ['busy-ledger', 'needs-no-token-at-all'],
  ['others-upload', 'synchronizer-comes-and-goes'],
  ['pruned-to-its-end-meanwhile', 'without-users'],
  ['current-user-needs-a-token', 'gateway-is-strict'],
  [
    ...['gateway-responds-to-unknown-paths', 'without-deprecated-operations', 'pruned-meanwhile'],
    'overloaded-at-times',
  ],
];

const SERVERS = serversOf(WHOLE, TOGETHER);
/** One variant of each server that is judged by day: they change forms, pages, history, gateways, and what is there. */
const BY_DAY = [
  ...['no-nulls', 'represented-anew', 'tiny-pages-of-users', 'under-prefix', 'overloaded-at-times'],
  ...['contended-at-times', 'empty-ledger', 'compresses'],
];
const LEDGERS = byDay(SERVERS, (variants) => variants.some(({ id }) => BY_DAY.includes(id)));

/** Variants that leave a MUST open, because they show too little or change during the run. */
const OPEN = [
  ...['all-pruned', 'comings-and-goings', 'connected-to-none', 'edited-meanwhile', 'empty-ledger'],
  ...['overloaded-at-times', 'pages-of-five', 'pruned-meanwhile'],
  ...[
    'pruned-to-its-end-meanwhile',
    'synchronizer-comes-and-goes',
    'tiny-pages-of-users',
    'vets-nothing',
    'without-users',
  ],
];

/** Where commands are executed at a synchronizer, so that one of them is connected: no run writes here. */
const ONLY_READ = ['connected-to-none'];

async function reportOn(variants: readonly LedgerVariant[], seed: number): Promise<Report> {
  const ids = variants.map(({ id }) => id);
  const { url, tokens, fixtures, close } = await startLedger({ auth: true, variants: ids });
  try {
    const headers = { authorization: `Bearer ${tokens.auditor}` };
    const at = new URL(url + variants.map(({ prefix = '' }) => prefix).join(''));
    const writes = !ids.some((id) => ONLY_READ.includes(id));
    const allowed = { undecodable: true, reversible: writes, irreversible: writes };
    const { report } = await run({ surface, url: at, fixtures, headers, allowed, seed, runs: 1 });
    return report;
  } finally {
    await close();
  }
}

const failed = ({ verdicts }: Report): string[] => brokenRules(verdicts);

it('each variant is one of the ledgers that are judged, and the others are not named', () => {
  const served = SERVERS.flat().map(({ id }) => id);
  expect(served).toEqual(expect.arrayContaining(BY_DAY));
  expect(served.toSorted()).toEqual(WHOLE.map(({ id }) => id).toSorted());
  expect(served).toEqual(expect.arrayContaining(TOGETHER.flat()));
});

describe.each(
  LEDGERS.map(
    (variants, nth) => [variants.map(({ id }) => id).join(' + '), variants, nth] as const,
  ),
  // One run takes up to 20 s on an idle machine, and three times that beside the proof.
)('%s', { timeout: 120_000 }, (_ids, variants, nth) => {
  it.each(seedsOf(nth))('fails nothing, at seed %i', async (seed) => {
    const report = await reportOn(variants, seed);
    const advised = variants.flatMap(({ advisedAgainst = [] }) => advisedAgainst);
    // A version may free what another one advises against.
    const free = report.verdicts.filter(({ outcome }) => outcome === 'inapplicable');
    const ids = free.map(({ requirement }) => requirement);
    expect(unexpected(failed(report), advised, ids)).toEqual([]);
    expect(report.run.interrupted).toBe(false);
    const open = report.verdicts.filter((v) => v.outcome === 'cantTell' && v.level === 'MUST');
    if (!variants.some(({ id }) => OPEN.includes(id)))
      expect(open.map(({ requirement }) => requirement)).toEqual([]);
    expect(report.summary.MUST.passed).toBeGreaterThan(100);
  });
});
