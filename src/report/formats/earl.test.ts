import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Report } from '../../model/index.ts';
import type { PlaceOf } from '../clause-place.ts';
import { toEarl } from './earl.ts';

type Node = Readonly<Record<string, unknown>>;
interface Document {
  readonly '@context': Readonly<Record<string, unknown>>;
  readonly '@graph': readonly Node[];
}
const read = (report: Report, placeOf?: PlaceOf): Document => JSON.parse(toEarl(report, placeOf));
const ofType = ({ '@graph': graph }: Document, type: string): Node[] =>
  graph.filter((node) => node['@type'] === type);

const document = read(mixed, () => ({ clause: 'a-clause', file: 'specs/clauses.yaml', line: 1 }));
const resultOf = (requirement: string): Node =>
  ofType(document, 'Assertion').find((a) => a['test'] === `urn:assay:requirement:${requirement}`)?.[
    'result'
  ] as Node;

/** Every key of an object, at any depth. */
function keysOf(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysOf(member)]);
}

describe('toEarl', () => {
  test.each([
    ['mixed', mixed],
    ['clean', clean],
    ['hostile', reportOf(HOSTILE.map(hostile))],
    ['empty', reportOf([])],
  ])('the %s report uses only words that its context explains', (_, report) => {
    const { '@context': context, '@graph': graph } = read(report);
    const unknown = keysOf(graph).filter((key) => !key.startsWith('@') && !(key in context));
    expect(unknown).toEqual([]);
    const prefixes = Object.values(context).map((term) =>
      typeof term === 'string' ? term : (term as { '@id': string })['@id'],
    );
    const strange = prefixes.filter((iri) => {
      const [prefix = '', rest = ''] = iri.split(/:(.*)/);
      return !rest.startsWith('//') && !(prefix in context);
    });
    expect(strange).toEqual([]);
  });

  test('every reference between nodes leads to one node', () => {
    const ids = document['@graph'].map((node) => node['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    const assertions = ofType(document, 'Assertion');
    const targets = assertions.flatMap((a) => [a['assertedBy'], a['subject'], a['test']]);
    const parts = ofType(document, 'TestRequirement').map((r) => r['isPartOf']);
    expect([...targets, ...parts].filter((target) => !ids.includes(target as string))).toEqual([]);
  });

  test('an assertion names assertor, subject, mode and result', () => {
    expect(ofType(document, 'Assertion')[0]).toMatchObject({
      assertedBy: 'urn:assay:kit:assay:0.1.0',
      subject: mixed.target.url,
      mode: 'earl:automatic',
      result: { outcome: 'earl:passed', date: mixed.run.startedAt },
    });
  });

  test('a requirement has its level, its clause and its contract', () => {
    const [first] = ofType(document, 'TestRequirement');
    expect(first).toMatchObject({
      level: 'spec:MUST',
      clause: { '@id': 'urn:assay:clause:a-clause', description: 'registry.operation-exists' },
      isPartOf: 'urn:assay:contract:allocation-v1:1.1.0',
    });
  });

  test('a failure points into the response, and an open verdict has its reason', () => {
    expect(resultOf('registry/allocation-v1/withdraw/debug-fields-omitted')).toMatchObject({
      outcome: 'earl:failed',
      info: expect.stringMatching(/^Expected .*\nExpected /),
      pointer: [
        { '@type': 'ExpressionPointer', expression: '/disclosedContracts/0/debugPackageName' },
        { '@type': 'ExpressionPointer', expression: '/disclosedContracts/1/debugPackageName' },
      ],
    });
    expect(resultOf('registry/allocation-v1/withdraw/rejects-flag-type')).not.toHaveProperty(
      'pointer',
    );
    expect(resultOf('registry/allocation-v1/cancel/repeated-requests-agree')).toMatchObject({
      outcome: 'earl:cantTell',
      info: 'cantTell: throttled',
    });
    expect(resultOf('registry/allocation-v1/withdraw/operation-exists')).not.toHaveProperty('info');
  });

  test('long texts are cut', () => {
    expect(toEarl(reportOf(HOSTILE.map(hostile))).length).toBeLessThan(200_000);
  });
});
