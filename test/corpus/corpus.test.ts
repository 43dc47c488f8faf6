/** Some runs of the corpus have the verdicts that are frozen, and a difference is named. */
import { describe, expect, it } from 'vitest';
import { LEDGER_VARIANTS } from '../../src/reference/ledger-variants.ts';
import { REGISTRY_VARIANTS } from '../../src/reference/registry-variants.ts';
import { surfaces } from '../../suites/index.ts';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { LEDGER_VERSIONS } from '../../suites/ledger/versions.ts';
import { unexpected } from '../nightly.ts';
import { differencesNow, frozen } from './frozen.ts';
import { corpusRuns } from './runs.ts';
import { differencesOf, type Frozen } from './verdicts.ts';

/** A conforming server and one with a fault, each with few APIs. */
const RUNS = ['reference/registry metadata-v1@1.0.0', 'faults-registry/text-json'];

it.each(RUNS)('%s has the frozen verdicts', { timeout: 60_000 }, async (name) => {
  const found = (await corpusRuns()).find(({ group, id }) => `${group}/${id}` === name);
  if (found === undefined) throw new Error(`There is no run ${name}.`);
  expect(await differencesNow(found)).toEqual([]);
});

it('another outcome, another reason, and a requirement that came or went are differences', () => {
  const before: Frozen = { requirements: ['a', 'b', 'c'], verdicts: { 'cantTell flaky': ['b'] } };
  const now: Frozen = {
    requirements: ['a', 'b', 'd'],
    verdicts: { failed: ['a'], 'cantTell throttled': ['b'] },
  };
  expect(differencesOf(before, before)).toEqual([]);
  expect(differencesOf(before, now)).toEqual([
    'a: passed → failed',
    'b: cantTell flaky → cantTell throttled',
    'c: passed → not there',
    'd: not there → passed',
  ]);
});

it('a fault fails a requirement in each frozen run that has one', () => {
  const missed = Object.entries(frozen).filter(
    ([name, { verdicts }]) =>
      name.startsWith('faults-') &&
      !Object.keys(verdicts).some((short) => short.startsWith('failed')),
  );
  expect(missed.map(([name]) => name)).toEqual([]);
});

const BROWSERS = ['allows-browsers', 'responses-allow-browsers'];
/** Variants of a registry that the contract permits and the kit advises against: the SHOULDs that fail. */
const ADVISED_AGAINST: Readonly<Record<string, readonly string[]>> = {
  nulls: ['debug-keys-absent', 'no-null-members'],
  'metadata-nulls': ['no-null-members'],
  'framework-text-errors': ['framework-error-body'],
  'bytes-replaced': ['rejects-other-encodings'],
  'router-rejects-encoded-slashes': ['framework-error-body'],
  'path-parameters-rejected': ['framework-error-body'],
  'guarded-names': ['framework-error-body', 'accepts-extreme-meta'],
  'parser-limits': ['framework-error-body'],
  'like-a-network-registry': ['no-null-members'],
  'other-methods-crash': ['allows-browsers', 'rejects-wrong-method'],
  'odd-paths-rejected-early': ['framework-error-body'],
  'origins-rejected': ['allows-browsers'],
  'for-servers-only': BROWSERS,
  'origins-of-a-list': BROWSERS,
  'unknown-origins-forbidden': BROWSERS,
};

/** Frozen verdicts name a family of rules, and not its rows. */
const FAMILIES: Readonly<Record<string, string>> = {
  'ledger/*/{missing,forged}-token-is-401': 'ledger/*/caller-rejections-have-their-status',
};

const VARIANTS = [
  ...REGISTRY_VARIANTS.map(({ id }) => ({
    name: `variants-registry/${id}`,
    advisedAgainst: (ADVISED_AGAINST[id] ?? []).map((rule) => `registry/**/${rule}`),
  })),
  // It rejects what is switched off in text, too; src/prove/variants-everywhere judges it with all operations.
  ...LEDGER_VARIANTS.filter(({ id }) => id !== 'bad-requests-in-text').map(
    ({ id, advisedAgainst = [] }) => ({
      name: `variants-ledger/${id}`,
      advisedAgainst: advisedAgainst.map((glob) => FAMILIES[glob] ?? glob),
    }),
  ),
];

describe('the frozen verdicts on conforming variants', () => {
  const made = [
    surfaces['registry']?.(),
    ...LEDGER_VERSIONS.map((version) => surfaces['ledger']?.(ledgerContract(version))),
  ];
  const levels = new Map(
    made.flatMap((one) => one?.requirements ?? []).map(({ id, level }) => [id, level]),
  );
  const cameOut = (verdicts: Frozen['verdicts'], how: string): readonly string[] =>
    Object.entries(verdicts).flatMap(([short, ids]) => (short.startsWith(how) ? ids : []));

  it.each(VARIANTS)('blame $name for nothing', ({ name, advisedAgainst }) => {
    const { verdicts = {} } = frozen[`${name}@1`] ?? {};
    expect(frozen).toHaveProperty([`${name}@1`]);
    const failed = cameOut(verdicts, 'failed').filter((id) => levels.get(id) !== 'MAY');
    // A version may free what another one advises against.
    expect(unexpected(failed, advisedAgainst, cameOut(verdicts, 'inapplicable'))).toEqual([]);
  });
});
