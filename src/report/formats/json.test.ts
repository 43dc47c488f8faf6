import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Report } from '../../model/index.ts';
import { toJson } from './json.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../reports/report.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const errorsOf = (report: unknown): string[] => {
  validate(report);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`);
};

describe('report.schema.json', () => {
  test.each([
    ['mixed', mixed],
    ['clean', clean],
    ['hostile', reportOf(HOSTILE.map(hostile))],
    ['empty', reportOf([], { result: 'partial' })],
  ])('the %s report validates', (_, report) => {
    expect(errorsOf(JSON.parse(toJson(report)))).toEqual([]);
  });

  const first = mixed.verdicts[0];
  const withVerdict = (change: object): unknown => ({
    ...mixed,
    verdicts: [{ ...first, ...change }],
  });
  test.each([
    ['a missing member', { ...mixed, target: undefined }, ' required'],
    ['another major version', { ...mixed, schemaVersion: '3.0.0' }, '/schemaVersion pattern'],
    ['an unknown outcome', withVerdict({ outcome: 'skipped' }), '/verdicts/0/outcome enum'],
    ['untested without a reason', withVerdict({ outcome: 'untested' }), '/verdicts/0 required'],
    [
      'a failure without a finding',
      withVerdict({ outcome: 'failed' }),
      '/verdicts/0/findings minItems',
    ],
    ['a negative count', withVerdict({ conclusive: -1 }), '/verdicts/0/conclusive minimum'],
  ])('%s is an error', (_, report, error) => {
    expect(errorsOf(JSON.parse(JSON.stringify(report)))).toContain(error);
  });

  test('describes every member', () => {
    const bare: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (node === null || typeof node !== 'object') return;
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties' && !/\/(if|then)$/.test(path)) {
          for (const [name, member] of Object.entries(value as object)) {
            if (!('description' in member)) bare.push(`${path}/${name}`);
          }
        }
        visit(value, `${path}/${key}`);
      }
    };
    visit(schema, '');
    expect(bare).toEqual([]);
  });
});

describe('toJson', () => {
  test('round-trips, even lone surrogates and __proto__', () => {
    const verdict = hostile('\ud800');
    const headers = JSON.parse('{"__proto__":"x"}');
    const response = { status: 200, headers, body: '' };
    const counterexample = verdict.counterexample && { ...verdict.counterexample, response };
    const report = reportOf([{ ...verdict, ...(counterexample && { counterexample }) }]);
    const text = toJson(report);
    expect(JSON.parse(text)).toEqual({ ...report, problems: [expect.anything()] });
    expect(text).toContain('"__proto__": "x"');
    expect(text).not.toMatch(/\p{Cs}/u);
  });

  test('the order of members is fixed, whatever order they were made in', () => {
    const reversed = (value: unknown): unknown =>
      value === null || typeof value !== 'object'
        ? value
        : Array.isArray(value)
          ? value.map(reversed)
          : Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, member]) => [key, reversed(member)]),
            );
    expect(toJson(reversed(mixed) as Report)).toBe(toJson(mixed));
    expect(Object.keys(JSON.parse(toJson(mixed)))).toEqual(
      Object.keys(mixed).toSpliced(-1, 0, 'problems'),
    );
    expect(toJson(mixed).split('\n')[1]).toBe('  "schemaVersion": "4.0.0",');
    expect(toJson(mixed).endsWith('\n}\n')).toBe(true);
  });
});
