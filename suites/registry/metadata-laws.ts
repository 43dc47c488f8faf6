/** Laws of the metadata API: the introduction of the registry, and its pages of instruments. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  worded,
} from '../../src/kit.ts';
import { ERROR_RULES } from '../http/errors.ts';
import { REQUEST_RULES } from '../http/requests.ts';
import { RESPONSE_RULES } from '../http/responses.ts';
import { type Sent, statedOn } from '../http/rules.ts';
import { counted, difference, isObject, type Json, repeated, stringAt } from '../kit/json.ts';
import { isAccepted, shownList, unless, unlessStatus } from '../kit/judges.ts';
import { type Law, must, ofAnyTraffic, should } from '../kit/law.ts';
import { hasOddToken, nextTokenOf, PAGE_LAWS, type Pages } from '../kit/pages.ts';
import { expectsAcceptance, isCrash } from '../kit/statuses.ts';
import { ERROR_WORDS, OWED } from './every-operation.ts';
import { isParty } from './identifiers.ts';
import type { Instruments, Reading } from './metadata.ts';

/** The rules of HTTP that apply to a lookup. */
export const RULES: readonly Law<Sent>[] = [...RESPONSE_RULES, ...ERROR_RULES, ...REQUEST_RULES];

/** The rules of HTTP; a GET has no body that could be wrong. */
export const READING_LAWS: readonly Law<Reading>[] = [
  must('accepts-request', 'metadata-is-open-to-all', {
    statement: 'A request with documented parameters, or with none, gets the metadata.',
    cause:
      'A parameter is mandatory in the code, a store is not filled yet, or the id of the path is not percent-decoded as it was encoded.',
    fix: 'Give each parameter its default, decode each segment of the path once, and look up what the list shows.',
    on: ({ plain }) => plain,
    ofGoodRequests: true,
    check: (exchange, _, accepted) => expectsAcceptance(exchange, accepted),
  }),
  ...statedOn<Reading>(RULES, {
    'operation-exists': { ...OWED, on: ({ all }) => all },
    'requests-get-responses': {
      clause: 'requests-get-responses-of-their-operation',
      on: ({ all }) => all,
    },
    'complete-responses': { clause: 'responses-are-complete', on: ({ all }) => all },
    'no-server-error': { clause: 'server-errors-are-not-documented', on: ({ all }) => all },
    'documented-status': { clause: 'statuses-are-documented', on: ({ wellFormed }) => wellFormed },
    'response-media-type': { clause: 'responses-are-json', on: ({ documented }) => documented },
    'response-shape': {
      clause: 'responses-have-their-shape',
      on: ({ documented }) => documented,
    },
    'error-body': {
      ...ERROR_WORDS['error-body'],
      clause: 'errors-have-one-shape',
      // Without an id in the path, no request can name a missing object.
      on: ({ operation, wellFormed }) => (operation.pathParameters.length > 0 ? wellFormed : []),
    },
    'framework-error-body': {
      ...ERROR_WORDS['framework-error-body'],
      clause: 'early-errors-have-the-same-shape',
      on: ({ wrongMethod, preflight, wellFormed }) => [wrongMethod, preflight, ...wellFormed],
    },
    'rejects-wrong-method': {
      clause: 'other-methods-are-rejected',
      on: ({ wrongMethod, preflight }) => [wrongMethod, preflight],
    },
    'unique-names': { clause: 'json-names-are-unique', on: ({ all }) => all },
    'utf8-charset': { clause: 'json-is-unicode-text', on: ({ documented }) => documented },
    'accepts-offered-codings': { clause: 'codings-are-an-offer', on: ({ codings }) => codings },
    'ignores-unknown-parameter': {
      clause: 'unknown-parameters-are-ignored',
      on: ({ unknownParameter }) => unknownParameter,
    },
  }),
];

