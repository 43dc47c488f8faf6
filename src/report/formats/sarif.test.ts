import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with {
  type: 'json',
};
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Report } from '../../model/index.ts';
import type { PlaceOf } from '../clause-place.ts';
import { toSarif } from './sarif.ts';

// The schema is of JSON Schema draft 4; from later drafts it differs only in the name of its id.
const { id: _, $schema: __, ...schema }: Record<string, unknown> = published;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
  readonly webRequest?: object;
  readonly webResponse?: object;
}
interface Rule {
  readonly id: string;
  readonly help: { readonly text: string };
}
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Rule[] } };
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly [
    {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications?: readonly { readonly message: { text: string } }[];
    },
  ];
  readonly results: readonly Result[];
}
const runOf = (report: Report, placeOf?: PlaceOf): Run =>
  JSON.parse(toSarif(report, placeOf)).runs[0];

const placeOf: PlaceOf = (requirement) =>
  requirement.endsWith('/allows-browsers')
    ? undefined
    : { clause: 'some-clause', file: 'specs/clauses.yaml', line: 12 };
const run = runOf(mixed, placeOf);
const resultOf = (id: string): Result | undefined => run.results.find((r) => r.ruleId === id);

describe('toSarif', () => {
  test.each([
    ['mixed', mixed],
    ['clean', clean],
    ['hostile', reportOf(HOSTILE.map(hostile))],
    ['empty', reportOf([], { result: 'partial' })],
  ])('the %s report is valid by the published schema', (_, report) => {
    validate(JSON.parse(toSarif(report, placeOf)));
    expect(validate.errors ?? []).toEqual([]);
  });

  test.each([
    ['registry/allocation-v1/withdraw/debug-fields-omitted', 'fail', 'error'],
    ['registry/allocation-v1/withdraw/no-null-members', 'fail', 'warning'],
    ['registry/allocation-v1/withdraw/allows-browsers', 'informational', 'none'],
    ['registry/allocation-v1/cancel/reassignment-is-409', 'open', 'none'],
    ['registry/allocation-v1/execute-transfer/rejects-unknown-id', 'review', 'none'],
    [
      'registry/allocation-instruction-v1/allocation-factory/reassignment-is-409',
      'notApplicable',
      'none',
    ],
    ['registry/allocation-v1/withdraw/operation-exists', 'pass', 'none'],
  ])('%s is of kind %s and level %s', (id, kind, level) => {
    expect(resultOf(id)).toMatchObject({ kind, level });
  });

  test('every result names its rule, and every rule is judged', () => {
    const { rules } = run.tool.driver;
    expect(run.results.map((r) => rules[r.ruleIndex]?.id)).toEqual(
      run.results.map((r) => r.ruleId),
    );
    expect(new Set(run.results.map((r) => r.ruleIndex)).size).toBe(rules.length);
  });

  test('one requirement on two operations is one rule with two results', () => {
    const [first] = mixed.verdicts;
    if (!first) throw new Error('empty sample');
    const twice = runOf(reportOf([first, { ...first, operation: 'other#op' }]));
    expect([twice.tool.driver.rules.length, twice.results.length]).toEqual([1, 2]);
  });

  test('the help of a rule has the fix, whichever operation failed', () => {
    const [first] = mixed.verdicts;
    if (!first) throw new Error('empty sample');
    const fix = 'Usually the prefix is missing. Add it.';
    const twice = runOf(reportOf([first, { ...first, operation: 'other#op', fix }]));
    expect(twice.tool.driver.rules[0]?.help.text).toContain(`\n\nFix: ${fix}\n\n`);
    expect(JSON.stringify(run.tool)).not.toContain('Fix');
  });

  test('the counterexample is the web request and the web response', () => {
    const example = mixed.verdicts.find((v) => v.counterexample)?.counterexample;
    expect(resultOf('registry/allocation-v1/withdraw/rejects-flag-type')).toMatchObject({
      webRequest: {
        method: 'POST',
        target: example?.request.url,
        headers: { accept: 'application/json' },
        body: { text: '{"excludeDebugFields":true}' },
      },
      webResponse: { statusCode: 200, headers: { 'content-type': 'application/json' } },
    });
    expect(resultOf('registry/allocation-v1/withdraw/operation-exists')).not.toHaveProperty(
      'webRequest',
    );
  });

  test('parameters come from the query; a missing response is named', () => {
    const [failed] = mixed.verdicts.filter((v) => v.counterexample);
    if (!failed?.counterexample) throw new Error('the sample has a counterexample');
    const { request } = failed.counterexample;
    const url = `${request.url}?pageSize=-1&filter=a%20b`;
    const counterexample = {
      ...failed.counterexample,
      request: { ...request, url },
      response: null,
    };
    const [result] = runOf(reportOf([{ ...failed, counterexample }])).results;
    expect(result?.webRequest).toMatchObject({ parameters: { pageSize: '-1', filter: 'a b' } });
    expect(result?.webResponse).toEqual({ noResponseReceived: true });
  });

  test('a result points at the line of its clause, and without one still names its operation', () => {
    const logicalLocations = [expect.objectContaining({ name: 'getAllocationWithdrawContext' })];
    expect(resultOf('registry/allocation-v1/withdraw/operation-exists')?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'specs/clauses.yaml', uriBaseId: 'ASSAY' },
          region: { startLine: 12 },
        },
        logicalLocations,
      },
    ]);
    expect(resultOf('registry/allocation-v1/withdraw/allows-browsers')?.locations).toEqual([
      { logicalLocations },
    ]);
  });

  test('errors of the kit and of the run belong to the invocation', () => {
    const notes = ['The target died\u001b[2J.'];
    const [{ executionSuccessful, toolExecutionNotifications = [] }] = runOf({
      ...mixed,
      run: { ...mixed.run, notes },
    }).invocations;
    expect(executionSuccessful).toBe(false);
    expect(toolExecutionNotifications.map((n) => n.message.text)).toEqual([
      'The target died\\u001b[2J.',
      'cantTell: kit-fault',
    ]);
    expect(runOf(clean).invocations[0].executionSuccessful).toBe(true);
  });

  test('the category of an upload names the surface', () => {
    expect(run.automationDetails.id).toBe('assay/registry/');
    expect(runOf(reportOf([])).automationDetails.id).toBe('assay/');
  });

  test('long texts are cut', () => {
    expect(toSarif(reportOf(HOSTILE.map(hostile))).length).toBeLessThan(400_000);
  });
});
