import { describe, expect, test } from 'vitest';
import { all, parse, type Tag, textOf } from '../../../test/markup.ts';
import { HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import { toJunit } from './junit.ts';

const root = parse(toJunit(mixed));
const cases = all(root, 'testcase');
const named = (name: string): Tag | undefined => cases.find((c) => c.attributes['name'] === name);
const children = (tag: Tag | undefined): string[] =>
  (tag?.children ?? []).map((c) => c.name).filter((name) => name !== 'properties');
const sum = (tags: readonly Tag[], name: string): number =>
  tags.reduce((total, tag) => total + Number(tag.attributes[name]), 0);

describe('toJunit', () => {
  test('one test case for each verdict, none twice', () => {
    const ids = cases.map((c) => `${c.attributes['classname']} ${c.attributes['name']}`);
    expect(new Set(ids).size).toBe(mixed.verdicts.length);
    expect(ids[0]).toBe('registry.withdraw MUST registry/withdraw/operation-exists');
  });

  test('its totals are those of the report and of its own elements', () => {
    const { MUST, SHOULD, MAY } = mixed.summary;
    const skipped = [MUST, SHOULD, MAY].reduce(
      (total, s) => total + s.cantTell + s.untested + s.inapplicable,
      0,
    );
    const [top] = all(root, 'testsuites');
    expect(top?.attributes).toMatchObject({
      tests: String(mixed.verdicts.length),
      failures: String(MUST.failed),
      skipped: String(skipped),
      errors: '0',
    });
    expect(all(root, 'failure')).toHaveLength(MUST.failed);
    expect(all(root, 'skipped')).toHaveLength(skipped);
    for (const name of ['tests', 'failures', 'skipped', 'assertions']) {
      expect(sum(all(root, 'testsuite'), name), name).toBe(Number(top?.attributes[name]));
    }
  });

  test.each([
    ['MUST registry/withdraw/debug-fields-omitted', ['failure']],
    ['SHOULD registry/withdraw/no-null-members', ['system-out']],
    ['MAY registry/withdraw/allows-browsers', ['system-out']],
    ['MUST registry/cancel/reassignment-is-409', ['skipped']],
    ['MUST registry/allocation-factory/reassignment-is-409', ['skipped']],
    ['MUST registry/withdraw/operation-exists', []],
  ])('%s holds %j', (name, expected) => {
    expect(children(named(name))).toEqual(expected);
  });

  test('a failure shows rule, finding, fix and command', () => {
    const [failure] = all(root, 'failure').slice(1);
    expect(failure?.attributes['type']).toBe('MUST');
    expect(failure?.attributes['message']).toContain('/disclosedContracts/0/debugPackageName');
    expect(failure && textOf(failure).split('\n')).toEqual([
      'With excludeDebugFields true the answer has no debug member. (registry.debug-fields-omitted)',
      expect.stringMatching(/^Expected .* \/ Actual .* at \/disclosedContracts\/0/),
      expect.stringMatching(/^Expected .* \/ Actual .* at \/disclosedContracts\/1/),
      expect.stringMatching(/^curl /),
    ]);
  });

  test('a skipped case has outcome, reason and note', () => {
    const messages = all(root, 'skipped').map((s) => s.attributes['message']);
    expect(messages).toContain('cantTell: flaky: Failed once, then passed twice.');
    expect(messages).toContain('cantTell: throttled');
  });

  test('properties carry the verdict', () => {
    const tag = named('MUST registry/execute-transfer/rejects-flag-type');
    const values = all(tag as Tag, 'property').map((p) => [
      p.attributes['name'],
      p.attributes['value'],
    ]);
    expect(Object.fromEntries(values)).toEqual({
      requirement: 'registry/execute-transfer/rejects-flag-type',
      operation: 'allocation-v1#getAllocationTransferContext',
      level: 'MUST',
      clause: 'registry.rejects-flag-type',
      outcome: 'cantTell',
      reason: 'control-rejected',
      conclusive: '0',
    });
  });

  test.each(HOSTILE.map((text) => [text.slice(0, 20), text]))(
    'stays well-formed with %j',
    (_, text) => {
      const [failed, open] = [{ ...hostile(text), level: 'MUST' as const }, { ...hostile(text) }];
      const report = reportOf([
        failed,
        { ...open, outcome: 'untested', reason: 'flaky', findings: [] },
      ]);
      const tree = parse(toJunit(report));
      expect(all(tree, 'testcase')).toHaveLength(2);
      expect(all(tree, 'failure')).toHaveLength(1);
      expect(toJunit(report).length).toBeLessThan(60_000);
    },
  );

  test('one requirement on two operations gives two names', () => {
    const [v] = mixed.verdicts;
    if (!v) throw new Error('empty sample');
    const tree = parse(toJunit(reportOf([v, { ...v, operation: 'other#op' }])));
    expect(all(tree, 'testcase').map((c) => c.attributes['name'])).toEqual([
      'MUST registry/withdraw/operation-exists',
      'MUST registry/withdraw/operation-exists~other-op',
    ]);
  });
});
