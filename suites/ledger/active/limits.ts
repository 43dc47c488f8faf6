/** Active contracts in one list: the effects of a limit, a missing limit and a continuation token. */
import { call, type Exchange, finding, worded } from '../../../src/kit.ts';
import { difference, differing, elements, member, string } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import { type Law, must } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { stepsOf } from '../../kit/steps.ts';
import { across, goodProbe, mayBePruned, ownProbe } from '../laws/forms.ts';
import { type Limited, rejectedWithoutLimit, WITHOUT_LIMIT } from '../laws/limited-lists.ts';
import { ofGoodLists } from '../laws/list-contents.ts';
import { bodyMember } from '../requests/documented.ts';
import {
  eventsOf,
  eventsOfTemplates,
  isFull,
  LONG_LIMIT,
  limitFor,
  templatesOf,
  wantedIn,
} from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { activeAtEnd, endOf } from '../requests/offsets.ts';
import { hasOlderForm } from '../requests/requests-history.ts';
import type { Listing } from '../responses/entries.ts';
import { against, byKey, entriesIn, entriesOf, keysOf, sameEntries } from '../responses/entries.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-active-contracts', 'active/limits.ts');

const FEW = 2;

const RENDERED = stepsOf('plain', 'verbose', 'few', 'fewOfOne', 'long');

const renderings = once(({ operation }: Listing) =>
  ownProbe(operation, 'renderings', {
    sends:
      'the list at one offset: plain, verbose, with a limit, of one template with a limit, and with a limit of 64 bits',
    needs: 'contracts',
    steps: (f) => {
      // The last template, so that contracts of others precede its contracts.
      const one = eventsOfTemplates(f.parties, templatesOf(f).slice(-1));
      const list = (format?: object, more = {}) => activeAtEnd(operation, f, format, more);
      return RENDERED.requests({
        plain: list(),
        verbose: list({ ...eventsOf(f.parties), verbose: true }),
        few: list(undefined, { limit: FEW }),
        fewOfOne: list(one, { limit: FEW }),
        long: list(undefined, { limit: LONG_LIMIT }),
      });
    },
  }),
);

const FORMS = stepsOf('plain', 'older');

/** By itself, because ledgers switch off the older form. */
const bothForms = once(({ operation }: Listing) =>
  ownProbe(operation, 'older-form', {
    sends: 'the list at one offset, also of one template in the older form of the body',
    needs: 'contracts',
    steps: (f) => {
      const { filtersByParty } = eventsOfTemplates(f.parties, templatesOf(f).slice(-1));
      const older = { eventFormat: undefined, filter: { filtersByParty }, verbose: false };
      return FORMS.requests({
        plain: activeAtEnd(operation, f),
        ...(hasOlderForm(operation) && { older: activeAtEnd(operation, f, undefined, older) }),
      });
    },
  }),
);

export const limitedContracts = (list: Listing): Limited => ({
  operation: list.operation,
  clause: 'limits-bound-lists',
  limits: renderings(list),
  more: [
    goodProbe(list),
    ownProbe(list.operation, 'limit-zero', {
      sends: 'a good request with the limit 0',
      calls: (f) => [activeAtEnd(list.operation, f, undefined, { limit: 0 })],
    }),
  ],
  valuesIn: (exchange) => entriesIn(exchange)?.map(({ key }) => ({ key })),
  again: 1,
});

const hasTokens = ({ operation }: Listing): boolean =>
  bodyMember(operation, 'streamContinuationToken') !== undefined;

const UNLIMITED = stepsOf('limited', 'plain', 'onward', 'rest');

const unlimited = once((list: Listing) =>
  across(list.operation, 'unlimited', {
    sends: `the list with a large limit and without a limit${hasTokens(list) ? ', and its continuation from the token of an entry' : ''}`,
    steps: (f) => {
      const { operation } = list;
      // Without a token the list is read from the start, so that the case stays complete.
      const after = (limit: number, streamContinuationToken: string) =>
        streamContinuationToken === ''
          ? activeAtEnd(operation, f, undefined, { limit: 1 })
          : activeAtEnd(operation, f, undefined, { streamContinuationToken, limit });
      const json = { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) };
      return UNLIMITED.requests({
        limited: activeAtEnd(operation, f),
        plain: call(operation, { json }),
        ...(hasTokens(list) && {
          onward: ({ limited }) => after(limitFor(f), tokenIn(limited, middle)),
          rest: ({ plain }) => after(1, tokenIn(plain, last)),
        }),
      });
    },
  }),
);

const withoutLimit = UNLIMITED.judged(({ limited, plain, rest }) => {
  const all = entriesIn(limited);
  if (!limited || !plain || all === undefined) return undefined;
  if (plain.response.status !== 200) return rejectedWithoutLimit(limited, plain);
  if (plain.response.truncated) return undefined;
  if (all.length === 0) return 'inapplicable';
  const some = entriesOf(plain.response.body);
  if (some.length < all.length)
    return [finding('', worded`at least ${all.length} entries`, some.length)];
  const more = isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
  // If the token is ignored, the list starts again, and its end proves nothing.
  if (more && !some.some(({ key }) => key === more.key))
    return [finding('', worded`also ${more.key}, or 413`, worded`${some.length} entries`)];
  return isFull(limited) ? [] : difference(byKey(all), byKey(some));
});

