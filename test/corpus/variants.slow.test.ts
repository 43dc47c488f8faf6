/**
 * The reference servers and their conforming variants get the frozen verdicts, of which corpus.test.ts shows that they
 * blame nobody. By day, a whole ledger, and some variants that change forms, pages, history, gateways, and what is
 * missing; by night all of them, each under two seeds.
 */
import { expect, it } from 'vitest';
import { byDay, seedsOf } from '../nightly.ts';
import { differencesNow, frozen } from './frozen.ts';
import { corpusRuns } from './runs.ts';

const BY_DAY = new Set([
  'ledger 3.6 irreversible',
  ...['extra-members', 'no-debug', 'allocations-disclosed', 'rotating', 'nulls', 'empty-lists'],
  ...['needs-token', 'more-in-lookups', 'version-1-only', 'like-a-network-registry'],
  ...['no-nulls', 'represented-anew', 'tiny-pages-of-users', 'under-prefix', 'overloaded-at-times'],
  ...['contended-at-times', 'empty-ledger', 'compresses'],
]);
const SERVERS = (await corpusRuns()).filter(({ group }) => /^(reference|variants-.*)$/.test(group));
const chosen = byDay(SERVERS, ({ id }) => BY_DAY.has(id)).flatMap((variant, nth) =>
  seedsOf(nth).map((seed) => ({ ...variant, variant, seed })),
);

/** What differs, except what else is left open by a variant that leaves something open. */
async function blamedNow({ variant, seed }: (typeof chosen)[number]): Promise<readonly string[]> {
  const { verdicts = {} } = frozen[`${variant.group}/${variant.id}@1`] ?? {};
  const isOpen = Object.keys(verdicts).some((short) => short.startsWith('cantTell'));
  const differences = await differencesNow(variant, seed);
  return differences.filter((line) => !isOpen || line.includes('failed'));
}

it.each(chosen)('$group: $id, at seed $seed', { timeout: 120_000 }, async (one) => {
  expect(await blamedNow(one)).toEqual([]);
});
