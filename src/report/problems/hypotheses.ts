/** Hypotheses about many failures, with the rules that pass as evidence against them. */
import { isRandom, type Verdict } from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf } from '../names.ts';
import { type Failure, isShownMixedUp, LAYERS, type Layer } from './failure.ts';
import { type Grouping, SEVERAL } from './groups.ts';
import { stepOf } from './signatures.ts';

/**
 * One operation treats several kinds of wrong requests alike and rejects fewer rightly: nothing checks its requests, or
 * the part of them that these kinds have in common.
 */
export function joinOperations({ verdicts, failures, groups }: Grouping): void {
  const wrong = failures.filter(
    (f) =>
      f.outcome !== 'wrong value' &&
      f.outcome !== 'refused' &&
      f.layer !== 'credentials' &&
      !isShownMixedUp(f),
  );
  const passed = groupBy(
    verdicts.filter((v) => v.outcome === 'passed' && v.wrong !== undefined),
    ({ requirement }) => operationNameOf(requirement),
  );
  const byOperation = new Map<string, readonly Verdict[]>(passed);
  for (const [, same] of groupBy(wrong, (f) => `${f.operation} ${f.outcome} ${f.status}`)) {
    const right = byOperation.get(same[0].operation) ?? [];
    const layers = new Set(same.map(({ layer }) => layer));
    // Wrong ids and wrong bodies that are accepted lack a check each. A GET has no body: one place reads its query.
    const isRead = same.every(({ verdict }) => verdict.counterexample?.request.method === 'GET');
    const bodies = isRead ? layers : new Set<Layer>(['decoding', 'validation']);
    const parts = [
      ...(same[0].outcome === 'accepted' ? [bodies] : [layers]),
      ...[...layers].map((one) => new Set([one])),
    ];
    for (const part of parts) {
      const own = same.filter(({ layer }) => part.has(layer));
      const against = right.filter(
        ({ wrong }) => part === layers || (wrong && part.has(LAYERS[wrong])),
      );
      const kinds = new Set(own.map(stepOf)).size;
      if (kinds >= SEVERAL && kinds > against.length) groups.joinAll(own);
    }
  }
}

/**
 * One rule fails at several operations and at more than it passes: one place writes all of these values, whatever
 * member shows it. Errors are written by another place than successes.
 */
export function joinRules({ verdicts, failures, groups }: Grouping): void {
  const passed = new Map(
    groupBy(
      verdicts.filter(({ outcome }) => outcome === 'passed'),
      ({ requirement }) => nameOf(requirement),
    ).map(([name, own]) => [name, own.length]),
  );
  const nameOfRule = (f: Failure): string => nameOf(f.verdict.requirement);
  const values = failures.filter(
    ({ finding, outcome }) =>
      finding.keyword === undefined && (outcome === 'wrong value' || outcome === 'refused'),
  );
  for (const [, own] of groupBy(
    values,
    (f) => `${nameOfRule(f)} ${f.outcome} ${f.outcome === 'wrong value' ? f.isError : f.status}`,
  )) {
    const operations = new Set(own.map(({ operation }) => operation)).size;
    if (operations >= SEVERAL && operations > (passed.get(nameOfRule(own[0])) ?? 0))
      groups.joinAll(own);
  }
}

/**
 * A rule about every response has seen all crashes of its operation. If it shows one way to crash, all crashes with this
 * status have one cause.
 */
export function joinCrashes({ failures, groups }: Grouping): void {
  const crashes = failures.filter(
    ({ outcome, finding, verdict }) =>
      outcome === 'crash' && !isRandom(finding.actual) && verdict.failsWhen === undefined,
  );
  for (const [, same] of groupBy(crashes, ({ operation, status }) => `${operation} ${status}`))
    if (same.filter(({ due }) => due.length === 0).length === 1) groups.joinAll(same);
}
