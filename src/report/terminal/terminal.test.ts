import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Verdict } from '../../model/index.ts';
import { failure, progress, summary } from './terminal.ts';

const leak = mixed.verdicts.find((v) => v.requirement.endsWith('withdraw/debug-fields-omitted'));
if (!leak) throw new Error('the sample has a leak');

const screen = summary(mixed, false, ['out/report.json', 'out/report.html', 'out/junit.xml']);
const lines = screen.split('\n');

describe('failure', () => {
  test('four lines: what, owed, expected and actual, curl', () => {
    expect(failure(leak, false).split('\n')).toEqual([
      '✗ MUST  registry/withdraw/debug-fields-omitted',
      '  With excludeDebugFields true the answer has no debug member. (registry.debug-fields-omitted)',
      '  Expected no member whose name starts with debug / Actual debugPackageName: "splice-amulet-0.1.9" at /disclosedContracts/0/debugPackageName, and 1 more finding',
      expect.stringMatching(/^ {2}curl -sS -X POST 'https:.*'\{"excludeDebugFields":true\}'$/),
    ]);
  });

  test('a fifth line tells how it is mended, before the curl line', () => {
    const fix = 'The flag is looked for in the query. Read it from the body.';
    const lines = failure({ ...leak, fix }, false).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[3]).toBe(`  Fix ${fix}`);
    expect([...lines.slice(0, 3), lines[4]]).toEqual(failure(leak, false).split('\n'));
    expect(summary(reportOf([{ ...leak, fix }]), false)).toContain(`\n  Fix ${fix}\n`);
  });

  test.each(HOSTILE.map((text) => [text.slice(0, 20), text]))(
    'five harmless lines with %j',
    (_, text) => {
      const plain = failure(hostile(text), false);
      expect(plain.split('\n')).toHaveLength(5);
      expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
      expect(plain.length).toBeLessThan(10_000);
      const coloured = failure(hostile(text), true);
      expect(coloured).toContain('\u001b[');
      expect(stripVTControlCharacters(coloured)).toBe(plain);
      const sequences = coloured.split('\u001b').slice(1);
      expect(sequences.filter((sequence) => !/^\[\d+m/.test(sequence))).toEqual([]);
    },
  );

  test('without finding or counterexample there are still four lines', () => {
    const { counterexample: _, ...bare } = leak;
    expect(failure({ ...bare, findings: [] }, false).split('\n')).toHaveLength(4);
  });
});

describe('summary', () => {
  test('MUST failures, warnings, counts, gaps, information, result, report: in this order', () => {
    const order = [
      '✗ MUST  registry/withdraw/rejects-flag-type',
      '✗ MUST  registry/withdraw/debug-fields-omitted  (also cancel)',
      'Warnings (4)',
      '! SHOULD  registry/withdraw/no-null-members  (also execute-transfer, cancel)',
      'MUST         3             2         5               1      41',
      '○ Untested: missing fixture (3): reassignment-is-409. Name ids under reassignment as reassigning: in the fixtures file.',
      'i registry/withdraw/allows-browsers: Expected an origin; actual no such header.',
      'Report: out/report.html (beside it report.json, junit.xml)',
    ];
    const found = order.map((line) => lines.indexOf(line));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(lines.at(-2)).toBe(
      'Does not conform: 3 of 51 mandatory requirements failed, 7 could not be judged, with 4 warnings. (842 requests to https://registry.example/api/token-standard/v0/registrars/x)',
    );
  });

  test('the same requirement failing on two operations is one block', () => {
    expect(screen.match(/With excludeDebugFields true/g)).toHaveLength(1);
  });

  test('at most 8 lines say what was not judged, with the rest counted', () => {
    const gaps = lines.filter((line) => /^([○?] | {2}… and)/.test(line));
    expect(gaps).toHaveLength(8);
    expect(gaps.at(-1)).toBe('  … and 2 more in the report');
  });

  test('at most 5 lines of information, one for each name', () => {
    const noted = (i: number): Verdict => ({
      ...leak,
      requirement: `registry/withdraw/may-${i}`,
      level: 'MAY',
    });
    const many = summary(reportOf(Array.from({ length: 9 }, (_, i) => noted(i))), false);
    expect(many.match(/^i registry/gm)).toHaveLength(5);
  });

  test('a clean run is short and green', () => {
    expect(summary(clean, false).split('\n').length).toBeLessThan(8);
    expect(summary(clean, true)).toMatch(/\[32m.*Conforms:/);
  });

  test('notes and interruption are said', () => {
    const run = {
      ...mixed.run,
      interrupted: true,
      notes: ['The target died\u001b[2J after 12 requests.'],
    };
    const text = summary({ ...mixed, run }, false);
    expect(text).toContain('Note: The target died\\u001b[2J after 12 requests.');
    expect(text).toContain(', interrupted)');
  });
});

describe('progress', () => {
  const event = { operation: 'withdraw', sent: 100, planned: 842, elapsedMs: 1000 };
  test.each([
    [event, 80, 'withdraw  100 of 842 requests  7.4 s left'],
    [{ ...event, sent: 0 }, 80, 'withdraw  0 of 842 requests'],
    [{ ...event, sent: 842 }, 80, 'withdraw  842 of 842 requests'],
    [{ ...event, elapsedMs: 60_000 }, 80, 'withdraw  100 of 842 requests  7 min 25 s left'],
    [event, 12, 'withdraw  1…'],
    [{ ...event, operation: 'a\u001b[2Jb' }, 80, 'a\\u001b[2Jb  100 of 842 requests  7.4 s left'],
  ])('%j in %d columns', (e, width, expected) => {
    expect(progress(e, width)).toBe(expected);
  });
});
