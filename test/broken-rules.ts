import type { Verdict } from '../src/model/index.ts';
import { ruleIdOf } from '../src/report/names.ts';

/** The ids of the rules that failed verdicts show: of rows, where a requirement has some. MAY rules are left out. */
export function brokenRules(verdicts: readonly Verdict[]): string[] {
  return verdicts
    .filter(({ outcome, level }) => outcome === 'failed' && level !== 'MAY')
    .flatMap((verdict) => [
      ruleIdOf(verdict),
      ...(verdict.otherCounterexamples ?? []).flatMap(({ findings: [first] }) => first?.row ?? []),
    ]);
}
