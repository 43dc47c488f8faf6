/** A report with every level, outcome and reason, for tests of the formats. */

import type { Level } from '../src/contract/contract.ts';
import {
  bodyPlace,
  type Counterexample,
  type Outcome,
  type Report,
  type Summary,
  type Verdict,
} from '../src/model/index.ts';
import { finding } from '../src/plan/requirement.ts';
import { findingFrom, type OldFinding } from './finding-of.ts';

const BASE = 'https://registry.example/api/token-standard/v0/registrars/x';
const FACTORY = 'allocation-instruction-v1/allocation-factory';
const AREAS = [
  ...['allocation-v1/withdraw', 'allocation-v1/execute-transfer', 'allocation-v1/cancel'],
  FACTORY,
];
const OPERATIONS: Readonly<Record<string, string>> = {
  'allocation-v1/withdraw': 'allocation-v1#getAllocationWithdrawContext',
  'allocation-v1/execute-transfer': 'allocation-v1#getAllocationTransferContext',
  'allocation-v1/cancel': 'allocation-v1#getAllocationCancelContext',
  [FACTORY]: 'allocation-instruction-v1#getAllocationFactory',
};

/** Name, level and statement. */
const REQUIREMENTS: readonly (readonly [string, Level, string])[] = [
  [
    'operation-exists',
    'MUST',
    'The operation exists: its response differs from that of an unknown path.',
  ],
  ['requests-get-responses', 'MUST', 'Every request gets a response.'],
  ['documented-status', 'MUST', 'A well-formed request gets a documented status.'],
  ['no-server-error', 'MUST', 'No request gets 500.'],
  ['response-media-type', 'MUST', 'A 200 is application/json and its body parses.'],
  ['response-shape', 'MUST', 'A 200 has the shape that the contract gives it.'],
  ['no-null-members', 'SHOULD', 'An optional member that has no value is absent, not null.'],
  ['error-body', 'MUST', 'A documented error carries an ErrorResponse as JSON.'],
  ['no-internals-in-errors', 'SHOULD', 'An error names no stack trace and no file path.'],
  ['rejects-flag-type', 'MUST', 'A flag that is not a boolean is rejected.'],
  [
    'debug-fields-omitted',
    'MUST',
    'With excludeDebugFields true, the response has no debug member.',
  ],
  ['flag-defaults-to-false', 'MUST', 'Leaving the flag out is the same as sending false.'],
  [
    'repeated-requests-agree',
    'SHOULD',
    'The same request three times gets the same ids, blobs and data.',
  ],
  ['blob-is-base64', 'SHOULD', 'The blob of a disclosed contract is base64.'],
  ['created-at-form', 'MUST', 'The creation time is an RFC 3339 date and time.'],
  ['rejects-unknown-id', 'MUST', 'An id that does not exist never gets 200.'],
  ['reassignment-is-409', 'MUST', 'An allocation under reassignment gets 409.'],
  ['allows-browsers', 'MAY', 'The target says which origins may read its responses.'],
  ['utf8-charset', 'MAY', 'The charset of a JSON response is left out or utf-8.'],
];

type Change = Partial<Verdict> & { readonly outcome: Outcome };
const open = (outcome: Outcome, reason: NonNullable<Verdict['reason']>, note?: string): Change => ({
  outcome,
  reason,
  ...(note ? { note } : {}),
  conclusive: 0,
});
const fails = (findings: readonly OldFinding[], body?: unknown): Change => ({
  outcome: 'failed',
  findings: findings.map(findingFrom),
  ...(body === undefined ? {} : { counterexample: counterexample(JSON.stringify(body)) }),
  evidence: [12, 13, 41],
});

