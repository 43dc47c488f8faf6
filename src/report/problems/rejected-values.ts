/** Joins good requests that are rejected for a value with the response that shows it wrong. */
import { decoded, type Place, pointerOf, type Verdict } from '../../model/index.ts';
import { isRejectedGood } from './consequences.ts';
import { isError } from './failures.ts';
import { type Grouping, operationOf } from './groups.ts';
import { isOfEncoding } from './keys.ts';
import { anyElement, isStatus, operationsIn } from './places.ts';

/**
 * If the target rejects values that it showed at one place, that place is wrong: such rejections have one cause, and so
 * has a failure that is at that place, or at one that contains it.
 */
export function joinRejectedValues({ failures, groups }: Grouping): void {
  const rejected = new Map<string, Verdict>();
  const holders = new Map<string, Verdict>();
  for (const verdict of failures.filter(isWrongRejection)) {
    for (const place of placesRead(verdict)) {
      const first = rejected.get(place) ?? verdict;
      rejected.set(place, first);
      groups.join(verdict, first);
      for (const holder of holdersOf(place)) if (!holders.has(holder)) holders.set(holder, first);
    }
  }
  for (const verdict of failures) {
    const [finding] = verdict.findings;
    if (finding === undefined || isStatus(finding) || isError(verdict)) continue;
    const at = anyElement(elementOf(finding.at));
    for (const operation of operationsIn(verdict)) {
      const cause = holders.get(`${operation} ${at}`);
      if (cause !== undefined) groups.join(verdict, cause);
    }
  }
}

/** Joins the rejection of a value that could not be read with the body that has another encoding. */
export function joinMisread({ failures, groups }: Grouping): void {
  const unread = failures.filter((v) => isOfEncoding(v) && !isError(v));
  const byOperation = new Map(unread.map((v) => [operationOf(v), v]));
  for (const verdict of failures.filter(isWrongRejection)) {
    const { request, readFrom = [] } = verdict.counterexample ?? {};
    if (!`${decoded(request?.url ?? '')} ${request?.body}`.includes('\uFFFD')) continue;
    const sources = readFrom.flatMap((shown) => Object.keys(shown));
    const [cause] = sources.flatMap((operation) => byOperation.get(operation) ?? []);
    if (cause) groups.join(verdict, cause);
  }
}

/** Any element in place of one that a list lacks. */
function elementOf(at: Place): Place {
  return at.part === 'list' && at.pointer !== ''
    ? { ...at, part: 'body', pointer: `${at.pointer}/*` }
    : at;
}

/** True if a good request is rejected, or a wrong one for another reason than its own. */
function isWrongRejection({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && (pointerOf(finding.at) === '/code' || isRejectedGood(finding));
}

/** The places that showed the rejected values, each with its operation. */
function placesRead({ counterexample }: Verdict): readonly string[] {
  return (counterexample?.rejects ?? []).flatMap((shown) =>
    Object.entries(shown).flatMap(([operation, places]) =>
      places.map((at) => `${operation} ${at}`),
    ),
  );
}

/** The place and those that contain it, but the whole body. */
function holdersOf(place: string): readonly string[] {
  const steps = place.split('/');
  return steps.slice(1).map((_, i) => steps.slice(0, i + 2).join('/'));
}
