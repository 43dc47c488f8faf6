/** Verifies a signed report: first the signature, then every file, then the report's claims. */
import type { KeyObject } from 'node:crypto';
import { fits, parsedJson, type Report } from '../../model/index.ts';
import { readReport, whyNoReport } from '../read.ts';
import { contradictions } from '../summary-check.ts';
import { ATTESTATION, README } from './bundle-files.ts';
import { open } from './dsse.ts';
import {
  contractsOf,
  type Files,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  RUN,
  requirementsOf,
  STATEMENT_TYPE,
  type Statement,
  sha256,
  testsOf,
  wordOf,
} from './statement.ts';

/** A report as received. */
export interface SignedReport {
  readonly envelope: string;
  readonly files: Files;
  /** True for a bundle, which has a README.txt; a folder need not have one. */
  readonly bundled: boolean;
}

/** Each problem with its file; empty for an unchanged report. */
export interface Checked {
  readonly problems: readonly string[];
  /** Absent if the signature or the files do not allow trust in the contents. */
  readonly statement?: Statement;
  readonly report?: Report;
}

/** Checks the signature, the digests and the result, which must follow from the verdicts. Stops if trust ends. */
export function checkAttestation(
  { envelope, files, bundled }: SignedReport,
  key: KeyObject,
): Checked {
  const opened = open(envelope, key);
  if ('problem' in opened) return { problems: [`${ATTESTATION}: ${opened.problem}`] };
  const statement = statementIn(opened.payloadType, opened.payload);
  if (statement === undefined) {
    return { problems: [`${ATTESTATION}: it is signed, but it is not a statement about a report`] };
  }
  const changed = digestProblems(statement, files, bundled);
  if (changed.length > 0) return { problems: changed };
  const text = textOf(files.get('report.json'));
  const report = readReport(text);
  if (report === undefined) return { problems: [`report.json: ${whyNoReport(text)}`] };
  const wrong = contradictions(report).map((what) => `report.json: ${what}`);
  return { problems: [...wrong, ...disagreements(statement, report)], statement, report };
}

/** The names of the report's files in the statement; the other subjects are the operator's. */
export function filesOf({ predicate }: Statement): readonly string[] {
  const run = predicate.configuration.find(({ name }) => name === RUN);
  const files = run?.annotations?.['files'];
  return Array.isArray(files) ? files.filter((name) => typeof name === 'string') : [];
}

function digestProblems(statement: Statement, files: Files, bundled: boolean): string[] {
  const names = filesOf(statement);
  const problems: string[] = [];
  for (const name of ['report.json', 'evidence.har']) {
    if (!names.includes(name)) problems.push(`${ATTESTATION}: it does not cover ${name}`);
  }
  for (const name of names) {
    const bytes = files.get(name);
    const { digest } = statement.subject.find((subject) => subject.name === name) ?? {};
    const signed = digest?.['sha256'];
    if (bytes === undefined) {
      if (bundled || name !== README) problems.push(`${name}: it was signed, but is missing`);
    } else if (signed === undefined) {
      problems.push(`${name}: it was signed without a sha256`);
    } else if (sha256(bytes) !== signed) {
      problems.push(
        `${name}: it was changed: its sha256 is ${sha256(bytes)}, but ${signed} was signed`,
      );
    }
  }
  for (const name of files.keys()) {
    if (!names.includes(name)) problems.push(`${name}: the signature does not cover it`);
  }
  return problems;
}

function disagreements({ predicate }: Statement, report: Report): string[] {
  const mismatch = (what: string) => `${ATTESTATION}: ${what} differs from report.json`;
  const problems: string[] = [];
  const due = wordOf(report);
  if (predicate.result !== due) {
    problems.push(`${ATTESTATION}: result is ${predicate.result}, but report.json gives ${due}`);
  }
  const tests = testsOf(report);
  for (const list of ['passedTests', 'warnedTests', 'failedTests'] as const) {
    if (!same(predicate[list], tests[list])) problems.push(mismatch(list));
  }
  const signed = new Map(predicate.configuration.map((entry) => [entry.name, entry]));
  for (const { name, digest, annotations } of contractsOf(report)) {
    const own = signed.get(name);
    if (!same(own?.digest, digest)) problems.push(mismatch(`the digest of ${name}`));
    const [stated, due] = [own?.annotations?.['result'], annotations?.['result']];
    if (stated !== due) problems.push(mismatch(`the result of ${name}`));
  }
  for (const { name, digest } of requirementsOf(report))
    if (!same(signed.get(name)?.digest, digest)) problems.push(mismatch(`the digest of ${name}`));
  return problems;
}

/** The statement may be about anything else. */
function statementIn(payloadType: string, payload: Buffer): Statement | undefined {
  if (payloadType !== PAYLOAD_TYPE) return undefined;
  const value = parsedJson(payload.toString());
  const statement = (value ?? {}) as Partial<Statement>;
  const { _type, subject, predicateType, predicate } = statement;
  const typed = _type === STATEMENT_TYPE && predicateType === PREDICATE_TYPE;
  const configuration: unknown = predicate?.configuration;
  return typed && areNamed(subject) && areNamed(configuration) ? (value as Statement) : undefined;
}

const areNamed = fits.list(fits.object({ name: fits.text }));

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}
