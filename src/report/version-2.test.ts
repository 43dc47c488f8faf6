/** A report in the format of version 2, with a few verdicts. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import type { Report } from '../model/index.ts';
import { toJson } from './formats/json.ts';
import { contradictions, readReport } from './summary-check.ts';
import { findingFrom, type OldFinding, type OldReport } from './version-2.ts';
import { inWords, textOf } from './words.ts';

const text = readFileSync(new URL('../../test/reports/version-2.json', import.meta.url), 'utf8');
const old = JSON.parse(text) as OldReport;

function read(): Report {
  const report = readReport(text);
  if (report === undefined) throw new Error('it is not read');
  return report;
}

it('is read as a report of version 4, with the same words', () => {
  expect(old.schemaVersion).toBe('2.0.0');
  const { schemaVersion, verdicts } = read();
  expect(schemaVersion).toBe('4.0.0');
  const words = verdicts.map((v) => v.findings.map(inWords));
  expect(words).toEqual(old.verdicts.map((v) => v.findings));
  expect(words.flat().length).toBeGreaterThan(10);
});

it('gets data for the words of version 2', () => {
  const { run, verdicts } = read();
  expect(run.leftOut).toEqual({ requests: true, requirements: 54 });
  const parts = verdicts.flatMap((v) => v.findings.map(({ actual }) => actual));
  expect(parts).toContainEqual({ statuses: [500] });
  expect(parts).toContainEqual({
    parts: [{ statuses: [404] }, { atRandom: { count: 15, of: 1058 } }],
  });
});

it('is valid by the schema of version 4, and consistent', () => {
  const schema = new URL('../../reports/report.schema.json', import.meta.url);
  const ajv = new Ajv2020({ strict: true, strictRequired: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
  validate(JSON.parse(toJson(read())));
  expect(validate.errors).toBeNull();
  expect(contradictions(read())).toEqual([]);
});

it('claims no more in version 4, also without a finding', () => {
  const verdicts = old.verdicts.filter((v) => v.outcome === 'passed');
  const none = { passed: 0, failed: 0, cantTell: 0, untested: 0, inapplicable: 0 };
  const MUST = { ...none, passed: verdicts.filter((v) => v.level === 'MUST').length };
  const SHOULD = { ...none, passed: verdicts.length - MUST.passed };
  const claims = { ...old, verdicts, result: 'conforming', summary: { MUST, SHOULD, MAY: none } };
  const report = readReport(JSON.stringify(claims));
  expect(report && contradictions(report)).toEqual([
    'result is conforming, but the verdicts give partial',
  ]);
});

it('a failure that one request may not show is marked in both versions', () => {
  const notes = {
    'intermittent: 3 of the cases failed': 'now-and-then',
    'it fails when 16 requests are under way at the same time, and not alone': 'beside-others',
    'it fails right after GET /x, and not by itself': 'after-others',
    'the same requests are accepted at other times': undefined,
  };
  const [first] = old.verdicts;
  for (const [note, when] of Object.entries(notes)) {
    const one = JSON.stringify({ ...old, verdicts: [{ ...first, outcome: 'failed', note }] });
    expect(readReport(one)?.verdicts[0]?.failsWhen).toBe(when);
  }
});

it.each([
  ['status', '308 to /elsewhere', { parts: [{ statuses: [308] }, { words: ' to /elsewhere' }] }],
  ['/a', 'nothing', { type: 'nothing' }],
  ['/a', 'the number 4', { value: 4 }],
  ['/a', '"x"', { value: 'x' }],
  ['/a', 'null', { value: null }],
  ['/a', 'an array of 2 items', { type: 'array', length: 2 }],
  ['/a', '3 elements', { parts: [{ number: 3 }, { words: ' elements' }] }],
  ['/a', '"cut \\u0000 of…"', { words: '"cut \\u0000 of…"' }],
  ['/a', 'true to its word', { words: 'true to its word' }],
])('at %s, %s is %j', (at, actual, data) => {
  const before: OldFinding = { at, expected: 'x', actual };
  const { actual: after } = findingFrom(before);
  expect(after).toEqual(data);
  expect(textOf(after)).toBe(actual);
});
