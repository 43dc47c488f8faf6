import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { all, parse, textOf } from '../../../test/markup.ts';
import { mixed, reportOf } from '../../../test/sample-report.ts';
import type { Level } from '../../contract/contract.ts';
import type { Finding, Outcome, Report, Verdict } from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { chartDataOf, sentOf } from '../chart-data.ts';
import { placeOfWords } from '../version-3.ts';
import { toHtml } from './page.ts';

const REPEATED = [
  ...['offered', 'responds', 'documented-status', 'no-server-error', 'response-media-type'],
  ...['response-shape', 'no-null-members', 'error-body', 'json-rejected', 'no-internals-in-errors'],
];
const EXCHANGES = 10_000;
const OPERATIONS = readFileSync(
  new URL('../../../test/ledger-operations.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const FINDINGS: readonly Finding[] = ['/contracts/3/blob', 'status', '/contracts/1/offset'].map(
  (at) => finding(placeOfWords(at), 'base64 that is not empty', 'the text "Q0dN"'),
);
const contracts = Array.from({ length: 8 }, (_, i) => ({
  contractId: `00${i}`.repeat(40),
  blob: 'Q0dNeUxqRVN1QVFLUlE'.repeat(12),
  witnesses: ['alice::1220'.padEnd(70, 'ab')],
}));

/** A whole ledger: 65 operations and about 700 verdicts, every eleventh of them a failure with a body of 4 kB. */
function large(): { report: Report; har: object } {
  const named = OPERATIONS.flatMap(([method = '', path = '', operationName = ''], o) => {
    const steps = path.split('/').map((step) => step.replace(/[{}]/g, ''));
    const id = steps.map((step) => `${step.slice(0, 1).toUpperCase()}${step.slice(1)}`).join('');
    const operation = `ledger#${method.toLowerCase()}${id}`;
    const own = o % 2 === 0 ? [`own-${o}`, `own-too-${o}`] : [];
    return [...REPEATED, ...own].map((name) => ({ operation, operationName, name }));
  });
  const verdicts = named.map((one, n) => verdict(one, n));
  const operations = [...new Set(verdicts.map((v) => v.operation))];
  const entries = Array.from({ length: EXCHANGES }, (_, i) => ({
    time: 4 + ((i * 7919) % 1000) / 20,
    request: { method: 'POST', url: `${mixed.target.url}/v2/updates/${'00ab'.repeat(16)}` },
    response: { status: [200, 200, 400, 404, 0][i % 5] },
    _operation: operations[i % operations.length],
    _probe: `updates/valid#plain@${i}`,
  }));
  const run = { ...mixed.run, requests: EXCHANGES };
  return { report: reportOf(verdicts, { run }), har: { log: { entries } } };
}

function verdict(
  { operation, operationName, name }: { operation: string; operationName: string; name: string },
  n: number,
): Verdict {
  const outcome: Outcome = n % 11 === 3 ? 'failed' : n % 29 === 0 ? 'cantTell' : 'passed';
  const level: Level = n % 40 === 0 ? 'MAY' : name.startsWith('no-') ? 'SHOULD' : 'MUST';
  const example = mixed.verdicts.find((v) => v.counterexample)?.counterexample;
  const body = JSON.stringify({ contracts, nextPageToken: null });
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body };
  return {
    requirement: `ledger/${operationName}/${name}`,
    operation,
    level,
    outcome,
    ...(outcome === 'cantTell' ? { reason: 'throttled' as const } : {}),
    statement: `What ${operationName} requires by ${name}: a response as the document of this version describes it.`,
    clause: `§4 ${operationName}: Each response has one of the documented statuses, and the shape of that status.`,
    exchanges: 14,
    conclusive: 12,
    findings: outcome === 'failed' ? FINDINGS : [],
    evidence: [n, n + 1],
    ...(outcome === 'failed' && example ? { counterexample: { ...example, response } } : {}),
  };
}

const { report, har } = large();
const source = toHtml(report, chartDataOf(har), sentOf(har));
const page = parse(source);
const table = all(page, 'table').find((t) => t.attributes['class']?.startsWith('matrix'));

describe('a run of 10,000 exchanges and 700 verdicts', () => {
  test('is small enough for mail', () => {
    expect(report.verdicts.length).toBeGreaterThan(700);
    expect(report.verdicts.filter((v) => v.outcome === 'failed').length).toBeGreaterThan(60);
    expect(source.length).toBeLessThan(2_000_000);
  });

  test('has a row for each operation by area, a column for each requirement that repeats', () => {
    const heads = all(table ?? page, 'thead').flatMap((head) => all(head, 'th').map(textOf));
    expect(heads).toEqual(['Operation', ...REPEATED, 'others']);
    const rows = all(table ?? page, 'th').filter((th) => th.attributes['scope'] === 'row');
    expect(rows.map(textOf).toSorted()).toEqual(OPERATIONS.map(([, , c]) => c).toSorted());
    const areas = all(table ?? page, 'th').filter((th) => th.attributes['scope'] === 'rowgroup');
    expect(areas.map(textOf).slice(0, 3)).toEqual(['Commands', 'Events', 'Version']);
    expect(new Set(areas.map(textOf)).size).toBe(areas.length);
  });

  test('leads from the matrix to every verdict', () => {
    const links = new Set(all(table ?? page, 'a').map((a) => a.attributes['href']?.slice(1)));
    expect(report.verdicts.filter((v) => !links.has(v.requirement))).toEqual([]);
  });

  test('shows only the part of the response around the place of a finding', () => {
    const [body = ''] = all(page, 'pre')
      .map(textOf)
      .filter((text) => text.includes('HTTP 200'));
    expect(body).toContain('⋯');
    expect(all(page, 'mark').map(textOf)).toContainEqual(expect.stringMatching(/^"blob": "Q0dN/));
    expect(body.length).toBeLessThan(6000);
  });

  test('with hundreds of failures shows the first ones completely and the others briefly', () => {
    const failures = report.verdicts.map((v, i) => ({ ...verdict(part(v), 3), evidence: [i] }));
    const many = toHtml(reportOf(failures));
    expect(many.length).toBeLessThan(3_000_000);
    expect(many.split('<h4>Response</h4>')).toHaveLength(101);
  });
});

function part({ operation, requirement }: Verdict): {
  operation: string;
  operationName: string;
  name: string;
} {
  const [, operationName = '', name = ''] = requirement.split('/');
  return { operation, operationName, name };
}