export const PAGING_LAWS: readonly Law<Instruments>[] = [
  must('paging-ends', 'paging-ends', {
    statement: 'A client that follows nextPageToken never comes back to a page.',
    cause:
      'The last page has a token as well, or the token is ignored and each page is the first one.',
    fix: 'Leave nextPageToken out of the page behind which nothing follows.',
    on: ({ walk }) => walk,
    relation: (exchanges) => {
      const walk = exchanges.slice(1, -1);
      const rejected = walk.findIndex((page) => !isAccepted(page));
      // After a page that is rejected the first one is requested again.
      const pages = rejected < 0 ? walk : walk.slice(0, rejected);
      if (pages.length < 2) return undefined;
      const tokens = pages.map(nextTokenOf).filter((token) => token !== '');
      // After a page without a token nothing follows, so the first page is requested again.
      if (tokens.length < pages.length) return [];
      return repeated('/nextPageToken', tokens).slice(0, 1);
    },
  }),
  should('default-page-is-of-the-list', 'pages-make-the-list', {
    statement: 'The page without a size has what a large page has, as far as both go.',
    cause: 'The two come from different queries, or a filter is in one of them only.',
    fix: 'Use the default size where none is given, and nothing else.',
    followsFrom: ['page-token-is-accepted', 'pages-match-list'],
    on: ({ defaults }) => defaults,
    relation: ([before, plain, , after]) => {
      const [large, own, again] = [before, plain, after].map((one) =>
        one && isAccepted(one) ? idsOn(one) : undefined,
      );
      if (!plain || !before || !large || !own || !again) return undefined;
      if ([before, plain].some(hasOddToken)) return undefined;
      // Instruments were added or removed, or the large page is not complete either.
      if (!isSame(large, again) || nextTokenOf(before) !== '') return undefined;
      const strange = own.find((id) => !large.includes(id));
      if (strange !== undefined)
        return [finding('/instruments', 'those of a large page', describe(strange))];
      const missing = nextTokenOf(plain) === '' && large.find((id) => !own.includes(id));
      const isWhole = missing === false || missing === undefined;
      return unless(isWhole, '/instruments', describe(missing), undefined);
    },
  }),
  should('default-page-size', 'page-size-has-a-default', {
    statement: 'The page without a size has as many instruments as the page of size 25.',
    cause: 'The default of the framework or of the store is used.',
    fix: 'Use 25 where pageSize is absent.',
    on: ({ defaults }) => defaults,
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
  should('last-page-has-no-token', 'last-page-has-no-token', {
    statement: 'The last page has no nextPageToken, rather than an empty one.',
    cause: 'The token is a text that is empty at the end.',
    fix: 'Leave the member out where no page follows.',
    test: onGood(
      ({ documented }) => documented,
      ({ response: { body } }) =>
        unless(
          !isObject(body) || body['nextPageToken'] !== '',
          '/nextPageToken',
          'no member',
          "''",
        ),
    ),
  }),
  should('ids-are-unique', 'each-instrument-once', {
    statement: 'Each instrument is in a page once.',
    cause: 'A join multiplies rows, or two sources are put together.',
    fix: 'Collect instruments by their id.',
    test: onGood(
      ({ documented }) => documented,
      (exchange) =>
        repeated(
          '/instruments',
          shownList(exchange, 'instruments').flatMap((one) => stringAt(one, 'id') ?? []),
        ),
    ),
  }),
  should('page-parameters-never-crash', 'page-parameters-are-checked', {
    statement: 'Odd page sizes and unknown tokens do not cause an internal server error.',
    cause: 'A number or a token of the query is decoded without a check.',
    fix: 'Respond with 400, or use the default.',
    on: ({ oddPages }) => oddPages,
    check: ({ response: { status } }) =>
      unlessStatus(!isCrash(status), worded`no server error`, status),
  }),
];

/** The pages make the list, as far as the document states: it has a page size, and no order. */
export const INSTRUMENT_PAGES: readonly Law<Pages>[] = PAGE_LAWS.map((law) =>
  law.name === 'pages-match-list'
    ? { ...law, except: () => UNSTATED, followsFrom: ['ids-are-unique'] }
    : law,
);

const UNSTATED = {
  level: 'SHOULD',
  reason: 'the document does not say that the pages together are the list',
} as const;

export const idsOn = (page: CompleteExchange): readonly string[] =>
  shownList(page, 'instruments').map((one) => stringAt(one, 'id') ?? '');

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Judges the 200 responses to these requests, and those of any traffic. */
export function onGood<S>(
  probesOf: (subject: S) => Reading['all'],
  judge: (exchange: CompleteExchange) => CheckResult,
): Law<S>['test'] {
  return ofAnyTraffic((subject: S) => ({
    probes: probesOf(subject),
    check: (exchange) => (isAccepted(exchange) ? judge(exchange) : undefined),
  }));
}

/** A registry may add members that differ in each response. */
function documentedIn({ response: { body } }: CompleteExchange): object {
  const { adminId, supportedApis } = Object(body) as Json;
  return { adminId, supportedApis };
}

export const INFO_LAWS: readonly Law<Reading>[] = [
  should('admin-is-party', 'admin-is-a-party', {
    statement: 'adminId is a party: <hint>::1220<64 hex>.',
    cause: 'The name of the registry, or the hint alone, stands in place of the party.',
    fix: 'Send the whole id of the party that administers the instruments.',
    test: onGood(
      ({ plain }) => [plain],
      ({ response: { body } }) => {
        const admin = stringAt(body, 'adminId');
        if (admin === undefined) return undefined;
        return unless(isParty(admin), '/adminId', '<hint>::1220<64 hex>', describe(admin));
      },
    ),
  }),
  should('info-stays-the-same', 'same-request-same-response', {
    statement: 'A repeated request gets the same administrator and the same APIs.',
    cause:
      'Replicas behind one address have different configurations, or one is of another version.',
    fix: 'Start all replicas with one configuration.',
    on: ({ plain, fromPage }) => [plain, fromPage],
    relation: (exchanges) => {
      const [first, ...others] = exchanges.filter(isAccepted);
      if (first === undefined || others.length === 0) return undefined;
      return others
        .flatMap((other) => difference(documentedIn(first), documentedIn(other)))
        .slice(0, 1);
    },
  }),
  should('lists-itself', 'metadata-lists-itself', {
    statement: 'supportedApis lists the metadata API, which has just responded.',
    cause: 'The list is empty, or names APIs in another form.',
    fix: 'List splice-api-token-metadata-v1 with its minor version.',
    test: onGood(
      ({ plain }) => [plain],
      ({ response: { body } }) => {
        const apis = isObject(body) ? body['supportedApis'] : undefined;
        if (!isObject(apis)) return undefined;
        const own = 'splice-api-token-metadata-v1';
        return unless(own in apis, `/supportedApis/${own}`, 'its minor version', undefined);
      },
    ),
  }),
];
