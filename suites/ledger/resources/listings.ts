/** The listings in pages (users, parties): for any page size the pages together are one list. */
import { call, type Operation } from '../../../src/kit.ts';
import { isAccepted, shownList } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { asked, nextTokenOf, type Pages, walkOf } from '../../kit/page-walks.ts';
import { PAGE_LAWS } from '../../kit/pages.ts';
import type { Area } from '../area.ts';
import { lawsOf, ownProbe } from '../laws/forms.ts';
import { type PageLimit, pageOf } from '../requests/formats.ts';
import { rulesIn } from '../rules.ts';
import { ascends } from './listing-checks.ts';
import { PARTY, USER } from './resource-kinds.ts';

const rule = rulesIn('4.2-listings', 'resources/listings.ts');

const ASCENDING: Law<Pages> = rule('pages-ascend-by-id', {
  on: walkOf,
  anyTraffic: true,
  check: (page) => (isAccepted(page) ? ascends(page) : undefined),
});

export const listings: Area = ({ operation }) => {
  const pages = [
    pagesOf(operation('users-list'), 'users-are-listed', USER.list, 'maxUsersPageSize'),
    pagesOf(
      operation('parties-list'),
      'known-parties-are-listed',
      PARTY.list,
      'maxPartiesPageSize',
    ),
  ];
  return [...lawsOf(PAGE_LAWS, ...pages), ...lawsOf([ASCENDING], ...pages)];
};

function pagesOf(operation: Operation, clause: string, list: string, limit: PageLimit): Pages {
  const page: Pages['page'] = (f, { pageSize, ...others }) =>
    call(operation, { query: { ...others, pageSize: pageOf(f, limit, Number(pageSize)) } });
  return {
    operation,
    clause,
    probe: (name, own) => ownProbe(operation, name, own),
    // The most elements that are compared, because a list may be long.
    list: (f) => page(f, { pageSize: 50 }),
    page,
    size: 'pageSize',
    member: list,
    walks: {
      // A server may continue the walk that it served last.
      one: { size: 1, pages: 3, aside: true },
      // Of a longer list, the end is not read.
      'twenty-or-last-of-one': { size: 20, lastOfOne: true, pages: 3 },
      halves: { parts: 2, pages: 3 },
    },
    read: (one) => (isAccepted(one) ? shownList(one, list) : undefined),
    isCut: (one) =>
      nextTokenOf(one) !== '' || shownList(one, list).length >= Number(asked(one, 'pageSize')),
    isOrdered: true,
    mayChange: true,
  };
}
