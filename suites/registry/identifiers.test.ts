import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodedOnce, nearMisses } from '../../src/kit.ts';
import { contractIds, malformedIds, parties, rareContractIds } from './identifiers.ts';

const CONTRACT_ID = /^00[0-9a-f]{64}ca1[012]1220[0-9a-f]{64}$/;
const samples = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 500): readonly T[] =>
  fc.sample(arbitrary, { seed: 42, numRuns });
const LIVES = [
  '00a1b2c3d4e5f6ca10aa1220ff',
  '00112233',
  'a',
  'Zürich/1 %?',
  '中',
  'id::with.punctuation~_-',
];

describe('contract ids', () => {
  test('have the form of real ones and never repeat', () => {
    const ids = samples(contractIds());
    expect(ids.every((id) => CONTRACT_ID.test(id) && id.length === 138)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('stay different when they shrink', () => {
    const shrunk = [1, 2].map((seed) => {
      const property = fc.property(contractIds(), () => false);
      return String(fc.check(property, { seed }).counterexample);
    });
    expect(shrunk.every((id) => CONTRACT_ID.test(id) && /ca101220[0]{64}$/.test(id))).toBe(true);
    expect(shrunk[0]).not.toBe(shrunk[1]);
  });
});

test.each(rareContractIds())('$label: a contract id that never repeats', ({ arbitrary }) => {
  const ids = samples(arbitrary);
  expect(ids.every((id) => /^0[01](?:[0-9a-f]{2}){32,126}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

test('parties have a hint and a fingerprint and never repeat', () => {
  const found = samples(parties());
  expect(found.every((party) => /^[\w-]+::1220[0-9a-f]{64}$/.test(party))).toBe(true);
  expect(new Set(found).size).toBe(found.length);
});

test.each(malformedIds())(
  '$label: no contract id, and a segment that can be sent',
  ({ arbitrary }) => {
    const unfit = samples(arbitrary).filter((id) => {
      const segment = encodeURIComponent(id);
      const { pathname } = new URL(`http://127.0.0.1/a/${segment}/b`);
      const isSegment = segment.length < 1000 && pathname === `/a/${segment}/b`;
      return CONTRACT_ID.test(id) || ['', '.', '..'].includes(id) || !isSegment;
    });
    expect(unfit).toEqual([]);
  },
);

describe.each(LIVES)('near misses of %j', (live) => {
  test.each(nearMisses(live))('$label: another id after one decoding', ({ raw }) => {
    const all = samples(raw, 200);
    expect(all.filter((segment) => decodeURIComponent(segment) === live)).toEqual([]);
    expect(all.filter((segment) => !/^[A-Za-z0-9\-._~!*'()%+]+$/.test(segment))).toEqual([]);
  });

  test('encoded once: the same id after one decoding, in another spelling', () => {
    const all = samples(encodedOnce(live), 200);
    expect(all.filter((segment) => decodeURIComponent(segment) !== live)).toEqual([]);
    if (live !== '中') expect(all).not.toContain(encodeURIComponent(live));
  });
});

test('near misses that are impossible for the id are left out', () => {
  const labels = (live: string): readonly string[] => nearMisses(live).map(({ label }) => label);
  const marks = ['single-quoted', 'number-sign-after', 'colon-after', 'comma-after', 'dot-after'];
  const dressed = [
    'hex-prefix',
    'quoted',
    ...marks,
    'long-suffix',
    'line-end-after',
    'extension-after',
  ];
  const padded = ['space-after', 'nul-after', ...dressed];
  const ledgers = ['space-after', 'nul-after', 'other-version', ...dressed];
  expect(labels('00ab')).toEqual([
    'other-case',
    'two-characters-less',
    'without-beginning',
    'hyphens',
    'wildcards',
    'two-digits-after',
    ...ledgers,
    'twice-encoded',
    'random-changes',
  ]);
  expect(labels('0011')).toEqual([
    'two-characters-less',
    'without-beginning',
    'hyphens',
    'wildcards',
    'two-digits-after',
    ...ledgers,
    'twice-encoded',
    'random-changes',
  ]);
  expect(labels('a b')).toContain('plus-for-space');
  expect(labels('中')).toEqual(['two-digits-after', ...padded, 'random-changes']);
});

test.each(nearMisses('00abcdef').filter(({ drawn }) => !drawn))(
  '$label: the same near miss at each seed',
  ({ raw }) => {
    const drawn = [1, 2, 3].flatMap((seed) => fc.sample(raw, { seed, numRuns: 5 }));
    expect(new Set(drawn).size).toBe(1);
  },
);

test('a change of case shrinks to one letter', () => {
  const raw = nearMisses('00abcdef')[0]?.raw ?? fc.constant('');
  const { counterexample } = fc.check(
    fc.property(raw, () => false),
    { seed: 1 },
  );
  expect(String(counterexample).match(/[A-Z]/g)).toHaveLength(1);
});
