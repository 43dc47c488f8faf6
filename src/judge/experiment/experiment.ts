/**
 * Sends a failure again under one condition until a sequential test decides. Everything that is sent again until the
 * kit is sure passes here.
 */
import { TOGETHER } from '../../availability/numbers.ts';
import {
  ACCIDENT,
  ACCIDENT_OF_COMPARISON,
  ACCIDENT_OF_STATE,
  ERROR,
  MOST_TRIALS,
  RARE,
  STEADY,
} from '../numbers.ts';

/** What trials of a condition are expected to show. */
export interface Expected {
  /** The share of trials that fail by accident, if the failure does not follow the condition. */
  readonly accident: number;
  /** The share of trials that fail at least, if it does follow the condition. */
  readonly steady?: number;
  /** True if the failure comes each time under the condition: one pass refutes that. */
  readonly each?: boolean;
  /** Failures that are known before the first trial. */
  readonly known?: number;
  /** The most trials. */
  readonly most?: number;
}

/** The scan showed the failure once: it comes again at once, or does not follow the request alone. */
export const AGAIN: Expected = { accident: ACCIDENT, each: true, known: 1 };
/** It may be a matter of state, of a counter of the server or of chance. */
export const EACH_TIME: Expected = { accident: ACCIDENT_OF_STATE, each: true };
/** It may come only at times, and the share is wanted. */
export const AT_TIMES: Expected = { accident: ACCIDENT_OF_STATE, most: MOST_TRIALS };
/** It is known to come only at times: three failures in a row would not show that it always does. */
export const MOSTLY: Expected = { accident: ACCIDENT_OF_COMPARISON, most: MOST_TRIALS };

/** Equal requests had two outcomes, or responses are compared: it comes each time, or only at times. */
export const EACH_COMPARED: Expected = { accident: ACCIDENT_OF_COMPARISON, each: true };

/** It is rare, and one more failure is enough. A trial sends several copies. */
export const RARELY: Expected = { accident: 0, steady: 1 - (1 - RARE) ** TOGETHER };

export interface Result {
  /** `open`: a trial showed nothing, or the requests did not last. */
  readonly decision: 'confirmed' | 'refuted' | 'open';
  readonly runs: number;
  readonly failed: number;
}

/** Both hypotheses are as likely as the error before the first trial. */
const SURE = Math.log((1 - ERROR) / ERROR);

/** Repeats a trial until it is decided. A trial is true if it fails, `undefined` if it shows nothing. */
export async function experiment(
  trial: (n: number) => Promise<boolean | undefined>,
  { accident, steady = STEADY, each = false, known = 0, most = Infinity }: Expected,
  affordable: () => boolean = () => true,
): Promise<Result> {
  const [forFailure, forPass] = [
    Math.log(steady / accident),
    Math.log((1 - steady) / (1 - accident)),
  ];
  let [runs, failed] = [0, 0];
  // Where no failure is an accident, one is worth Infinity, and none times Infinity is NaN.
  let evidence = known === 0 ? 0 : known * forFailure;
  while (runs < most && affordable()) {
    const fails = await trial(runs);
    if (fails === undefined) break;
    runs++;
    if (fails) failed++;
    evidence += fails ? forFailure : forPass;
    if (evidence >= SURE) return { decision: 'confirmed', runs, failed };
    if ((each && !fails) || evidence <= -SURE) return { decision: 'refuted', runs, failed };
  }
  return { decision: 'open', runs, failed };
}
