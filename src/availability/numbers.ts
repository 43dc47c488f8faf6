/** The numbers that decide what an outcome follows; `src/judge` uses them too. */

/** So many alike come from several causes, or times, and are not chance. */
export const NO_CHANCE = 3;
/** One may have a reason of its own; a second one, which is independent, shows that it has not. */
export const INDEPENDENT = 2;
/** A large part: of a run, for what comes at random; of a timeout, for what is slow; of the rest, for one search. */
export const LARGE_PART = 1 / 3;
/** So many requests are sent at the same time to find out what only company shows, or whether a target responds at all. */
export const TOGETHER = 8;
/** What is larger may meet a limit of the target, and is compared with earlier bodies, so that equal ones count once. */
export const LARGE_BODY = 16 * 1024;
/** A longer path may meet a limit of the target; it is harder to read than a second request. */
export const LONG_PATH = 1500;
