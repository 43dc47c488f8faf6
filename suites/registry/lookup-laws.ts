/** Laws of one instrument of the metadata API, and of its place in the list. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  worded,
} from '../../src/kit.ts';
import { asDocumented } from '../kit/documented-body.ts';
import { difference, isObject, stringAt } from '../kit/json.ts';
import { anyOf, isAccepted, shown, shownList, shownText, unless } from '../kit/judges.ts';
import { type Law, must, should } from '../kit/law.ts';
import { nextTokenOf } from '../kit/pages.ts';
import type { Instrument } from './metadata.ts';
import { idsOn } from './metadata-laws.ts';

export const LOOKUP_LAWS: readonly Law<Instrument>[] = [
  must('has-own-id', 'instruments-have-their-id', {
    statement: 'The response for an id of the list is the instrument with that id.',
    cause: 'The first instrument, or the only one, is the response to each id.',
    fix: 'Look the instrument up by the id of the path.',
    on: ({ plain }) => plain,
    check: (exchange) => {
      const id = shownText(exchange, 'id');
      if (!isAccepted(exchange) || id === undefined) return undefined;
      const requested = requestedBy(exchange);
      return unless(id === requested, '/id', describe(requested), describe(id));
    },
  }),
  should('is-listed', 'list-has-all-instruments', {
    statement: 'An instrument that a lookup finds is in the list.',
    cause: 'The list is cut off without a token, or a filter hides some instruments in it.',
    fix: 'List all instruments, page by page, with a token as long as more follow.',
    on: ({ listed }) => listed,
    relation: eachLookup((one, lists) => {
      const id = shownText(one, 'id');
      if (!isAccepted(one) || id !== requestedBy(one)) return 'inapplicable';
      if (!lists.every((list) => Array.isArray(shown(list, 'instruments')))) return undefined;
      const isThere = lists.some((list) => idsOn(list).includes(id));
      if (isThere) return [];
      // The contents of further pages are unknown.
      if (lists.some((list) => nextTokenOf(list) !== '')) return 'inapplicable';
      return [finding('/instruments', worded`the instrument ${describe(id)}`, 'no such entry')];
    }),
  }),
  should('matches-list', 'list-and-lookup-agree', {
    statement:
      'The instrument is the one of the list. Its total supply may be another one if it was counted at another time.',
    cause: 'List and lookup read from different stores, or each maps the members by hand.',
    fix: 'Make both of the same function.',
    on: ({ listed }) => listed,
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
];

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
