/**
 * Internal server errors at random: the same request gets one now and another response later. They are one defect of
 * the target, whatever the requests are about.
 */
import type { Operation } from '../../contract/contract.ts';
import { type Exchange, type Finding, worded } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { hasResponse } from '../case.ts';
import type { Kept } from '../evidence.ts';
import type { Failure, Observations } from '../observations.ts';
import { byPlainness } from '../shrink/plainness.ts';
import type { Confirmed } from './confirm.ts';

/** This many different requests that got both a server error and another response are not chance. */
const REQUESTS_ENOUGH = 3;

/** A number of responses, and the number of all. */
interface Share {
  readonly count: number;
  readonly of: number;
}

interface Responses {
  readonly operation: Operation;
  readonly statuses: number[];
}

export class RandomCrashes {
  /** 103 of 931 responses, by operation and status. */
  readonly #shares = new Map<string, Share>();

  constructor(kept: readonly Kept[]) {
    const exchanges = kept.map(({ exchange }) => exchange).filter(hasResponse);
    const counts = new Map<number, number>();
    for (const { response } of exchanges) {
      if (response.status >= 500)
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    }
    if (counts.size === 0) return;
    const byRequest = new Map<string, Responses>();
    for (const { request, response } of exchanges) {
      const key = keyOf(request);
      const known = byRequest.get(key) ?? { operation: request.operation, statuses: [] };
      byRequest.set(key, known);
      known.statuses.push(response.status);
    }
    for (const [status, count] of counts) {
      const repeated = [...byRequest.values()].filter(
        ({ statuses }) => statuses.length > 1 && statuses.includes(status),
      );
      const mixed = repeated.filter(({ statuses }) => statuses.some((other) => other < 500));
      if (mixed.length < REQUESTS_ENOUGH || 2 * mixed.length <= repeated.length) continue;
      const share = { count, of: exchanges.length };
      for (const { operation } of mixed) this.#shares.set(placeOf(operation, status), share);
    }
  }

  /** True if each kept failure of a requirement is such an error. */
  explain({ failures }: Observations): boolean {
    return (
      failures.length > 0 && failures.every(({ culprit }) => this.#shareOf(culprit) !== undefined)
    );
  }

  /** Failures of another kind come first: one of them is a defect of its own. */
  putLast({ failures }: Observations): void {
    const rank = ({ culprit }: Failure): number => (this.#shareOf(culprit) === undefined ? 0 : 1);
    failures.sort((a, b) => rank(a) - rank(b) || byPlainness(a.at, b.at));
  }

  /** Their share of all responses, in words. */
  shareIn({ failures: [failure] }: Observations): string {
    const share = failure && this.#shareOf(failure.culprit);
    return share ? `${share.count} of ${share.of} responses` : '';
  }

  /** The failure of a requirement that is about server errors, with their share. */
  confirm(observed: Observations): Confirmed | undefined {
    const [failure] = observed.failures;
    if (failure === undefined || !observed.requirement.aboutCrashes || !this.explain(observed))
      return undefined;
    const [first, ...others] = failure.findings;
    const atRandom = this.#shareOf(failure.culprit);
    const findings: readonly Finding[] =
      first && atRandom
        ? [{ ...first, actual: worded`${first.actual}${{ atRandom }}` }, ...others]
        : failure.findings;
    const note = 'the same requests also got other responses: what they contain is not the cause';
    return { failure: { ...failure, findings }, steady: false, note, when: 'now-and-then' };
  }

  #shareOf({ request, response }: Exchange): Share | undefined {
    return response && this.#shares.get(placeOf(request.operation, response.status));
  }
}

function placeOf({ key }: Operation, status: number): string {
  return `${key} ${status}`;
}
