/** The documented exit codes, and the exit code of a report. */
import type { Certify } from '../input/apis.ts';
import type { ApiReport, Report } from '../model/index.ts';
import { shortfalls } from '../report/enough.ts';
import { unserved, unservedIn } from '../report/served.ts';

export const EXIT = {
  /** No MUST failed and something passed; with --certify: conforming. */
  good: 0,
  /** A MUST failed. */
  failed: 1,
  /** Inconclusive, too little was judged, the run was cut short, or the target cannot be certified. */
  inconclusive: 2,
  /** The command line, the configuration or the kit itself is wrong. */
  unusable: 3,
  /** The command would do more than the operator allows. */
  notAllowed: 4,
} as const;

/** The exit code of a run. `certify` may name the APIs whose failures count. */
export function exitCodeOf(report: Report, certify: Certify): number {
  const { verdicts, summary, run } = report;
  const named = typeof certify === 'boolean' ? [report] : apisNamed(report, certify);
  const undecided = (reason: string): boolean =>
    verdicts.some((v) => v.reason === reason && v.outcome === 'cantTell');
  if (named.some((one) => one.summary.MUST.failed > 0)) return EXIT.failed;
  if (undecided('kit-fault')) return EXIT.unusable;
  if (run.interrupted || undecided('unreachable')) return EXIT.inconclusive;
  if (verdicts.some(({ reason }) => reason === 'caller-refused')) return EXIT.inconclusive;
  if (certify && uncertified(report, certify).length > 0) return EXIT.inconclusive;
  // The named APIs alone decide about their certificate.
  if (typeof certify === 'boolean' && shortfalls(report).length > 0) return EXIT.inconclusive;
  // A sample without a failure is a good result too.
  const sampled = verdicts.some((v) => v.reason === 'not-sampled' && v.conclusive > 0);
  const passed = sampled || summary.MUST.passed + summary.SHOULD.passed > 0;
  return passed ? EXIT.good : EXIT.inconclusive;
}

function apisNamed({ apis = [] }: Report, names: readonly string[]): readonly ApiReport[] {
  return apis.filter(({ api }) => names.includes(api));
}

/** Why a target is not certified, one clause each; empty if it is certified. */
export function uncertified(report: Report, certify: Certify): readonly string[] {
  if (typeof certify === 'boolean') {
    const dead = (report.run.deadFixtures ?? []).length > 0 ? ['a fixture is not live'] : [];
    return report.result === 'conforming'
      ? dead
      : [REASONS[report.result], ...unserved(report), ...dead];
  }
  const found = new Map(apisNamed(report, certify).map((api) => [api.api, api]));
  return certify.flatMap((name) => {
    const api = found.get(name);
    if (api === undefined) return [`${name}: it was not part of this run`];
    if (api.result === 'conforming') return [];
    return [unservedIn(api) ?? `${name}: ${REASONS[api.result]}`];
  });
}

const REASONS = {
  nonconforming: 'a MUST failed',
  partial: 'every MUST that applies must be judged and must pass',
  'not-offered': 'the target does not offer it',
} as const;
