import { describe, expect, it } from 'vitest';
import { clean } from '../../test/sample-report.ts';
import type { Outcome, Reason, Verdict } from '../model/index.ts';
import { callerLines, callersOf } from './callers.ts';

const [sample] = clean.verdicts;
if (sample === undefined) throw new Error('no sample');

const verdict = (requirement: string, outcome: Outcome, reason?: Reason): Verdict => ({
  ...sample,
  requirement: `pets/food-v1/${requirement}`,
  outcome,
  blocks: 'Web wallets',
  ...(reason && { reason }),
});

describe('what callers can call', () => {
  it('an operation is blocked if one of its rules fails', () => {
    const verdicts = [
      verdict('feed/asks', 'passed'),
      verdict('feed/reads', 'failed'),
      verdict('weigh/asks', 'passed'),
      verdict('weigh/reads', 'passed'),
    ];
    expect(callerLines({ verdicts })).toEqual([
      'Web wallets: can call 1 of 2 operations; blocked: food-v1/feed',
    ]);
  });

  it('an operation without a verdict does not count, and without any there is no line', () => {
    const open = [verdict('feed/asks', 'untested', 'missing-fixture')];
    expect(callersOf({ verdicts: open })).toEqual([]);
    const verdicts = [...open, verdict('weigh/asks', 'passed')];
    expect(callersOf({ verdicts })).toEqual([{ callers: 'Web wallets', callable: 1, blocked: [] }]);
  });

  it('an operation is not known if a rule was not sampled there that fails elsewhere', () => {
    const verdicts = [
      verdict('feed/asks', 'passed'),
      verdict('feed/reads', 'failed'),
      verdict('weigh/asks', 'passed'),
      verdict('weigh/reads', 'untested', 'not-sampled'),
    ];
    expect(callerLines({ verdicts })).toEqual([
      'Web wallets: can call 0 of 1 operation; blocked: all',
    ]);
  });
});
