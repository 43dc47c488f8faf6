/** What the other responses of a run show about a failure, where its request alone does not explain it. */

/**
 * `no-route`: every request to the operation gets the status, also invalid ones; `isAsUnknown` if a path that does not
 * exist gets the same response. `cut`: the body ends after `bytes`, as bodies of other requests do, or
 * it ends too early as all do that have characters beyond ASCII, and no other ones. `period`: wrong for
 * some time and right before it, so long at least and at most. `of-another`: what is wrong is of the response to another
 * request, to `operation`.
 */
export type Pattern =
  | { readonly is: 'no-route'; readonly isAsUnknown?: true }
  | { readonly is: 'cut'; readonly bytes: number }
  | { readonly is: 'cut'; readonly isBeyondAscii: true }
  | { readonly is: 'period'; readonly leastMs?: number; readonly mostMs?: number }
  | {
      readonly is: 'of-another';
      /** `before`: of the request right before it. `beside`: of one that runs at the same time. */
      readonly when: 'before' | 'beside';
      readonly operation: string;
      /** The place whose value is the other request's; absent if it is the whole response, or any of its data. */
      readonly at?: string;
      /** The only part of the request that is taken from the other one; see `Distinction`. */
      readonly differsIn?: string;
    };
