/** A report as an in-toto statement: the tested documents, the kit, and the result. */
import { createHash } from 'node:crypto';
import type { Outcome, Report, Verdict } from '../../model/index.ts';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** in-toto ResourceDescriptor; a name and at least one of uri and digest. */
export interface Resource {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** The subjects of a statement: the files of the report, and those that the operator named. */
export interface Subject {
  readonly name: string;
  readonly digest: Readonly<Record<string, string>>;
}

export interface TestResult {
  readonly result: 'PASSED' | 'WARNED' | 'FAILED';
  readonly configuration: readonly Resource[];
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
}

export interface Statement {
  readonly _type: string;
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: TestResult;
}

/** The files of a report by name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The configuration entry about how the run was made. */
export const RUN = 'run';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The statement about a report and its files (in-toto Statement v1, test-result v0.1). The same input gives the same statement. */
export function statementOf(report: Report, files: Files, more: readonly Subject[]): Statement {
  const first = ['report.json', 'evidence.har'];
  const others = [...files.keys()].filter((name) => !first.includes(name)).sort();
  const names = [...first.filter((name) => files.has(name)), ...others];
  const own = names.map((name) => ({
    name,
    digest: { sha256: sha256(files.get(name) ?? new Uint8Array()) },
  }));
  return {
    _type: STATEMENT_TYPE,
    subject: [...own, ...more],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: wordOf(report),
      configuration: [
        ...contractsOf(report),
        ...requirementsOf(report),
        kitOf(report),
        runOf(report, names),
      ],
      ...testsOf(report),
    },
  };
}

/** The requirements by their outcome, as test-result v0.1 lists them. A failed MAY is information and in no list. */
export function testsOf({
  verdicts,
}: Report): Pick<TestResult, 'passedTests' | 'warnedTests' | 'failedTests'> {
  const failed = (level: string) => (v: Verdict) => v.outcome === 'failed' && v.level === level;
  return {
    passedTests: verdicts.filter((v) => v.outcome === 'passed').map(idOf),
    warnedTests: verdicts.filter(failed('SHOULD')).map(idOf),
    failedTests: verdicts.filter(failed('MUST')).map(idOf),
  };
}

/** in-toto has no result for an incomplete run, which must not count as complete. */
export function wordOf(report: Report): TestResult['result'] {
  if (report.result !== 'conforming') return 'FAILED';
  return report.summary.SHOULD.failed > 0 ? 'WARNED' : 'PASSED';
}

/** The contract documents of the run, each with its result. */
export function contractsOf({ contract, apis = [] }: Report): readonly Resource[] {
  const verdicts = new Map(apis.map((api) => [api.api, api]));
  return contract.map(({ id, version, sha256 }) => {
    const { result, notServed = [] } = verdicts.get(id) ?? {};
    return {
      name: id,
      digest: { sha256 },
      annotations: {
        version,
        ...(result === undefined ? {} : { result }),
        ...(notServed.length === 0 || result === 'not-offered' ? {} : { notServed }),
      },
    };
  });
}

/** The configuration entry about the requirements of the contract. */
const REQUIREMENTS = 'requirements';

/** The set of requirements by which the target was judged; none in reports before version 3.5. */
export function requirementsOf({ requirementSet }: Report): readonly Resource[] {
  if (requirementSet === undefined) return [];
  const { count, sha256 } = requirementSet;
  return [{ name: REQUIREMENTS, digest: { sha256 }, annotations: { count } }];
}

function kitOf({ kit: { name, version } }: Report): Resource {
  return { name, uri: `pkg:generic/${name}@${version}`, annotations: { version } };
}

function runOf({ result, target, run, verdicts }: Report, files: readonly string[]): Resource {
  const open: readonly Outcome[] = ['cantTell', 'untested'];
  const undecided = verdicts.filter((v) => v.level === 'MUST' && open.includes(v.outcome));
  const { seed, runs, profile, startedAt } = run;
  return {
    name: RUN,
    uri: 'urn:assay:run',
    annotations: {
      target: target.url,
      ...{ seed, runs, profile, startedAt },
      files,
      ...(result === 'partial' ? { partial: true, undecided: undecided.map(idOf) } : {}),
    },
  };
}

function idOf({ requirement }: Verdict): string {
  return requirement;
}
