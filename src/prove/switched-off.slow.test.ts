/** Ledgers of later versions, which switch off what is deprecated, or lack it. By night, also in runs that only read. */
import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { byDay } from '../../test/nightly.ts';
import { reportOnLedger } from '../../test/reports.ts';
import type { Report } from '../model/index.ts';
import { operationNameOf } from '../model/index.ts';
import { toMarkdown } from '../report/formats/markdown.ts';

const surface = ledger();
const DEPRECATED = new Set(
  surface.operations
    .filter(({ switchedOff }) => switchedOff !== undefined && !switchedOff.members)
    .map(({ name }) => name),
);
/** The older members of a list are the subject of these rules. */
const OF_MEMBERS = /\/(older-form-selects-the-same|rejects-both-formats|both-formats-error)$/;

function reportOn(
  server: { readonly variants?: readonly string[]; readonly faults?: readonly string[] },
  writes: boolean,
  only?: string,
): Promise<Report> {
  const allowed = { undecodable: true, reversible: writes, irreversible: writes };
  return reportOnLedger({ auth: true, ...server }, { surface, allowed, only, seed: 1, runs: 1 });
}

describe.each([
  ['deprecated-switched-off', '3.6.1'],
  ['deprecated-removed', '3.7.1'],
])('a ledger that is %s', { timeout: 60_000 }, (variant, version) => {
  it.each(byDay([false, true], (writes) => writes))(
    'is blamed for nothing, writes %s',
    async (writes) => {
      const report = await reportOn({ variants: [variant] }, writes);
      const { verdicts, run: ran, apis: [api] = [] } = report;
      const open = verdicts.filter(
        ({ outcome, reason }) =>
          !['passed', 'inapplicable'].includes(outcome) && reason !== 'not-allowed',
      );
      expect(open.map(({ requirement }) => requirement)).toEqual([]);
      const isOff = variant === 'deprecated-switched-off';
      const off = verdicts.filter(
        ({ requirement, reason }) =>
          reason === 'switched-off' && !DEPRECATED.has(operationNameOf(requirement)),
      );
      expect(off.length).toBeGreaterThan(3);
      expect(off.filter(({ requirement }) => !OF_MEMBERS.test(requirement))).toEqual([]);
      // Nothing else depends on them.
      const judged = verdicts.filter(({ outcome }) => outcome === 'passed');
      expect(judged.some(({ requirement }) => DEPRECATED.has(operationNameOf(requirement)))).toBe(
        false,
      );
      expect(new Set(api?.switchedOff)).toEqual(isOff ? DEPRECATED : new Set());
      const remark = `${DEPRECATED.size} deprecated operations are switched off`;
      expect(toMarkdown(report).includes(remark)).toBe(isOff);
      const first = `The ledger reports ${version}, which is later than every contract that Assay knows: it is judged by ledger 3.6.`;
      expect(ran.heldTo?.startsWith(first) ?? false).toBe(!isOff);
      expect(toMarkdown(report).startsWith('The ledger reports 3')).toBe(!isOff);
      if (writes) expect(report.result).toBe('conforming');
    },
  );
});

describe('the same error elsewhere', { timeout: 60_000 }, () => {
  it.each([
    ['lookup-is-switched-off', 'update-by-id', 'operation-exists'],
    ['newer-format-is-switched-off', 'updates', 'accepted'],
  ])('is a failure: %s', async (fault, operation, rule) => {
    const report = await reportOn({ faults: [fault] }, false, `ledger/${operation}/*`);
    const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ requirement }) => requirement)).toContain(`ledger/${operation}/${rule}`);
    expect(report.apis?.[0]?.switchedOff).toBeUndefined();
  });
});