const leak = (at: string): OldFinding => ({
  at,
  expected: 'no member whose name starts with debug',
  actual: 'debugPackageName: "splice-amulet-0.1.9"',
});
const leaks = fails(
  [leak('/disclosedContracts/0/debugPackageName'), leak('/disclosedContracts/1/debugPackageName')],
  {
    choiceContextData: { values: { 'amulet-rules': { tag: 'AV_ContractId', value: '00ab12' } } },
    disclosedContracts: [
      {
        templateId:
          '3ca1343ab26b453d38c8adb70dca5f1ead8440c42b59b68f070786955cbf9ec1:Splice.AmuletRules:AmuletRules',
        contractId: '00ab12',
        createdEventBlob: 'CgMyLjESuAQKRQ',
        synchronizerId:
          'global-domain::1220b1431ef217342db44d516bb9befde802be7d8899637d290895fa58880f19accc',
        debugPackageName: 'splice-amulet-0.1.9',
      },
    ],
  },
);
const FLAG = fails(
  [{ at: 'status', expected: '400, because the flag is the string "yes"', actual: '200' }],
  { choiceContextData: { values: {} }, disclosedContracts: [] },
);
const NULLS = fails(
  [{ at: '/disclosedContracts/0/debugPayload', expected: 'absent', actual: 'null' }],
  { disclosedContracts: [{ debugPayload: null }] },
);
const UNDER = open(
  'untested',
  'missing-fixture',
  'Name ids under reassignment as reassigning: in the fixtures file.',
);

const CHANGES: Readonly<Record<string, Change>> = {
  'allocation-v1/withdraw/debug-fields-omitted': leaks,
  'allocation-v1/cancel/debug-fields-omitted': leaks,
  'allocation-v1/withdraw/rejects-flag-type': FLAG,
  'allocation-v1/withdraw/no-null-members': NULLS,
  'allocation-v1/execute-transfer/no-null-members': NULLS,
  'allocation-v1/cancel/no-null-members': NULLS,
  'allocation-instruction-v1/allocation-factory/no-internals-in-errors': fails([
    { at: '/error', expected: 'no file path', actual: 'at Registry.scala:214' },
  ]),
  'allocation-v1/withdraw/allows-browsers': fails([
    {
      ...{ kind: 'header', at: 'access-control-allow-origin' },
      ...{ expected: 'an origin', actual: 'no such header' },
    },
  ]),
  'allocation-v1/withdraw/utf8-charset': {
    outcome: 'passed',
    note: 'The target sends charset=UTF-8.',
  },
  'allocation-v1/withdraw/reassignment-is-409': UNDER,
  'allocation-v1/execute-transfer/reassignment-is-409': UNDER,
  'allocation-v1/cancel/reassignment-is-409': UNDER,
  'allocation-instruction-v1/allocation-factory/reassignment-is-409': open(
    'inapplicable',
    'not-offered',
  ),
  'allocation-v1/execute-transfer/rejects-flag-type': open('cantTell', 'control-rejected'),
  'allocation-v1/execute-transfer/rejects-unknown-id': open(
    'cantTell',
    'flaky',
    'Failed once, then passed twice.',
  ),
  'allocation-v1/cancel/repeated-requests-agree': open('cantTell', 'throttled'),
  'allocation-v1/cancel/blob-is-base64': open('inapplicable', 'nothing-conclusive'),
  'allocation-instruction-v1/allocation-factory/created-at-form': open(
    'untested',
    'needs-credential',
  ),
  'allocation-instruction-v1/allocation-factory/flag-defaults-to-false': open('untested', 'budget'),
  'allocation-instruction-v1/allocation-factory/repeated-requests-agree': open(
    'cantTell',
    'kit-fault',
  ),
  'allocation-instruction-v1/allocation-factory/blob-is-base64': open('untested', 'interrupted'),
  'allocation-instruction-v1/allocation-factory/allows-browsers': open('untested', 'unreachable'),
  'allocation-v1/cancel/allows-browsers': open('inapplicable', 'not-observed'),
};

function counterexample(body: string): Counterexample {
  const url = `${BASE}/registry/allocations/v1/00f3a9/choice-contexts/withdraw`;
  const sent = '{"excludeDebugFields":true}';
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return {
    curl: `curl -sS -X POST '${url}' -H 'content-type: application/json' --data-raw '${sent}'`,
    request: { method: 'POST', url, headers, body: sent },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body },
    seed: 42,
    path: 'allocation-v1/withdraw/debug-on#live@3:0:1',
  };
}

