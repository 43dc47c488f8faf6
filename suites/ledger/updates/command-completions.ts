/** Checks of the completions by parties, which chapters name. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { describe, finding, within, worded } from '../../../src/kit.ts';
import { difference, type Json, strings } from '../../kit/json.ts';
import { accepted, acceptedToo, all, both, lacking } from '../../kit/judges.ts';
import { isFull } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { completionsIn, reachOf, sameUpToEnds } from '../responses/shown-updates.ts';
import { actsFor } from './completions.ts';

type Check = (...lists: readonly CompleteExchange[]) => CheckResult;

const keyOf = ({ offset, commandId, userId }: Json): string =>
  `${commandId} of ${userId} at offset ${offset}`;

const beginOf = (list: CompleteExchange): number =>
  Number(sentMembers(list)['beginExclusive'] ?? 0);

/**
 * The second list is accepted, unless the caller lacks a right for it, and has each completion of the first one up to
 * its own end, as the comparison says.
 */
const includes =
  (compare: (known: Json, found: Json) => CheckResult): Check =>
  (...lists) =>
    accepted(completionsIn, lists, (known, some, _, second) => {
      // The limit or the idle time may end a list early.
      const last = reachOf(second);
      const due = known.filter(({ offset }) => Number(offset) <= last);
      if (due.length === 0)
        return known.length === 0 || isFull(second) ? 'inapplicable' : undefined;
      const found = new Map(some.map((one) => [keyOf(one), one]));
      return all(
        ...due.map((one) => {
          const other = found.get(keyOf(one));
          return other === undefined
            ? [lacking(worded`the completion of ${keyOf(one)}`)]
            : compare(one, other);
        }),
      );
    });

const ofEach =
  (judge: (completions: readonly Json[], list: CompleteExchange) => CheckResult): Check =>
  (...lists) =>
    all(
      ...lists.map((list) => {
        const found = completionsIn(list);
        return found?.length === 0 ? 'inapplicable' : found && judge(found, list);
      }),
    );

/** The second list is accepted, and begins with what follows its start in the first one, as far as both reach. */
const isPartOf: Check = (...lists) =>
  acceptedToo(completionsIn, lists, (known, some, first, second) => {
    const begin = beginOf(second);
    const expected = known.filter(({ offset }) => Number(offset) > begin);
    const most = Math.min(expected.length, some.length);
    const found = difference(expected.slice(0, most).map(keyOf), some.slice(0, most).map(keyOf));
    if (found.length > 0) return found;
    const rest = sameUpToEnds([first, second], [expected, some], keyOf);
    return most > 0 && rest === 'inapplicable' ? [] : rest;
  });

/** The user's own list has each of its completions in the list for all users, as far as the own list reaches. */
const hasOwnOf: Check = (list, own) => {
  if (list === undefined || own === undefined) return undefined;
  return both(completionsIn, [list, own], (known, some) => {
    const { userId } = sentMembers(own);
    const due = known.filter(
      (one) => one['userId'] === userId && Number(one['offset']) <= reachOf(own),
    );
    const keys = some.map(keyOf);
    const lost = due.map(keyOf).find((key) => !keys.includes(key));
    if (due.length === 0) return 'inapplicable';
    return lost === undefined ? [] : [lacking(worded`the completion of ${lost}`)];
  });
};

export const COMPLETION_CHECKS: Readonly<Record<string, Check>> = {
  hasCompletionsOf: includes((known, found) =>
    within(difference(known, found), { of: keyOf(known) }),
  ),
  // The acting parties that a list shows are those of its request.
  hasCommandsOf: includes((known, found) =>
    within(difference({ ...known, actAs: null }, { ...found, actAs: null }), { of: keyOf(known) }),
  ),
  isOfItsParties: ofEach((completions, list) => {
    const parties = strings(sentMembers(list), 'parties');
    return completions.flatMap(({ actAs }) => actsFor(actAs, parties)).slice(0, 1);
  }),
  isInOrder: ofEach((completions, list) => {
    let least = beginOf(list) + 1;
    const seen = new Set<string>();
    for (const one of completions) {
      const offset = Number(one['offset']);
      if (!(offset >= least))
        return [finding('/offset', worded`at least ${least}`, describe(one['offset']))];
      if (seen.has(keyOf(one))) return [finding('', 'each completion once', keyOf(one))];
      seen.add(keyOf(one));
      least = offset;
    }
    return [];
  }),
  isPartOf,
  hasOwnOf,
};
