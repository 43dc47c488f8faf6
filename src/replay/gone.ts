/** Decides which failures are gone although their rule has nothing left to judge. */
import { isDeepStrictEqual } from 'node:util';
import type { Outcome, Reason, Report, Verdict } from '../model/index.ts';
import type { Problem } from '../report/problems.ts';
import type { run } from '../run/run.ts';

export const GONE = 'its request now gets a response that this requirement does not judge';

const OPEN: ReadonlySet<Reason | undefined> = new Set([
  'nothing-conclusive',
  'not-observed',
  'needs-credential',
]);

function isOpen({ reason }: Verdict, sent: readonly Sent[]): boolean {
  return OPEN.has(reason) && reason !== 'needs-credential' && sent.length > 0;
}

/** True if another failure of the same request is fixed, because the response is right now. */
export function isRightNow(
  { counterexample }: Verdict,
  now: Verdict,
  right: readonly Verdict[],
): boolean {
  return (
    OPEN.has(now.reason) &&
    right.some((one) => isDeepStrictEqual(one.counterexample?.request, counterexample?.request))
  );
}

/**
 * True if nothing is left to judge, what failed with it is fixed, and nothing of that problem still fails: a response
 * that showed too much is now a rejection.
 */
export function isGoneWithProblem(
  before: Verdict,
  now: Verdict,
  sent: readonly Sent[] = [],
  [problems, outcomeNow]: readonly [
    readonly Pick<Problem, 'verdicts'>[],
    (requirement: string) => Outcome | undefined,
  ],
): boolean {
  if (!isOpen(now, sent)) return false;
  const isSame = ({ requirement }: Verdict): boolean => requirement === before.requirement;
  return problems
    .filter(({ verdicts }) => verdicts.some(isSame))
    .some(({ verdicts }) => {
      const others = verdicts.map(({ requirement }) => outcomeNow(requirement));
      return others.includes('passed') && !others.includes('failed');
    });
}

/** The entries for the request of the report, with any base URL; `undefined` if the report has no request. */
export function sentAgain(
  { counterexample }: Verdict,
  { target }: Report,
  { report, evidence }: Awaited<ReturnType<typeof run>>,
): readonly Sent[] | undefined {
  if (counterexample === undefined) return undefined;
  const { method, url, body } = counterexample.request;
  const below = (text: string, base: string): string =>
    text.startsWith(base) ? text.slice(base.length) : text;
  const path = below(url, target.url);
  const { entries } = (evidence.toJSON() as { log: { entries: readonly Sent[] } }).log;
  return entries.filter(
    ({ request }) =>
      request.method === method &&
      below(request.url, report.target.url) === path &&
      request.postData?.text === body,
  );
}

/** True if nothing is left to judge: a wrong rejection became an acceptance, or is right now. */
export function isGone(
  { counterexample }: Verdict,
  now: Verdict,
  sent: readonly Sent[] = [],
): boolean {
  const { status: was = 0 } = counterexample?.response ?? {};
  if (!isOpen(now, sent) || was < 400) return false;
  return sent.every(({ response: { status } }) =>
    status === was ? was < 500 : status >= 200 && status < 300,
  );
}

interface Sent {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly postData?: { readonly text: string };
  };
  readonly response: { readonly status: number };
}
