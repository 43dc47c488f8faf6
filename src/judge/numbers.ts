/** The numbers of this folder that decide, each with its reason. */

/** A sequential test decides wrongly in this share of cases at most, either way. */
export const ERROR = 0.01;
/** A failure that follows its condition shows itself in this share of trials at least. */
export const STEADY = 0.6;
/** A trial of another request fails by accident in this share: two failures in a row confirm, six passes refute. */
export const ACCIDENT = 0.02;
/** Where equal requests had two outcomes, or state may change by itself: three failures in a row confirm. */
export const ACCIDENT_OF_STATE = 0.1;
/** Where two responses are compared, which may differ by themselves: five failures in a row confirm. */
export const ACCIDENT_OF_COMPARISON = 0.2;
/** The share of a failure is told from so many trials: six passes refute it. */
export const MOST_TRIALS = 6;
/** A failure of one trial in forty shows itself in so many with 99 %. */
export const RARE_TRIALS = 192;
/** So many copies of a request are sent together: state that requests share shows only there. */
export const TOGETHER = 8;
/** The longer wait for a response that did not come in time: nodes and gateways end a request sooner. */
export const PATIENCE_MS = 30_000;
/** A response that took this share of the timeout is slow; a faster one was lost only once. */
export const SLOW = 1 / 4;
/** So many requests of the plan were under way around another one, and are sent with it again. */
export const COMPANY = 16;
/** So many requests before a failing one are sent again: what they leave behind seldom lasts longer. */
export const BEFORE = 24;

/** So many alike come from several causes, or times, and are not chance. */
export const NO_CHANCE = 3;
/** One may have a reason of its own; a second one, which is independent, shows that it has not. */
export const INDEPENDENT = 2;
/** The most failing cases of a requirement that are tried under one condition. */
export const CASES_TRIED = 3;

/** One search may take this share of the requests that are left. */
export const SHARE_OF_SEARCH = 1 / 3;
/** The last search of a kind, and one shrink, may take this share. */
export const SHARE_OF_LAST = 1 / 2;

/** A message, and a reproduction that was not run, name so many of what they list. */
export const TOLD = 6;
