/** A token that the ledger refuses everywhere: the run says so, and ends as inconclusive. */
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit.ts';
import { reportOnLedger } from '../../../test/reports.ts';

const reportWith = (caller: 'unknownUser' | 'reader') =>
  reportOnLedger(
    { auth: true, caller },
    { fixtures: {}, only: 'ledger/{users-list,ledger-end,packages-list}/*' },
  );

it('a run with the token of an unknown user is inconclusive, and names the token', async () => {
  const report = await reportWith('unknownUser');
  expect(exitCodeOf(report, false)).toBe(2);
  expect(report.run.notes[0]).toBe(
    'every operation rejects the token (403): use one that this target accepts',
  );
});

it('a token with few rights is judged by what it may do', async () => {
  const report = await reportWith('reader');
  expect(exitCodeOf(report, false)).toBe(0);
  expect(report.run.notes.join()).not.toContain('refused everywhere');
});