const continued = UNLIMITED.judged(({ limited, plain, onward, rest }) => {
  const all = entriesIn(limited);
  if (!limited || !onward || all === undefined) return undefined;
  if (!isContinued(onward)) return 'inapplicable';
  if (onward.response.status !== 200) return expects200(onward.response.status);
  // The position of the token also counts entries of an unknown kind.
  if (all.length !== elements(limited.response.body).length) return undefined;
  const at = middle(all.length) + 1;
  const shown = entriesOf(onward.response.body);
  const again = keysOf(all.slice(0, at)).find((key) => keysOf(shown).includes(key));
  if (again !== undefined) return [finding('', worded`nothing up to entry ${at}`, again)];
  if (isFull(limited)) return [];
  // Another limit may cut the whole list, so that entries follow its last one.
  const isWhole = elements(plain?.response.body).length >= all.length;
  const left = isWhole && isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
  if (left) return [finding('', 'nothing after the last entry', left.key)];
  return difference(byKey(all.slice(at)), byKey(shown));
});

const CONTINUED = stepsOf('list', 'other');

const continuedOtherwise = once((list: Listing) =>
  across(list.operation, 'other-format', {
    sends: 'the list, and its continuation from the token of its first entry with a filter',
    wrong: 'identifier',
    control: (f) => activeAtEnd(list.operation, f),
    steps: (f) => {
      const one = eventsOfTemplates(f.parties, templatesOf(f).slice(-1));
      return CONTINUED.requests({
        list: activeAtEnd(list.operation, f),
        other: ({ list: all }) => {
          const token = tokenIn(all, () => 0);
          const more = token === '' ? {} : { streamContinuationToken: token };
          return activeAtEnd(list.operation, f, one, more);
        },
      });
    },
  }),
);

export const LIMIT_LAWS: readonly Law<Listing>[] = [
  rule('older-form-selects-the-same', {
    test: FORMS.inCase(bothForms, ({ plain, older }) =>
      older === undefined
        ? 'inapplicable'
        : against(plain, older, (all, some) => {
            const wanted = wantedIn(some.exchange);
            const selected = all.entries.filter(({ template }) => wanted.includes(template));
            return all.whole ? sameEntries(selected, some.entries, some.exchange) : 'inapplicable';
          }),
    ),
  }),
  rule('limit-counts-filtered-contracts', {
    test: RENDERED.inCase(renderings, ({ plain, fewOfOne }) =>
      against(plain, fewOfOne, (all, few) => {
        const [wanted] = wantedIn(few.exchange);
        const selected = all.entries.filter(({ template }) => template === wanted);
        const expected = Math.min(FEW, selected.length);
        if (expected === 0) return 'inapplicable';
        const { length } = few.entries;
        return unless(length >= expected, '', worded`${expected} entries`, length);
      }),
    ),
  }),
  rule('verbose-keeps-entries', {
    test: RENDERED.inCase(renderings, ({ plain, verbose }) =>
      against(plain, verbose, (all, other) =>
        sameEntries(all.entries, other.entries, other.exchange, VALUES),
      ),
    ),
  }),
  rule('offset-zero-lists-nothing', {
    // A server that ignores offsets also ignores 0.
    on: ({ operation }) =>
      ownProbe(operation, 'beginning', {
        sends: 'a good request at offset 0',
        calls: (f) => [activeAtEnd(operation, f, undefined, { activeAtOffset: 0 })],
      }),
    withControl: true,
    check: (exchange) => {
      const { status, body } = exchange.response;
      if (status === 200) return differing('', [], body);
      // A pruned ledger may reject the start of its history.
      return mayBePruned(exchange) ? 'inapplicable' : expects200(status);
    },
  }),
  must('limit-may-be-missing', 'active-contracts-are-listed', {
    ...WITHOUT_LIMIT,
    on: unlimited,
    relation: ofGoodLists(withoutLimit),
  }),
  rule('foreign-token-keeps-format', {
    appliesTo: hasTokens,
    on: continuedOtherwise,
    withControl: true,
    relation: CONTINUED.judged(({ list, other }) => {
      if (list?.response.status !== 200 || !other) return undefined;
      if (tokenIn(list, () => 0) === '') return 'inapplicable';
      if (other.response.status !== 200) return expectsRejection(other.response.status, 400);
      const wanted = wantedIn(other);
      const foreign = entriesOf(other.response.body).find((one) => !wanted.includes(one.template));
      return unless(foreign === undefined, '', wanted.join(), worded`${foreign?.template}`);
    }),
  }),
  rule('token-continues-list', {
    appliesTo: hasTokens,
    on: unlimited,
    relation: ofGoodLists(continued),
  }),
];

/** Members that verbose changes. */
const VALUES = ['createArgument', 'contractKey', 'interfaceViews'];

const middle = (length: number): number => Math.floor((length - 1) / 2);
const last = (length: number): number => length - 1;

/** The token of one of the entries; empty if it has none. */
function tokenIn(list: Exchange | undefined, which: (length: number) => number): string {
  const entries = elements(list?.response?.body);
  return string(entries[which(entries.length)], 'streamContinuationToken');
}

function isContinued(list: Exchange | undefined): boolean {
  return list !== undefined && member(sentMembers(list), 'streamContinuationToken') !== undefined;
}
