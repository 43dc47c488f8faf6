/** The filters of the list of parties. */
import type { Call, Exchange, Fixtures, Operation, Probe } from '../../../src/kit.ts';
import { between, call, queryOf, worded } from '../../../src/kit.ts';
import { elements } from '../../kit/json.ts';
import { isAccepted, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { each, probe } from '../../kit/probes.ts';
import type { Area } from '../area.ts';
import { lawsOf, type Subject } from '../laws/forms.ts';
import { nearly, pageOf } from '../requests/formats.ts';
import { inOtherCase } from '../requests/members.ts';
import { rulesIn } from '../rules.ts';
import { partiesIn } from './party-checks.ts';

const rule = rulesIn('4.2-parties', 'users/parties.ts');

/** The parties with this prefix, as far as they fit on one page. */
function startingWith(list: Operation, filter: string, f: Fixtures): Call {
  const pageSize = pageOf(f, 'maxPartiesPageSize', 50);
  return call(list, { query: { pageSize, 'filter-party': filter } });
}

export const parties: Area = (ledger) => {
  const operation = ledger.operation('parties-list');
  const by = (filters: (party: string) => readonly string[], f: Fixtures) =>
    each(
      filters(f.listedParties[0] ?? '')
        .filter((filter) => filter !== '')
        .map((filter) => startingWith(operation, filter, f)),
      'filter',
    );
  const filtered = probe(operation, 'filtered', {
    sends: 'a party that is listed, and its first letters',
    caseGroups: (f) => by((party) => [party.slice(0, 185), party.slice(0, 3)], f),
  });
  const amid = probe(operation, 'filtered-amid', {
    sends:
      'the id of a listed party without its first letter, with another last letter, and with its first letters in the other case; and, without a page size, with _ as its second letter',
    caseGroups: (f) => [
      ...by((party) => {
        const near = nearly(party.slice(0, 185));
        return [party.slice(1, 185), near, inOtherCase(party.slice(0, 3))];
      }, f),
      // A pattern takes _ for any character.
      ...each(
        f.listedParties.slice(0, 1).map((party) => {
          const filter = party.slice(0, 185).replace(/^(.)[^_]/u, '$1_');
          return call(operation, { query: { 'filter-party': filter } });
        }),
        'pattern',
      ),
    ],
  });
  const pages = filteredPages(operation);
  const laws: readonly Law<Subject>[] = [
    rule('filter-limits-parties', {
      on: () => [filtered, amid, pages],
      check: (exchange) => {
        const filter = queryOf(exchange.request.path).get('filter-party');
        if (!isAccepted(exchange) || filter === null) return undefined;
        const other = partiesIn(exchange).find((party) => !party.startsWith(filter));
        return unless(other === undefined, '/partyDetails', worded`${filter}…`, other);
      },
    }),
    rule('filter-finds-party', {
      on: () => [filtered, pages],
      check: (exchange) => {
        const query = queryOf(exchange.request.path);
        const filter = query.get('filter-party');
        // The last page may be empty.
        if (!isAccepted(exchange) || query.has('pageToken')) return undefined;
        const isFound = partiesIn(exchange).length > 0;
        return unless(isFound, '/partyDetails', worded`a party ${filter}…`, 'none');
      },
    }),
    rule('filter-holds-on-each-page', {
      on: () => pages,
      relation: ([list, ...paged]) => {
        if (!list || !isAccepted(list) || nextTokenOf(list) !== '') return undefined;
        const filter = queryOf(list.request.path).get('filter-party') ?? '';
        const listed = partiesIn(list);
        // What a filter selects is left to the server; its own list shows whether that is a prefix.
        const isPrefix = listed.length > 0 && listed.every((party) => party.startsWith(filter));
        const continued = paged.filter(({ request }) => queryOf(request.path).has('pageToken'));
        if (!isPrefix || continued.length === 0) return 'inapplicable';
        return continued.flatMap((page) => {
          // A party may be new, but then it starts with the filter.
          const other = (isAccepted(page) ? partiesIn(page) : []).find(
            (party) => !listed.includes(party) && !party.startsWith(filter),
          );
          const found = unless(other === undefined, '/partyDetails', 'parties of the list', other);
          return between([list, page], found, page);
        });
      },
    }),
  ];
  return lawsOf(laws, { operation, clause: 'known-parties-are-listed' });
};

/** Parties with a common prefix that others follow, and their pages. */
function filteredPages(operation: Operation): Probe {
  return probe(operation, 'filtered-pages', {
    sends:
      'the list with a filter that some parties do not match, a full page that is probably the last one, and the next page',
    checksCredentials: true,
    steps: (f) => {
      const filter = beginningOf(f.listedParties);
      const page = (pageSize: number, pageToken?: string): Call =>
        call(operation, { query: { pageSize, 'filter-party': filter, pageToken } });
      const sizeAfter = (list: Exchange | undefined): number => {
        const { length } = elements(list?.response?.body, 'partyDetails');
        // With three or more parties, the second page is not full: others would follow there.
        return Math.max(1, length > 2 ? length - 1 : length);
      };
      const first = ([list]: readonly Exchange[]): Call => page(sizeAfter(list));
      const next = ([list, one]: readonly Exchange[]): Call | undefined => {
        const pageToken = nextTokenOf(one);
        return pageToken === '' ? undefined : page(sizeAfter(list), pageToken);
      };
      return { 'in-a-row': [page(pageOf(f, 'maxPartiesPageSize', 50)), first, next] };
    },
  });
}

/** A prefix that no party has. */
const NO_BEGINNING = 'assay-knows-no-such-party';

/** A prefix that few ids share, amid others; preferably one of two ids, so that pages follow. */
function beginningOf(ids: readonly string[]): string {
  const sorted = [...new Set(ids)].sort().map((party) => party.slice(0, 185));
  const isAmid = (beginning: string): boolean =>
    beginning !== '' && ![sorted[0], sorted.at(-1)].some((id) => id?.startsWith(beginning));
  const shared = sorted.slice(0, -1).map((party, i) => {
    const next = sorted[i + 1] ?? '';
    const end = [...party].findIndex((letter, at) => letter !== next[at]);
    return end < 0 ? party : party.slice(0, end);
  });
  const middle = Math.floor((sorted.length - 1) / 2);
  return shared.find(isAmid) ?? sorted[middle] ?? NO_BEGINNING;
}
