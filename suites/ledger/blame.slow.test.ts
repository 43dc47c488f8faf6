/** Where responses disagree, the failure says what is wrong with the one that is wrong. */
import { expect, it } from 'vitest';
import { titleOf } from '../../src/report/titles.ts';
import { EVERYTHING, reportOnLedger } from '../../test/reports.ts';

it.each([
  {
    fault: 'page-bound-of-the-range',
    only: 'ledger/updates-page/page-bounds-join',
    title: / fails: highestPageOffsetInclusive: \d+ instead of \d+ \(updates-page\)$/,
  },
  {
    fault: 'switched-off-is-gone',
    only: 'ledger/updates-flats/deprecated-operation-still-works',
    title: /^410 DEPRECATED_API_DISABLED instead of 400 DEPRECATED_API_DISABLED \(updates-flats\)$/,
  },
  {
    fault: 'vetting-dry-run-kept',
    only: 'ledger/package-vetting-update/dry-run-changes-nothing',
    title: /packages: a list with.* instead of the same as before the dry run/,
  },
])(
  'the title of $fault names the wrong side',
  async ({ fault, only, title }) => {
    const given = { only, allowed: EVERYTHING, ratePerSecond: 10_000 };
    const report = await reportOnLedger({ faults: [fault] }, given);
    const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(titleOf)).toEqual([expect.stringMatching(title)]);
  },
  60_000,
);
