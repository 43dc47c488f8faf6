/** Whether a run judged enough to say something about its target. */
import type { Report, Verdict } from '../model/index.ts';
import { some } from '../model/some.ts';
import { groupBy } from './names.ts';
import { REASONS } from './reasons.ts';
import { count, line, thousands } from './text.ts';

/** The most fixtures that are named; others are counted. */
const NAMED = 5;

/** What the operator's options and credentials exclude: no other run with them could judge it. */
const EXCLUDED: ReadonlySet<Verdict['reason']> = new Set(['not-allowed', 'needs-credential']);

/** The MUST requirements that a run planned, and those that it judged. */
interface Judged {
  readonly planned: readonly Verdict[];
  readonly judged: readonly Verdict[];
}

/**
 * The MUST requirements that the selection plans: those that apply to the target, without those that an option, a
 * profile or the rights of the token exclude.
 */
function judgedIn({ verdicts }: Pick<Report, 'verdicts'>): Judged {
  const planned = verdicts.filter(isPlanned);
  return { planned, judged: planned.filter(isJudged) };
}

function isPlanned({ level, outcome, reason, exchanges }: Verdict): boolean {
  if (level !== 'MUST' || outcome === 'inapplicable') return false;
  if (outcome === 'untested' && EXCLUDED.has(reason)) return false;
  // The quick profile sends the requests of some requirements to other operations only.
  return reason !== 'not-sampled' || exchanges > 0;
}

function isJudged({ outcome, reason, conclusive }: Verdict): boolean {
  const bySample = reason === 'not-sampled' && conclusive > 0;
  return outcome === 'passed' || outcome === 'failed' || bySample;
}

/** Why a run says too little, one sentence each with a remedy; empty if it says enough. */
export function shortfalls(report: Report): readonly string[] {
  return [...tooFew(report), ...dead(report)];
}

function tooFew(report: Report): readonly string[] {
  const { minJudged = 0 } = report.run;
  const { planned, judged } = judgedIn(report);
  if (judged.length * 100 >= planned.length * minJudged) return [];
  const open = planned.filter((verdict) => !isJudged(verdict));
  const byReason = groupBy(open, ({ reason, note }) => `${reason} ${note}`);
  const [largest] = byReason.sort(([, a], [, b]) => b.length - a.length);
  const [first] = largest?.[1] ?? [];
  const why = first?.note ?? (first?.reason && REASONS[first.reason].unlock) ?? '';
  const share = Math.floor((100 * judged.length) / planned.length);
  const remedy = `${line(why, 300)} (${count(largest?.[1].length ?? 0, 'requirement')})`;
  return [
    `Too little was judged: ${thousands(judged.length)} of ${count(planned.length, 'planned mandatory requirement')}, ${share}%, but --min-judged requires ${minJudged}%. The most frequent reason: ${remedy}.`,
  ];
}

function dead({ run: { deadFixtures = [] } }: Report): readonly string[] {
  if (deadFixtures.length === 0) return [];
  const names = some(
    deadFixtures.map((name) => line(name, 80)),
    NAMED,
  );
  return deadFixtures.length === 1
    ? [`A fixture is not live at the target: ${names}. Replace or remove it.`]
    : [
        `${deadFixtures.length} fixtures are not live at the target: ${names}. Replace or remove them.`,
      ];
}
