/** A token that the ledger refuses everywhere: the run says so, and ends as inconclusive. */
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit.ts';
import { startLedger } from '../../../src/reference/ledger.ts';
import { run } from '../../../src/run/run.ts';
import { ledger } from '../index.ts';

async function reportWith(caller: 'unknownUser' | 'reader') {
  const { url, tokens, close } = await startLedger({ auth: true });
  const { report } = await run({
    surface: ledger(),
    url: new URL(url),
    headers: { authorization: `Bearer ${tokens[caller]}` },
    only: 'ledger/{users-list,ledger-end,packages-list}/*',
  });
  await close();
  return report;
}

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
