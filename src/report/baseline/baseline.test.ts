import { describe, expect, it } from 'vitest';
import { HOSTILE, mixed } from '../../../test/sample-report.ts';
import {
  type Counterexample,
  type Report,
  STATUS,
  statuses,
  type Verdict,
} from '../../model/index.ts';
import {
  type BaselineEntry,
  type Held,
  hold,
  type KnownRequirement,
  knownFailures,
  withKnown,
  wrongEntries,
} from './baseline.ts';
import { baselineMarkdown, baselineText } from './baseline-text.ts';
import { waysOf } from './ways.ts';

const catalogue = new Map(mixed.verdicts.map((v) => [v.requirement, v.operation]));
type Parts = Partial<BaselineEntry & KnownRequirement>;
const entry = (
  requirement: string,
  { operation = catalogue.get(requirement) ?? 'x', fails, ...more }: Parts = {},
): BaselineEntry => ({
  owner: 'team registry',
  reason: 'ISSUE-17',
  expires: '2026-12-31',
  requirements: [{ requirement, operation, ...(fails && { fails }) }],
  ...more,
});
const held = (...entries: readonly BaselineEntry[]): readonly Held[] =>
  hold(mixed, { entries }, catalogue);
const standing = (one: BaselineEntry): string | undefined => held(one)[0]?.standing;

const LEAK = 'registry/allocation-v1/withdraw/debug-fields-omitted';
const PASSED = 'registry/allocation-v1/withdraw/operation-exists';

describe('an entry', () => {
  it.each<[string, BaselineEntry]>([
    ['known', entry(LEAK)],
    ['known', entry(LEAK, { expires: '2026-08-24' })],
    ['expired', entry(LEAK, { expires: '2026-08-23' })],
    ['stale', entry(PASSED)],
    ['stale', entry(PASSED, { expires: '2026-08-23' })],
    ['open', entry('registry/allocation-v1/withdraw/reassignment-is-409')],
    ['open', entry('registry/allocation-v1/execute-transfer/rejects-unknown-id')],
    [
      'open',
      entry('registry/allocation-v1/execute-transfer/rejects-unknown-id', {
        expires: '2026-08-23',
      }),
    ],
    ['unfilled', entry(LEAK, { owner: '' })],
    ['unfilled', entry(LEAK, { reason: ' ' })],
    ['unfilled', entry(LEAK, { expires: '' })],
    ['stale', entry(PASSED, { expires: '' })],
    ['unknown', entry('registry/allocation-v1/withdraw/debug-fields-omited')],
    ['misplaced', entry(LEAK, { operation: 'allocation-v1#getAllocationCancelContext' })],
  ])('is %s: %j', (due, one) => {
    expect(standing(one)).toBe(due);
  });

  it('about a requirement that this run did not judge is open', () => {
    const elsewhere = new Map([...catalogue, ['registry/allocation-v1/withdraw/later', 'x']]);
    const entries = [entry('registry/allocation-v1/withdraw/later', { operation: 'x' })];
    expect(hold(mixed, { entries }, elsewhere)[0]?.standing).toBe('open');
  });

  it('fails the run if it is stale, expired, unknown or misplaced, and names the remedy', () => {
    const wrong = wrongEntries(
      held(
        entry(LEAK),
        entry('registry/allocation-v1/withdraw/reassignment-is-409'),
        entry(PASSED),
        entry('registry/allocation-v1/cancel/debug-fields-omitted', { expires: '2026-01-01' }),
        entry('registry/allocation-v1/withdraw/nothing'),
        entry('registry/allocation-v1/withdraw/rejects-flag-type', { operation: 'y' }),
      ),
    );
    expect(wrong.map((h) => h.standing)).toEqual(['stale', 'expired', 'unknown', 'misplaced']);
    for (const { statement } of wrong) expect(statement).toMatch(/(Remove|Fix|Correct)[^.]*\.$/);
  });

  it('covers one failed MUST, and no SHOULD', () => {
    expect(knownFailures(mixed, held(entry(LEAK)))).toBe(1);
    expect(
      knownFailures(mixed, held(entry('registry/allocation-v1/withdraw/no-null-members'))),
    ).toBe(0);
    expect(knownFailures(mixed, held(entry(LEAK, { expires: '2026-08-23' })))).toBe(0);
  });
});

