/** Rules for lists with a limit, whatever they list. */

import {
  about,
  type CheckResult,
  type CompleteExchange,
  finding,
  type Operation,
  type Probe,
} from '../../../src/index.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { difference } from '../requests/alike.ts';

/** A list whose requests can have a limit. */
export interface Limited {
  readonly operation: Operation;
  readonly clause: string;
  /** The same list several times, first with the largest limit. */
  readonly limits: Probe;
  /** The elements without checkpoints; `undefined` for a response that shows no list. */
  readonly valuesIn: (exchange: CompleteExchange) => readonly unknown[] | undefined;
  /** The idle time may end a list below its limit. */
  readonly open?: true;
}

function limitOf({ request }: CompleteExchange): number {
  const [, limit = Number.POSITIVE_INFINITY] = /[?&]limit=(\d+)/.exec(request.path) ?? [];
  return Number(limit);
}

export const LIMIT_LAWS: readonly Law<Limited>[] = [
  must('limit-bounds-list', ({ clause }) => clause, {
    statement: 'A list has at most as many elements as its limit.',
    cause: 'The query parameter limit is ignored, or does not count checkpoints.',
    fix: 'Count every element of the list.',
    test: ({ limits }) => ({
      probes: [limits],
      relation: (lists) =>
        lists.flatMap((list) => {
          const { body } = list.response;
          const limit = limitOf(list);
          if (!Array.isArray(body) || body.length <= limit) return [];
          return about(list, [finding('', `at most ${limit} elements`, `${body.length} elements`)]);
        }),
    }),
  }),
  should('limit-returns-prefix', ({ clause }) => clause, {
    statement: 'A list with a smaller limit is the beginning of the list with a larger one.',
    cause: 'The limit cuts from the end, each synchronizer, or before the list is sorted.',
    fix: 'Cut the sorted list after its first elements.',
    test: (subject) => ({
      probes: [subject.limits],
      relation: (lists) => prefixes(subject, lists),
    }),
  }),
];

function prefixes(
  { valuesIn, open }: Limited,
  [full, ...others]: readonly CompleteExchange[],
): CheckResult {
  const all = full && valuesIn(full);
  if (full === undefined || all === undefined) return undefined;
  for (const list of others.filter((one) => limitOf(one) < limitOf(full))) {
    const some = valuesIn(list);
    if (some === undefined) return undefined;
    const found = difference(all.slice(0, some.length), some);
    if (found.length > 0) return found;
    const { body } = list.response;
    const least = open ? 0 : Math.min(limitOf(list), all.length);
    if (Array.isArray(body) && body.length < least)
      return [finding('', `${least} elements`, `${body.length} elements`)];
  }
  return all.length < 2 ? 'inapplicable' : [];
}
