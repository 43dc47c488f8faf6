/** Joins failures that one response explains: a later request repeats a text of it, or it is kept for other requests. */
import { type Finding, textsIn, type Verdict } from '../../model/index.ts';
import { isGoodRequest } from './consequences.ts';
import { isError } from './failures.ts';
import { type Grouping, operationOf } from './groups.ts';
import { decoded, isAccepted } from './keys.ts';
import { CREDENTIALS, expectsStatus, hasStatusOf, isStatus, operationsIn } from './places.ts';

/**
 * If one operation alone accepts requests without a good token, and it alone also accepts other wrong requests, or
 * shows wrong contents, then a response that is kept for it is the cause.
 */
export function joinKept({ failures, groups }: Grouping): void {
  const [first, ...others] = failures.filter(({ findings: [f] }) => f && isOpen(f));
  if (first === undefined) return;
  const operation = operationOf(first);
  if (others.some((verdict) => operationOf(verdict) !== operation)) return;
  groups.joinAll([first, ...others]);
  const isOwn = (verdict: Verdict): boolean => operationsIn(verdict).includes(operation);
  const isKept = (v: Verdict): boolean => !isError(v) && (isAccepted(v) || !isOfStatus(v));
  for (const group of groups.all())
    if (group.every(isOwn) && group.some(isKept)) groups.join(group[0], first);
}

function isOfStatus({ findings: [f] }: Verdict): boolean {
  return f === undefined || isStatus(f);
}

function isOpen(finding: Finding): boolean {
  const isOfToken = isStatus(finding) && expectsStatus(finding, CREDENTIALS);
  return isOfToken && hasStatusOf(finding, 2);
}

/** A wrong text in a response is the value of a later good request, which the target rejects. */
export function joinSent({ failures, groups }: Grouping): void {
  const rejected = failures.filter(isGoodRequest);
  for (const cause of failures) {
    const [finding] = cause.findings;
    if (finding?.kind !== 'body' || isError(cause)) continue;
    const wrong = textsIn(finding.actual).find((text) => text.length >= LEAST_TEXT);
    if (wrong === undefined) continue;
    for (const verdict of rejected) if (sends(verdict, wrong)) groups.join(verdict, cause);
  }
}

/** Shorter texts may be in a request by chance. */
const LEAST_TEXT = 5;
/** Of a text of this length, a finding may show the start only. */
const LONG_TEXT = 50;

/** True if a value in the body, the query or the path of the request is this text, or begins with it. */
function sends({ counterexample }: Verdict, text: string): boolean {
  const { url = '', body = '' } = counterexample?.request ?? {};
  const inUrl = decoded(url).split(/[/?&=]/);
  if (text.length > LONG_TEXT) return inUrl.some((part) => part.startsWith(text));
  return inUrl.includes(text) || ['"', ':'].some((end) => body.includes(`"${text}${end}`));
}
