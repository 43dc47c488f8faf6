/** All numbers of this folder that decide, each with its reason. */

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
/** A share is estimated from so many trials; so many passes refute. */
export const MOST_TRIALS = 6;
/** A failure that is rarer than this is not searched for: 184 trials find one in forty with 99 %. */
export const RARE = 1 / 40;
/** The chance that one of all places differs by chance: of 20 conditions in responses, one is wrong. */
export const BY_CHANCE = 0.05;
/** The most requests that look for a change by time alone, or for a response by chance. */
export const LOOKS = 16;
/** Right, wrong, right, wrong, right: more changes are no periods. */
export const MOST_RUNS = 5;
/** So many requests before a failing one, or of one operation, are looked at: what one leaves behind seldom lasts longer. */
export const BEFORE = 24;

/** So many are tried, or shown, where each one is expensive. */
export const FEW = 3;
/** The last search of a kind, and one shrink, may take this part of the requests that are left. */
export const HALF = 1 / 2;
/** The part of the requests beyond the plan that is kept for the end. */
export const FOR_THE_LAST = 1 / 10;
/** So many requests in vain are enough, of one operation; half of them in a row if the client repeated each. */
export const IN_VAIN = 24;

/** The longer wait for a response that did not come in time: nodes and gateways end a request sooner. */
export const PATIENCE_MS = 30_000;
/** A target that was down for a moment, or changes a contract, is back after this time. */
export const RECOVERY_MS = 1000;
/** If no request that is sent up to this much later gets a response either, the target or this machine pauses. */
export const MEANWHILE_MS = 250;
/** The header Date has whole seconds, rounded down. */
export const DATE_MS = 999;

/** A run judges so many response bytes for each planned request, and so many in any case: enough for one API. */
export const BYTES_PER_REQUEST = 100_000;
export const BYTES_ANYWAY = 500_000_000;
/** Longer texts count as equal: such a text fails because of its length. */
export const LONG_TEXT = 256;
/** Longer texts may be ids: only their length and their characters count. */
export const SHORT_TEXT = 24;
/** Shorter texts, and smaller numbers, are equal to others by chance. */
export const TELLING_TEXT = 6;
export const TELLING_NUMBER = 10_000;
/** Deeper values are ignored. */
export const DEPTH = 8;

/** So many exchanges are kept; later ones only if a verdict refers to them, so that memory stays constant. */
export const KEPT_EXCHANGES = 10_000;
/** So many of what may be very many are remembered: failing cases, characters of a text, requests by their places. */
export const REMEMBERED = 2000;
/** The most requests of one shrink, cases that are compared, values that are read, and losses that are kept. */
export const COMPARED = 200;
/** The most requests of the shrink of a further counterexample. */
export const FOR_ANOTHER = 25;
/** So many failing cases of a requirement are kept to be repeated; the plainest ones of each kind. */
export const KEPT_FAILURES = 5;
/** The most cases, or requests, that a report names. */
export const NAMED = 20;
/** The most operations, or earlier requests, that one sentence or reproduction names. */
export const NAMED_IN_TEXT = 6;
