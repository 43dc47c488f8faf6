/** The quick profile of a ledger: nothing fails on a conforming one, common faults fail, and the note says what it omits. */
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit.ts';
import { reportOnLedger } from '../../test/reports.ts';

const quickReport = (...faults: readonly string[]) =>
  reportOnLedger({ auth: true, faults }, { profile: 'quick' });

it('passes a conforming ledger within 350 requests, and says what it leaves out', async () => {
  const report = await quickReport();
  expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(report.run.requests).toBeLessThanOrEqual(350);
  expect(report.result).toBe('partial');
  expect(exitCodeOf(report, false)).toBe(0);
  expect(report.run.notes.join('\n')).toMatch(
    /leaves out deprecated operations and cases of more than 3 requests: [\d,]+ of [\d,]+ requirements got no request; --profile full sends all/,
  );
});

it.each([
  'malformed-json-read-as-empty',
  'wrong-types-are-overlooked',
  'participant-falls-over-now-and-then',
])('fails a ledger with %s', async (fault) => {
  const report = await quickReport(fault);
  expect(exitCodeOf(report, false)).toBe(1);
});