function verdict(
  operationName: string,
  [name, level, statement]: (typeof REQUIREMENTS)[number],
): Verdict {
  return {
    requirement: `registry/${operationName}/${name}`,
    operation: OPERATIONS[operationName] ?? operationName,
    level,
    outcome: 'passed',
    statement,
    clause: `registry.${name}`,
    exchanges: 24,
    conclusive: 18,
    findings: [],
    evidence: [1, 2],
    ...CHANGES[`${operationName}/${name}`],
  };
}

/** The verdicts counted by level and outcome. */
export function summarize(verdicts: readonly Verdict[]): Summary {
  const of = (level: Level): Record<Outcome, number> => {
    const counts = { passed: 0, failed: 0, cantTell: 0, untested: 0, inapplicable: 0 };
    for (const v of verdicts) if (v.level === level) counts[v.outcome] += 1;
    return counts;
  };
  return { MUST: of('MUST'), SHOULD: of('SHOULD'), MAY: of('MAY') };
}

/** A report with these verdicts. */
export function reportOf(verdicts: readonly Verdict[], more: Partial<Report> = {}): Report {
  return {
    schemaVersion: '4.0.0',
    kit: { name: 'assay', version: '0.1.0' },
    contract: [
      { id: 'allocation-v1', version: '1.1.0', sha256: 'ab'.repeat(32) },
      { id: 'allocation-instruction-v1', version: '1.0.0', sha256: 'cd'.repeat(32) },
    ],
    target: { url: BASE },
    run: {
      seed: 42,
      runs: 40,
      startedAt: '2026-08-24T10:15:00.000Z',
      durationMs: 2810,
      requests: 842,
      planned: 820,
      ceiling: 1230,
      profile: 'read',
      interrupted: false,
      notes: [],
    },
    result: 'nonconforming',
    summary: summarize(verdicts),
    verdicts,
    ...more,
  };
}

/** Every level, every outcome and every reason. */
export const mixed: Report = reportOf(
  AREAS.flatMap((operationName) =>
    REQUIREMENTS.map((requirement) => verdict(operationName, requirement)),
  ),
);

/** The same run on a conforming target. */
export const clean: Report = reportOf(
  mixed.verdicts.map(({ reason: _, counterexample: __, note: ___, ...v }) => ({
    ...v,
    outcome: 'passed',
    findings: [],
  })),
  { result: 'conforming' },
);

/** Texts that a hostile target may send. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"\' onmouseover="alert(1)" x=\'',
  ']]></failure><testcase name="x"/>',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\b',
  'abc\u202Edcba\u2066\u200B\u2028',
  'lone \ud800 and \udfff, null \u0000, \ufffe',
  '`code` | cell | **bold** [x](https://evil.example) @admin #1 <!-- www.evil.example',
  '```\n# heading\n</details>\n- item',
  '::stop-commands::x\n##[error]x ##vso[task.complete result=Succeeded;]x',
  `${'A'.repeat(1_000_000)}<b>`,
];

/** A failure in which every text from the target is this one. */
export function hostile(text: string): Verdict {
  const [first] = mixed.verdicts.filter((v) => v.counterexample);
  if (!first?.counterexample) throw new Error('the sample has a counterexample');
  const { counterexample: example } = first;
  return {
    ...first,
    note: text,
    fix: text,
    findings: [finding(bodyPlace('', { of: text }), text, text)],
    counterexample: {
      ...example,
      curl: `curl --data-raw '${text}'`,
      request: { ...example.request, body: text, headers: { 'x-sent': text } },
      response: { status: 200, headers: { 'x-got': text }, body: text },
      path: text,
    },
  };
}

/** The report with these failures in a baseline. */
export function withKnown(report: Report, ...ids: readonly string[]): Report {
  const verdicts = report.verdicts.map((verdict) =>
    ids.includes(verdict.requirement) ? { ...verdict, known: true as const } : verdict,
  );
  return { ...report, verdicts };
}
