/** The numbers that decide what an outcome follows, each with its reason. */

/**
 * This many alike are not chance: requests with two outcomes, refusals between acceptances, refusals of first requests,
 * connections that break at one position, and refusals in a row while the target is away.
 */
export const NO_CHANCE = 3;
/** What comes at random is spread over this part of the requests at least: a restart affects a smaller one. */
export const LEAST_SPAN = 1 / 3;
/** A target that is away more often in one run is defective. */
export const MAX_OUTAGES = 2;
/** A window of time shows at this many operations: what one of them refuses may be its own answer. */
export const WINDOW_OPERATIONS = 2;
/** The most controls that are sent to find out whether all requests are refused: one may have ended by itself. */
export const MAX_CONTROLS = 3;