describe('an entry with ways', () => {
  const [leak] = mixed.verdicts.filter((v) => v.requirement === LEAK);
  const ways = waysOf(leak ?? (mixed.verdicts[0] as Verdict));
  /** The report, with one more failure of the same rule. */
  const worse: Report = {
    ...mixed,
    verdicts: mixed.verdicts.map((v) =>
      v.requirement === LEAK
        ? {
            ...v,
            otherCounterexamples: [
              {
                ...(v.counterexample as Counterexample),
                findings: [
                  { kind: 'status', at: STATUS, expected: statuses(200), actual: statuses(500) },
                ],
              },
            ],
          }
        : v,
    ),
  };
  const heldIn = (report: Report, ...entries: readonly BaselineEntry[]): readonly Held[] =>
    hold(report, { entries }, catalogue);

  it('excuses what it names, and no other failure of that rule', () => {
    const named = entry(LEAK, { fails: ways });
    expect(knownFailures(mixed, heldIn(mixed, named))).toBe(1);
    const held = heldIn(worse, named);
    expect(held[0]?.standing).toBe('other');
    expect(held[0]?.statement).toMatch(/^fails in another way: status 500 instead of 200\. /);
    expect(knownFailures(worse, held)).toBe(0);
    expect(withKnown(worse, held)).toBe(worse);
  });

  it('may share its requirement with another entry', () => {
    const both = [
      entry(LEAK, { fails: ways }),
      entry(LEAK, { fails: ['status 500 instead of 200'] }),
    ];
    expect(heldIn(worse, ...both).map(({ standing }) => standing)).toEqual(['known', 'known']);
    expect(knownFailures(worse, heldIn(worse, ...both))).toBe(1);
    expect(heldIn(mixed, ...both).map(({ standing }) => standing)).toEqual(['known', 'open']);
    const [first, second] = both as [BaselineEntry, BaselineEntry];
    const half = heldIn(worse, first, { ...second, owner: '' });
    expect(half.map(({ standing }) => standing)).toEqual(['known', 'unfilled']);
    expect(knownFailures(worse, half)).toBe(0);
  });

  it('names places without the numbers of elements and without values', () => {
    expect(ways).toEqual(['/disclosedContracts/*/debugPackageName differs']);
  });

  it('of several requirements is one line, and says which of them have another state', () => {
    const { requirements } = entry(LEAK);
    const whole = {
      ...entry(PASSED, { problem: 'Debug members\u202e in the response' }),
      requirements: [...requirements, ...entry(PASSED).requirements],
    };
    expect(baselineText(mixed, held(whole)).split('\n').slice(1, -1)).toEqual([
      `  ✗ stale Debug members\\u202e in the response (${PASSED}): passed. Remove it.`,
      `  ~ known Debug members\\u202e in the response (${LEAK}): may fail until 2026-12-31. team registry: ISSUE-17`,
    ]);
  });
});

describe('what is shown', () => {
  const some = held(
    entry(LEAK),
    entry(PASSED),
    entry('registry/allocation-v1/withdraw/reassignment-is-409'),
    entry('registry/allocation-v1/cancel/debug-fields-omitted', { owner: '', expires: '' }),
  );

  it('on a screen: a sentence of counts, wrong entries first, owners and reasons', () => {
    const others = mixed.summary.MUST.failed - 1;
    expect(baselineText(mixed, some).split('\n')).toEqual([
      `Baseline: 1 failed MUST is known, ${others} failed MUSTs are not, 1 entry is wrong, 1 entry is not filled in.`,
      `  ✗ stale ${PASSED}: passed. Remove it.`,
      '  ! unfilled registry/allocation-v1/cancel/debug-fields-omitted: has no effect while owner, expires are empty. Fill in the entry.',
      `  ~ known ${LEAK}: may fail until 2026-12-31. team registry: ISSUE-17`,
      '',
    ]);
  });

  it('in summary.md: a section of its own', () => {
    const text = baselineMarkdown(mixed, some);
    expect(text).toMatch(/^\n### Baseline\n\n1 failed MUST is known, /);
    expect(text).toContain(`- **stale** \`${PASSED}\`: passed. Remove it.`);
    expect(text).not.toContain('reassignment-is-409');
  });

  it('is short, even for a long baseline', () => {
    const failing = mixed.verdicts[0]?.requirement ?? '';
    const many = Array.from({ length: 500 }, () => ({
      ...{ requirement: failing, operation: 'x', entry: entry(failing) },
      ...{ standing: 'known' as const, statement: 'known' },
    }));
    expect(baselineText(mixed, many).split('\n')).toHaveLength(23);
    expect(baselineText(mixed, many)).toContain('and 480 more entries');
  });

  it.each(HOSTILE.map((text, i) => [i, text] as const))(
    'no owner writes into it: %i',
    (_, text) => {
      const shown = held(entry(LEAK, { owner: text, reason: text }));
      const markdown = baselineMarkdown(mixed, shown);
      expect(markdown).not.toMatch(/<(script|img|\/details|b)\b/);
      expect(markdown.length).toBeLessThan(4_000);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(baselineText(mixed, shown)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2066]/);
    },
  );
});
