/** Pages of active contracts: the rules beyond those of all lists in pages. */
import type { Exchange, Finding, Operation, Requirement } from '../../../src/kit.ts';
import { between, call, describe, finding, worded } from '../../../src/kit.ts';
import { difference, differing, elements, member, string } from '../../kit/json.ts';
import { noOther, type Received } from '../../kit/judges.ts';
import type { Law, Relation } from '../../kit/law.ts';
import { nextTokenOf, walkOf } from '../../kit/page-walks.ts';
import { PAGE_LAWS, TOKEN_LAWS } from '../../kit/pages.ts';
import { expects200 } from '../../kit/statuses.ts';
import { type Area, hasOwnRules, type Ledger } from '../area.ts';
import { across, lawsOf } from '../laws/forms.ts';
import { brokenIn, comparing, ofGoodLists } from '../laws/list-contents.ts';
import { type BoundPages, FOREIGN_TOKEN_LAWS } from '../laws/page-tokens.ts';
import { eventsOf, isFull } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { activeAtEnd, endOf, prunedTo } from '../requests/offsets.ts';
import { entriesIn, entriesOf, isWhole, keysOf } from '../responses/entries.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-active-pages', 'active/pages.ts');

/** The rules of lists of active contracts in pages, which exist from 3.5 on. */
export const activeContractPages: Area = (ledger) =>
  CONTRACT_PAGES.filter((name) => hasOwnRules(ledger, name)).flatMap((name) =>
    ofPages(ledger, ledger.operation(name)),
  );

/** The names of these operations. */
const CONTRACT_PAGES = ['contracts-page', 'active-contracts-page'];

function ofPages(ledger: Ledger, operation: Operation): Requirement[] {
  const pages: BoundPages = {
    operation,
    clause: 'active-contracts-come-in-pages',
    member: 'activeContracts',
    probe: (name, own) => across(operation, name, own),
    list: (f) => activeAtEnd(ledger.operation('active-contracts'), f),
    page: (f, asked) => {
      const json = { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties), ...asked };
      return call(operation, { json });
    },
    size: 'maxPageSize',
    walks: { 'last-of-one': { lastOfOne: true, pages: 3 } },
    read: (list) => entriesIn(list)?.map(({ key, shown }) => [key, shown]),
    isCut: isFull,
    isOrdered: false,
    brokenIn,
    others: [
      (f) => ({ eventFormat: eventsOf(f.parties.slice(0, 1), true) }),
      // An earlier offset that the ledger still knows; the end if there is none.
      (f) => ({ activeAtOffset: endOf(f) - 1 > prunedTo(f) ? endOf(f) - 1 : endOf(f) }),
    ],
    foreign: ['INVALID_ACS_PAGE_TOKEN'],
  };
  return lawsOf([...PAGE_LAWS, ...FOREIGN_TOKEN_LAWS, ...TOKEN_LAWS, ...LAWS], pages);
}

const tokens: Relation = ([list, ...pages]) => {
  const all = entriesIn(list);
  if (!all || pages.some(({ response }) => response.status !== 200)) return undefined;
  let count = 0;
  for (const page of pages) {
    count += entriesOf(page.response.body).length;
    // What follows after the end of a list that is cut is unknown.
    if (count >= all.length && isFull(list)) return 'inapplicable';
    const token = nextTokenOf(page);
    if ((token === '') !== count >= all.length) {
      const expected = token === '' ? 'a token: more follows' : 'none: nothing more follows';
      return [finding('/nextPageToken', expected, describe(token))];
    }
    if (token === '') return [];
  }
  return [];
};

const TOKEN = 'streamContinuationToken';

const LAWS: readonly Law<BoundPages>[] = [
  rule('last-page-has-no-token', {
    on: walkOf,
    relation: ofGoodLists(tokens),
  }),
  rule('page-entries-have-no-stream-token', {
    on: walkOf,
    relation: ([, ...pages]) => {
      const entries = pages.flatMap((page) => elements(page.response.body, 'activeContracts'));
      if (entries.length === 0) return 'inapplicable';
      const token = entries.map((one) => string(one, TOKEN)).find((one) => one !== '');
      return noOther(token, `/activeContracts/${TOKEN}`, 'none: the page has nextPageToken');
    },
  }),
  rule('page-shows-its-offset', {
    on: walkOf,
    relation: ([, ...pages]) =>
      pages.flatMap((page) => {
        const { status, body } = page.response;
        const [expected, actual] = [sentMembers(page), body].map((at) =>
          member(at, 'activeAtOffset'),
        );
        if (status !== 200) return [];
        return between([page], differing('/activeAtOffset', expected, actual));
      }),
  }),
];

export const PAGE_CHECKS = {
  isTheSamePage: comparing((page: Received, again: Received) => {
    if (!page || !again || page.response.status !== 200) return undefined;
    if (again.response.status !== 200) return expects200(again.response.status);
    const [expected, actual] = [page, again].map(({ response: { body } }) => [
      member(body, 'activeAtOffset'),
      keysOf(entriesOf(body)),
    ]);
    return [
      ...differing('/activeAtOffset', expected?.[0], actual?.[0]),
      ...difference(expected?.[1], actual?.[1], '/activeContracts'),
    ];
  }),
  showsTheEnd: comparing((before: Received, page: Received, list: Received, after: Received) => {
    if (page === undefined || before?.response.status !== 200) return undefined;
    if (page.response.status !== 200) return expects200(page.response.status);
    const shown = Number(member(page.response.body, 'activeAtOffset'));
    const low = Number(member(before.response.body, 'offset') ?? 0);
    const high = Number(member(after?.response.body, 'offset') ?? 0);
    if (!(shown >= low && (after?.response.status !== 200 || shown <= high)))
      return [finding('/activeAtOffset', worded`from ${low} to ${high}`, shown)];
    return list?.response.status === 200 ? asListed(page, list) : [];
  }),
};

/** Compares a page with the list at its offset, as far as both are known. */
function asListed(page: Exchange, list: Exchange): readonly Finding[] {
  // Other laws compare incomplete reassignments and the JSON of entries.
  const [shown, expected] = [page, list].map((one) =>
    keysOf(entriesOf(one.response?.body).filter(({ active }) => active)),
  ) as [readonly string[], readonly string[]];
  if (!isWhole(list)) return [];
  if (isWhole(page)) return difference(expected, shown);
  const other = shown.find((key) => !expected.includes(key));
  if (other !== undefined) return [finding('/activeContracts', 'entries of the list', other)];
  return shown.length > 0 ? [] : [finding('/activeContracts', 'entries', 'none')];
}
