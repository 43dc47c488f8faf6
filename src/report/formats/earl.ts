import type { Report, Verdict } from '../../model/index.ts';
import { NO_PLACES, type PlaceOf } from '../clause-place.ts';
import { anchors, groupBy, sentence } from '../digest.ts';
import { findingText, verdictText } from '../verdict-text.ts';

/** The terms of earl.jsonld. They are written into the file, so that readers need no network. */
const reference = (id: string): object => ({ '@id': id, '@type': '@id' });

const CONTEXT: Readonly<Record<string, unknown>> = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  ptr: 'http://www.w3.org/2009/pointers#',
  spec: 'http://www.w3.org/ns/spec#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  Assertion: 'earl:Assertion',
  Software: 'earl:Software',
  TestSubject: 'earl:TestSubject',
  TestRequirement: 'earl:TestRequirement',
  TestResult: 'earl:TestResult',
  ExpressionPointer: 'ptr:ExpressionPointer',
  assertedBy: reference('earl:assertedBy'),
  subject: reference('earl:subject'),
  test: reference('earl:test'),
  mode: reference('earl:mode'),
  outcome: reference('earl:outcome'),
  result: 'earl:result',
  info: 'earl:info',
  pointer: 'earl:pointer',
  expression: 'ptr:expression',
  level: reference('spec:requirementLevel'),
  clause: 'spec:requirementReference',
  title: 'dct:title',
  description: 'dct:description',
  identifier: 'dct:identifier',
  isPartOf: reference('dct:isPartOf'),
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  name: 'doap:name',
  release: 'doap:release',
  revision: 'doap:revision',
};

const MAX_POINTERS = 20;
const iri = (...parts: readonly string[]): string => `urn:assay:${parts.map(encodeURI).join(':')}`;

/**
 * The report in W3C's Evaluation and Report Language 1.0, as JSON-LD: for each requirement and operation an assertion
 * by this kit about the target, with the same five outcomes.
 */
export function toEarl(report: Report, placeOf: PlaceOf = NO_PLACES): string {
  const { kit, verdicts } = report;
  const names = anchors(report);
  const software = iri('kit', kit.name, kit.version);
  const requirements = groupBy(verdicts, (v) => v.requirement);
  const document = {
    '@context': CONTEXT,
    '@graph': [
      {
        '@id': software,
        '@type': 'Software',
        name: kit.name,
        release: { revision: kit.version },
      },
      {
        '@id': report.target.url,
        '@type': 'TestSubject',
        title: report.target.url,
        description: sentence(report),
      },
      ...report.contract.map(({ id, version, sha256 }) => ({
        '@id': iri('contract', id, version),
        title: `${id} ${version}`,
        identifier: `sha256:${sha256}`,
      })),
      ...requirements.map(([, [first]]) => requirement(report, first, placeOf)),
      ...verdicts.map((verdict) => ({
        '@id': iri('assertion', names.get(verdict) ?? verdict.requirement),
        '@type': 'Assertion',
        assertedBy: software,
        subject: report.target.url,
        test: iri('requirement', verdict.requirement),
        mode: 'earl:automatic',
        result: result(verdict, report.run.startedAt),
      })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function requirement(report: Report, verdict: Verdict, placeOf: PlaceOf): object {
  const [contract] = verdict.operation.split('#');
  const document = report.contract.find(({ id }) => id === contract);
  const place = placeOf(verdict.requirement);
  return {
    '@id': iri('requirement', verdict.requirement),
    '@type': 'TestRequirement',
    title: verdict.requirement,
    description: verdict.statement,
    level: `spec:${verdict.level}`,
    clause: {
      ...(place ? { '@id': iri('clause', place.clause) } : {}),
      description: verdict.clause,
    },
    ...(document ? { isPartOf: iri('contract', document.id, document.version) } : {}),
  };
}

/** `info` has the differences in words, `pointer` their places in the response's body. */
function result(verdict: Verdict, date: string): object {
  const { outcome, reason, note, findings } = verdict;
  const shown = findings.slice(0, MAX_POINTERS);
  const pointers = shown.map(({ at }) => at).filter((at) => at.startsWith('/') && at.length < 1000);
  const info =
    outcome === 'failed'
      ? [...shown.map(findingText), ...(shown.length === 0 ? [verdictText(verdict)] : [])].join(
          '\n',
        )
      : verdictText(verdict);
  return {
    '@type': 'TestResult',
    outcome: `earl:${outcome}`,
    date,
    ...(outcome !== 'passed' || reason || note ? { info } : {}),
    ...(pointers.length > 0
      ? { pointer: pointers.map((at) => ({ '@type': 'ExpressionPointer', expression: at })) }
      : {}),
  };
}
