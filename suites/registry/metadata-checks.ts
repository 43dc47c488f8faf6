/** Checks of the metadata API: the introduction of the registry, and its pages of instruments. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  sent,
  worded,
} from '../../src/kit.ts';
import {
  counted,
  difference,
  isObject,
  type Json,
  member,
  repeated,
  stringAt,
} from '../kit/json.ts';
import { isAccepted, shownList, shownText, unless, unlessStatus } from '../kit/judges.ts';
import { hasOddToken, nextTokenOf } from '../kit/page-walks.ts';
import { expects200, isCrash } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { adminsIn } from './choice-arguments.ts';
import { isParty } from './identifiers.ts';

/** Judges the 200 responses of any traffic. */
const onGood = (judge: (exchange: CompleteExchange) => CheckResult) => ({
  anyTraffic: true as const,
  check: (exchange: CompleteExchange) => (isAccepted(exchange) ? judge(exchange) : undefined),
});

export const METADATA_CHECKS = {
  adminIsParty: () =>
    onGood(({ response: { body } }) => {
      const admin = stringAt(body, 'adminId');
      if (admin === undefined) return undefined;
      return unless(isParty(admin), '/adminId', '<hint>::1220<64 hex>', describe(admin));
    }),
  sameInfo: () => ({
    relation: (exchanges) => {
      const [first, ...others] = exchanges.filter(isAccepted);
      if (first === undefined || others.length === 0) return undefined;
      return others
        .flatMap((other) => difference(documentedIn(first), documentedIn(other)))
        .slice(0, 1);
    },
  }),
  foreignToken: () => ({
    relation: ([bare, foreign]) => {
      if (!bare || !foreign) return undefined;
      // A registry may need a token, and then another one is rejected rightly.
      if (!isAccepted(bare)) return 'inapplicable';
      return between([bare, foreign], expects200(foreign.response.status, true), foreign);
    },
  }),
  adminOfArguments: () => ({
    relation: ([about, accepted]) => {
      const admin = about && shownText(about, 'adminId');
      if (!about || !accepted || admin === undefined || !isAccepted(accepted)) return undefined;
      const admins = adminsIn(member(sent(accepted.request), 'choiceArguments'));
      if (admins.length === 0) return 'inapplicable';
      const expected = worded`${describe(admins[0])}, as in accepted arguments`;
      const isOne = admins.includes(admin);
      return between([about, accepted], unless(isOne, '/adminId', expected, describe(admin)));
    },
  }),
  listsItself: () =>
    onGood(({ response: { body } }) => {
      const apis = isObject(body) ? body['supportedApis'] : undefined;
      if (!isObject(apis)) return undefined;
      const own = 'splice-api-token-metadata-v1';
      return unless(own in apis, `/supportedApis/${own}`, 'its minor version', undefined);
    }),
  /** The document has whole numbers only, and clients with strict types read no other form of one. */
  plainWholeNumbers: () =>
    onGood(({ response: { text, body } }) => {
      if (!isObject(body)) return undefined;
      const [, name, number] = OTHER_FORM.exec(text) ?? [];
      return unless(name === undefined, `/${name}`, 'only digits', worded`${number ?? ''}`);
    }),
  endOfPages: () => ({
    relation: (exchanges) => {
      const walk = exchanges.slice(1, -1);
      const rejected = walk.findIndex((page) => !isAccepted(page));
      // After a page that is rejected the first one is requested again.
      const pages = rejected < 0 ? walk : walk.slice(0, rejected);
      if (pages.length < 2) return undefined;
      const tokens = pages.map(nextTokenOf).filter((token) => token !== '');
      // After a page without a token nothing follows, so the first page is requested again.
      if (tokens.length < pages.length) return [];
      const [again] = repeated('/nextPageToken', tokens);
      if (again !== undefined)
        return [
          finding(
            '/nextPageToken',
            'a new token on each page',
            worded`${again.actual} (paging never ends)`,
          ),
        ];
      const last = pages.findLastIndex((page) => idsOn(page).length > 0);
      const empty = pages.length - 1 - last;
      const isEndless = last >= 0 && empty >= AT_THE_END;
      const actual = worded`a token on each of ${empty} empty pages (paging never ends)`;
      return unless(!isEndless, '/nextPageToken', undefined, actual);
    },
  }),
  defaultPageOfList: () => ({
    relation: ([before, plain, , after]) => {
      const [large, own, again] = [before, plain, after].map((one) =>
        one && isAccepted(one) ? idsOn(one) : undefined,
      );
      if (!plain || !before || !large || !own || !again) return undefined;
      if ([before, plain].some(hasOddToken)) return undefined;
      // Instruments were added or removed.
      if (!isSame(large, again)) return undefined;
      // The large page is not complete either.
      if (nextTokenOf(before) !== '') return 'inapplicable';
      const strange = own.find((id) => !large.includes(id));
      if (strange !== undefined)
        return [finding('/instruments', 'those of a large page', describe(strange))];
      const missing = nextTokenOf(plain) === '' && large.find((id) => !own.includes(id));
      const isWhole = missing === false || missing === undefined;
      return unless(isWhole, '/instruments', describe(missing), undefined);
    },
  }),
  /** What comes before and after shows that there are instruments. */
  neverEmpty: () => ({
    proof: 'once',
    atFirst: (first, ...others) =>
      others.every(hasInstruments) && !hasInstruments(first) ? noInstruments() : undefined,
    relation: (exchanges) => {
      const pages = exchanges.filter(isAccepted);
      const [before, after] = [exchanges[0], exchanges.at(-1)];
      if (!before || !after || ![before, after].every(isAccepted)) return undefined;
      if (![before, after].every(hasInstruments)) return 'inapplicable';
      const empty = pages.find((page) => !hasInstruments(page));
      return empty === undefined ? [] : between([before, empty, after], noInstruments());
    },
  }),
  defaultPageSize: () => ({
    relation: ([before, plain, sized, after]) => {
      const [large, own, expected, again] = [before, plain, sized, after].map((one) =>
        one && isAccepted(one) ? idsOn(one) : undefined,
      );
      if (!large || !own || !expected || !again || !isSame(large, again)) return undefined;
      if (large.length < 2) return 'inapplicable';
      const [due, came] = [expected.length, own.length];
      return unless(due === came, '/instruments', counted(due), counted(came));
    },
  }),
  neverCrashes: () => ({
    check: ({ response: { status } }) =>
      unlessStatus(!isCrash(status), worded`no server error`, status),
  }),
} satisfies Checks;

/** So many empty pages in a row are the end of the list, although each of them names a next one. */
const AT_THE_END = 3;

/** A page that leads to another one may be empty, as stores filter after they count. */
const hasInstruments = (page: CompleteExchange): boolean =>
  idsOn(page).length > 0 || nextTokenOf(page) !== '';

const noInstruments = () =>
  unless(false, '/instruments', 'the instruments of the list', counted(0));

const OTHER_FORM =
  /"(decimals|splice-api-[a-z0-9-]+)"\s*:\s*(-?\d+(?:\.0+(?:e[+-]?\d+)?|e[+-]?\d+))(?=[\s,}])/i;

export const idsOn = (page: CompleteExchange): readonly string[] =>
  shownList(page, 'instruments').map((one) => stringAt(one, 'id') ?? '');

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** A registry may add members that differ in each response. */
function documentedIn({ response: { body } }: CompleteExchange): object {
  const { adminId, supportedApis } = Object(body) as Json;
  return { adminId, supportedApis };
}
