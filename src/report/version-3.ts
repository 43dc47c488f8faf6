/** Reads reports of version 3, whose findings name their places in words. */
import {
  bodyPlace,
  type Finding,
  headerPlace,
  type Place,
  type Pointer,
  type Report,
  type Verdict,
} from '../model/index.ts';

/** A finding whose place is in words. */
export interface PlacedInWords extends Omit<Finding, 'at'> {
  readonly at: string;
}

type Others = NonNullable<Verdict['otherCounterexamples']>[number];

interface OldVerdict extends Omit<Verdict, 'findings' | 'otherCounterexamples'> {
  readonly findings: readonly PlacedInWords[];
  readonly otherCounterexamples?: readonly (Omit<Others, 'findings'> & {
    readonly findings: readonly PlacedInWords[];
  })[];
}

export interface ReportInWords extends Omit<Report, 'verdicts'> {
  readonly verdicts: readonly OldVerdict[];
}

/** The same report in version 4. Only those of version 4.0 and before version 3.1 may lack their APIs. */
export function fromVersion3(report: ReportInWords): Report {
  return {
    ...report,
    schemaVersion: report.schemaVersion.startsWith('3.0.') ? '4.0.0' : '4.1.0',
    verdicts: report.verdicts.map(verdictFrom),
  };
}

function verdictFrom({ findings, otherCounterexamples, ...rest }: OldVerdict): Verdict {
  return {
    ...rest,
    findings: findings.map(placed),
    ...(otherCounterexamples && {
      otherCounterexamples: otherCounterexamples.map((other) => ({
        ...other,
        findings: other.findings.map(placed),
      })),
    }),
  };
}

const placed = (finding: PlacedInWords): Finding => ({
  ...finding,
  at: placeOfWords(finding.at, finding.kind),
});

/** The place that these words of a report before version 4 name. Its text is the same. */
export function placeOfWords(text: string, kind?: Finding['kind']): Place {
  const [, part] = /^the (operation|connection|response)$/.exec(text) ?? [];
  if (part !== undefined) return { part: part as 'operation' | 'connection' | 'response' };
  if (text === 'body') return { part: 'text' };
  if (text === 'the body') return bodyPlace('');
  const [, of, sent] = /^status(?: of (.*)| (.*))?$/s.exec(text) ?? [];
  if (/^status(?: |$)/.test(text))
    return { part: 'status', ...(of ? { of } : {}), ...(sent ? { sent } : {}) };
  if (text.startsWith('query ')) return { part: 'query', name: text.slice('query '.length) };
  if (text.startsWith('/')) return inBody(text);
  const [, name = '', ofWhich] = /^([a-z0-9-]+)(?: of (.*))?$/s.exec(text) ?? [];
  if (kind !== 'header' || name === '') return bodyPlace('', { of: text });
  return { ...headerPlace(name), ...(ofWhich === undefined ? {} : { of: ofWhich }) };
}

function inBody(text: string): Place {
  const [, pointer = '', of, at] = /^(.*?)(?: of (.*?))?(?: at (offset \d+))?$/s.exec(text) ?? [];
  const within = { ...(of === undefined ? {} : { of }), ...(at === undefined ? {} : { at }) };
  const isList = pointer.endsWith('/-');
  if (!isList) return bodyPlace(pointer as Pointer, within);
  return { part: 'list', pointer: pointer.slice(0, -'/-'.length) as Pointer, ...within };
}
