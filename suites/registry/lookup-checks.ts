/** Checks of one instrument of the metadata API, and of its place in the list. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  worded,
} from '../../src/kit.ts';
import { asDocumented } from '../kit/documented-body.ts';
import { difference, isObject, stringAt } from '../kit/json.ts';
import { anyOf, isAccepted, lacking, shown, shownList, shownText, unless } from '../kit/judges.ts';
import { nextTokenOf } from '../kit/page-walks.ts';
import type { Checks } from './check-types.ts';
import { idsOn } from './metadata-checks.ts';

export const LOOKUP_CHECKS = {
  ownId: () => ({
    check: (exchange) => {
      const id = shownText(exchange, 'id');
      if (!isAccepted(exchange) || id === undefined) return undefined;
      const requested = requestedBy(exchange);
      return unless(id === requested, '/id', describe(requested), describe(id));
    },
  }),
  isListed: () => ({
    relation: eachLookup((one, lists) => {
      const id = shownText(one, 'id');
      if (!isAccepted(one) || id !== requestedBy(one)) return 'inapplicable';
      if (!lists.every((list) => Array.isArray(shown(list, 'instruments')))) return undefined;
      const isThere = lists.some((list) => idsOn(list).includes(id));
      if (isThere) return [];
      // The contents of further pages are unknown.
      if (lists.some((list) => nextTokenOf(list) !== '')) return 'inapplicable';
      return [lacking(worded`the instrument ${describe(id)}`, '/instruments')];
    }),
  }),
  matchesList: () => ({
    relation: eachLookup((one, lists) => {
      if (!isAccepted(one)) return undefined;
      const id = shownText(one, 'id');
      const [first, second] = lists.map((list) =>
        shownList(list, 'instruments').find((each) => stringAt(each, 'id') === id),
      );
      if (first === undefined || second === undefined) return undefined;
      if (difference(settled(first), settled(second)).length > 0) return undefined;
      // A lookup may show more than a list.
      const { body } = asDocumented(one).response;
      const found = difference(settled(first), settled(body));
      return found.length === 0 ? otherSupply(first, second, body) : found;
    }),
  }),
} satisfies Checks;

/** Judges each lookup between the two lists, with the documented members of both lists. */
function eachLookup(
  judge: (one: CompleteExchange, lists: readonly CompleteExchange[]) => CheckResult,
): (exchanges: readonly CompleteExchange[]) => CheckResult {
  return (exchanges) => {
    const lists = [exchanges.at(0), exchanges.at(-1)].filter((list) => list !== undefined);
    const seen = lists.map(asDocumented);
    return anyOf(exchanges.slice(1, -1).map((one) => between([one, ...lists], judge(one, seen))));
  };
}

/** One time of counting has one supply. Numbers are compared, because their zeros at the end are free. */
function otherSupply(...instruments: readonly unknown[]): readonly Finding[] {
  const times = instruments.map((one) => stringAt(one, 'totalSupplyAsOf'));
  const [first, second, looked] = instruments.map((one) => stringAt(one, 'totalSupply'));
  const isOneCount = times[0] !== undefined && times.every((time) => time === times[0]);
  if (!isOneCount || looked === undefined || first === undefined || first !== second) return [];
  const expected = worded`${describe(first)}, as in the list with the same totalSupplyAsOf`;
  return unless(Number(first) === Number(looked), '/totalSupply', expected, describe(looked));
}

const requestedBy = ({ request }: CompleteExchange): string =>
  decodeURIComponent(request.path.replace(/\?.*/s, '').split('/').at(-1) ?? '');

/** The members that do not change with the supply. */
function settled(instrument: unknown): unknown {
  if (!isObject(instrument)) return instrument;
  const { totalSupply: _, totalSupplyAsOf: __, ...rest } = instrument;
  return rest;
}
