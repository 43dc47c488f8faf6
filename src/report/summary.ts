/** Totals of verdicts. */
import {
  type Level,
  OUTCOMES,
  type Outcome,
  type Result,
  type Summary,
  type Verdict,
} from '../model/index.ts';

/** `nonconforming` if a MUST failed; `conforming` if every applicable MUST passed; else `partial`. */
export function resultOf(verdicts: readonly Verdict[], incomplete: boolean): Result {
  const musts = verdicts.filter((v) => v.level === 'MUST');
  if (musts.some((v) => v.outcome === 'failed')) return 'nonconforming';
  const open = musts.some((v) => v.outcome === 'cantTell' || v.outcome === 'untested');
  const passed = musts.some((v) => v.outcome === 'passed');
  return passed && !open && !incomplete ? 'conforming' : 'partial';
}

/** The verdicts counted by level and outcome. */
export function summarise(verdicts: readonly Verdict[]): Summary {
  const count = (level: Level): Record<Outcome, number> => {
    const none = Object.fromEntries(OUTCOMES.map((o) => [o, 0])) as Record<Outcome, number>;
    for (const v of verdicts) if (v.level === level) none[v.outcome]++;
    return none;
  };
  return { MUST: count('MUST'), SHOULD: count('SHOULD'), MAY: count('MAY') };
}

/** True if requirements of this level were selected. */
export function isSelected(summary: Summary, level: Level): boolean {
  return Object.values(summary[level]).some((number) => number > 0);
}

/** The note of a run that cannot certify a target because it sends too little. */
export const QUICK_NOTE =
  'the quick profile sends only some of the requests to each operation; --profile full sends all';

/** The note of a run that did not select every mandatory requirement. */
export function notSelected(count: number): string {
  return `${count} MUST requirements were not selected`;
}
