import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Verdict } from '../../model/index.ts';
import { failure } from './failure.ts';
import { progress } from './live.ts';
import { summary } from './terminal.ts';

const leak = mixed.verdicts.find((v) => v.requirement.endsWith('withdraw/debug-fields-omitted'));
if (!leak) throw new Error('the sample has a leak');

const screen = summary(mixed, { colour: false }, [
  'out/report.json',
  'out/report.html',
  'out/junit.xml',
]);
const lines = screen.split('\n');

describe('failure', () => {
  test('a failure has rule, expected and actual, each under its label, and a command', () => {
    expect(failure(leak, { colour: false }).split('\n')).toEqual([
      '✗ MUST  disclosedContracts[].debugPackageName: debugPackageName:',
      '        "splice-amulet-0.1.9" instead of no member whose name starts with debug',
      '        (allocation-v1/withdraw)',
      '  Rule:         With excludeDebugFields true, the response has no debug member.',
      '                (registry/allocation-v1/withdraw/debug-fields-omitted;',
      '                registry.debug-fields-omitted)',
      '  Expected:     no member whose name starts with debug',
      '  Actual:       debugPackageName: "splice-amulet-0.1.9"',
      '  At:           /disclosedContracts/0/debugPackageName, and 1 more finding',
      expect.stringMatching(/^curl -sS -X POST 'https:.*'\{"excludeDebugFields":true\}'$/),
    ]);
  });

  test('the fix stands before the command', () => {
    const fix = 'The flag is looked for in the query. Read it from the body.';
    const lines = failure({ ...leak, fix }, { colour: false }).split('\n');
    expect(lines.at(-2)).toBe(`  Fix:          ${fix}`);
    expect(lines.toSpliced(-2, 1)).toEqual(failure(leak, { colour: false }).split('\n'));
    expect(summary(reportOf([{ ...leak, fix }]), { colour: false })).toContain(
      `  Fix:          ${fix}\n`,
    );
  });

  test.each([40, 80, 120])('prose is wrapped at %i columns, the command is not', (width) => {
    const lines = failure({ ...leak, fix: 'Do it. '.repeat(40) }, { colour: false, width }).split(
      '\n',
    );
    expect(lines.at(-1)?.length).toBeGreaterThan(120);
    expect(
      Math.max(
        ...lines
          .slice(1, -1)
          .filter((l) => /\s\S+\s\S/.test(l))
          .map((l) => l.length),
      ),
    ).toBeLessThanOrEqual(width);
  });

  test.each(HOSTILE.map((text) => [text.slice(0, 20), text]))(
    'harmless lines with %j',
    (_, text) => {
      const plain = failure(hostile(text), { colour: false });
      expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
      expect(plain.length).toBeLessThan(10_000);
      const coloured = failure(hostile(text), { colour: true });
      expect(coloured).toContain('\u001b[');
      expect(stripVTControlCharacters(coloured)).toBe(plain);
      const sequences = coloured.split('\u001b').slice(1);
      expect(sequences.filter((sequence) => !/^\[\d+m/.test(sequence))).toEqual([]);
    },
  );

  test('a failure states that it has no finding or no counterexample', () => {
    const { counterexample: _, ...bare } = leak;
    const text = failure({ ...bare, findings: [] }, { colour: false });
    expect(text).toContain('No finding was recorded.');
    expect(text).toContain('No single request shows it');
  });
});

describe('what a run saw before it was stopped', () => {
  const seen = {
    ...leak,
    outcome: 'untested',
    reason: 'interrupted',
    note: 'unconfirmed',
  } as const;
  const other = { ...seen, requirement: seen.requirement.replace('withdraw', 'cancel') };

  test('is listed as unconfirmed, on one line for each problem', () => {
    const text = summary(reportOf([seen, other]), { colour: false });
    expect(text).toContain(
      [
        'Unconfirmed: 1 problem (2 requirements)',
        '? unconfirmed  disclosedContracts[].debugPack… (allocation-v1: withdraw, cancel)',
      ].join('\n'),
    );
  });

  test('does not include failures that did not come back', () => {
    const flaky = { ...leak, outcome: 'cantTell', reason: 'flaky' } as const;
    expect(summary(reportOf([flaky]), { colour: false })).not.toContain('Unconfirmed');
  });
});

test('a level without selected requirements has no counts', () => {
  const musts = reportOf(mixed.verdicts.filter(({ level }) => level === 'MUST'));
  expect(summary(musts, { colour: false })).toContain(
    '\nSHOULD  not selected\nMAY     not selected\n',
  );
  expect(screen).not.toContain('not selected');
});

describe('summary', () => {
  test('a summary has problems, counts, gaps, information, result and report, in this order', () => {
    const order = [
      '4 problems (7 requirements)',
      '✗ MUST  1. 200 instead of 400, because the flag is the string "yes"',
      '✗ MUST  2. disclosedContracts[].debugPackageName: debugPackageName:',
      '! SHOULD  3. disclosedContracts[].debugPayload: null instead of absent …',
      '! SHOULD  4. error: at Registry.scala:214 instead of no file path …',
      'The report and --verbose show each problem in full.',
      'MUST         3             2         5               1      41',
      '○ Untested: missing fixture (3): reassignment-is-409. Name ids under',
      '  reassignment as reassigning: in the fixtures file.',
      'i registry/allocation-v1/withdraw/allows-browsers: Expected an origin; actual',
      'Does not conform: 4 problems (7 requirements); 3 of 51 mandatory requirements',
      'failed, 7 could not be judged, with 4 warnings. (842 requests to',
      'Report: out/report.html (in the same folder: report.json, junit.xml)',
    ];
    const found = order.map((line) => lines.indexOf(line));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  test('a problem on two operations is one block', () => {
    expect(screen.match(/With excludeDebugFields true/g)).toHaveLength(1);
  });

  test('warnings are shown in full if nothing failed', () => {
    const warnings = reportOf(mixed.verdicts.filter(({ level }) => level !== 'MUST'));
    const text = summary(warnings, { colour: false });
    expect(text).toMatch('! SHOULD  1. disclosedContracts[].debugPayload: null instead of absent');
    expect(text.match(/^ {2}Rule: /gm)).toHaveLength(2);
    expect(text).not.toContain('--verbose');
  });

  test('at most 8 lines name what was not judged, and the others are counted', () => {
    const gaps = lines.filter((line) => /^([○?] |… and)/.test(line));
    expect(gaps).toHaveLength(8);
    expect(gaps.at(-1)).toBe('… and 2 more in the report');
  });

  test('at most 5 lines of information, one for each name', () => {
    const noted = (i: number): Verdict => ({
      ...leak,
      requirement: `registry/allocation-v1/withdraw/may-${i}`,
      level: 'MAY',
    });
    const many = summary(reportOf(Array.from({ length: 9 }, (_, i) => noted(i))), {
      colour: false,
    });
    expect(many.match(/^i registry/gm)).toHaveLength(5);
  });

  test('a clean run is short and green', () => {
    expect(summary(clean, { colour: false }).split('\n').length).toBeLessThan(8);
    expect(summary(clean, { colour: true })).toMatch(/\[32m.*Conforms:/);
  });

  test('notes and an interruption are shown', () => {
    const run = {
      ...mixed.run,
      interrupted: true,
      notes: ['The target died\u001b[2J after 12 requests.'],
    };
    const text = summary({ ...mixed, run }, { colour: false });
    expect(text).toContain('Note: The target died\\u001b[2J after 12 requests.');
    expect(text).toContain(', interrupted)');
  });
});

describe('progress', () => {
  const event = {
    stage: 'scan',
    operation: 'withdraw',
    sent: 100,
    planned: 842,
    suspected: 0,
    elapsedMs: 1000,
  } as const;
  test.each([
    [event, 80, 'withdraw  100 of 842 requests  7.4 s left'],
    [{ ...event, sent: 0 }, 80, 'withdraw  0 of 842 requests'],
    [{ ...event, sent: 842 }, 80, 'withdraw  842 of 842 requests'],
    [{ ...event, elapsedMs: 60_000 }, 80, 'withdraw  100 of 842 requests  7 min 25 s left'],
    [event, 12, 'withdraw  1…'],
    [
      { ...event, suspected: 3 },
      80,
      'withdraw  100 of 842 requests  7.4 s left  3 suspected failures',
    ],
    [
      { ...event, stage: 'confirm', suspected: 1 } as const,
      80,
      'withdraw  rechecking failures  1 suspected failure',
    ],
    [{ ...event, operation: 'a\u001b[2Jb' }, 80, 'a\\u001b[2Jb  100 of 842 requests  7.4 s left'],
  ])('%j in %d columns', (e, width, expected) => {
    expect(progress(e, width)).toBe(expected);
  });
});
