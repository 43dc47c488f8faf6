/** Parties: the filters of the list, and lookups by name. */
import type {
  Call,
  CompleteExchange,
  Exchange,
  Fixtures,
  Operation,
  Probe,
} from '../../../src/kit.ts';
import { call, describe, queryOf, worded } from '../../../src/kit.ts';
import { difference, elements, member, string } from '../../kit/json.ts';
import { all, isAccepted, lacking, shownList, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { nextTokenOf } from '../../kit/pages.ts';
import { each, probe } from '../../kit/probes.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, onGoodBody, type Subject, scenario } from '../laws/forms.ts';
import { ABSENT, nearly } from '../requests/formats.ts';
import { idIn, inOtherCase } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { NO_BEGINNING } from '../resources/listing-pages.ts';
import { startingWith } from '../resources/scratch.ts';
import { viewOfEither } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { hosting, LOCAL_PARTIES } from './hosting.ts';

const rule = rulesIn('4.2-parties', 'users/parties.ts');

const DETAILS = 'only-known-parties-have-details';

export const parties: Area = (ledger) => [
  ...filtersOf(ledger),
  ...lookUpsOf(ledger),
  ...lawsOf(DETAIL_LAWS, { operation: ledger.operation('party'), clause: DETAILS }),
  ...hosting(ledger),
];

const names = (exchange: CompleteExchange): readonly string[] =>
  shownList(exchange, 'partyDetails').map((row) => string(row, 'party'));

function filtersOf(ledger: Ledger) {
  const operation = ledger.operation('parties-list');
  const by = (filters: (party: string) => readonly string[], f: Fixtures) =>
    each(
      filters(f.listedParties[0] ?? '')
        .filter((filter) => filter !== '')
        .map((filter) => startingWith(ledger, filter, f)),
      'filter',
    );
  const filtered = probe(operation, 'filtered', {
    sends: 'a party that is listed, and its first letters',
    caseGroups: (f) => by((party) => [party.slice(0, 185), party.slice(0, 3)], f),
  });
  const amid = probe(operation, 'filtered-amid', {
    sends:
      'a party that is listed, without its first letter and with another last one; and its first letters in the other case, and with _ for the second one',
    caseGroups: (f) =>
      by((party) => {
        const [first = '', , third = ''] = party;
        const near = nearly(party.slice(0, 185));
        // A pattern takes _ for any character.
        return [party.slice(1, 185), near, inOtherCase(party.slice(0, 3)), `${first}_${third}`];
      }, f),
  });
  const pages = filteredPages(operation);
  const laws: readonly Law<Subject>[] = [
    rule('filter-limits-parties', {
      on: () => [filtered, amid, pages],
      check: (exchange) => {
        const filter = queryOf(exchange.request.path).get('filter-party');
        if (!isAccepted(exchange) || filter === null) return undefined;
        const other = names(exchange).find((party) => !party.startsWith(filter));
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
        const isFound = names(exchange).length > 0;
        return unless(isFound, '/partyDetails', worded`a party ${filter}…`, 'none');
      },
    }),
  ];
  return lawsOf(laws, { operation, clause: 'known-parties-are-listed' });
}

/** Parties with a common prefix that others follow, in pages of one. */
function filteredPages(operation: Operation): Probe {
  return probe(operation, 'filtered-pages', {
    sends: 'three pages of one party each, under a filter that some parties do not match',
    checksCredentials: true,
    steps: ({ listedParties }) => {
      const filter = beginningOf(listedParties);
      const page = (pageToken?: string): Call =>
        call(operation, { query: { pageSize: 1, 'filter-party': filter, pageToken } });
      const next = (before: readonly Exchange[]): Call | undefined => {
        const pageToken = nextTokenOf(before.at(-1));
        return pageToken === '' ? undefined : page(pageToken);
      };
      return { 'in-a-row': [page(), next, next] };
    },
  });
}

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

function lookUpsIn(ledger: Ledger, fixtures: Fixtures) {
  const look = (one: string, ...others: readonly string[]): Call =>
    call(ledger.operation('party'), { path: { party: one }, query: { parties: others } });
  const connected = (one: string): Call =>
    call(ledger.operation('connected-synchronizers'), { query: { party: one } });
  const listed = (one: string): Call => startingWith(ledger, one.slice(0, 185), fixtures);
  const [party = ABSENT.party] = fixtures.listedParties;
  const last = otherThan(party, fixtures);
  const ofLast = (send: (one: string) => Call) => () =>
    last === undefined ? undefined : send(last);
  return {
    list: listed(party),
    otherListed: ofLast(listed),
    alone: look(party),
    beside: look(party, ABSENT.party),
    // The known one is between others, because a server may read the first or the last value alone.
    both: ofLast((one) => look(party, ABSENT.party, one, `${ABSENT.party}00`)),
    other: ofLast(look),
    // Nothing is left of an id of one character.
    shorter: party.length > 1 ? look(party.slice(0, -1)) : () => undefined,
    otherCase: look(party.replace(/^[^:]+/, inOtherCase)),
    again: listed(party),
    otherAgain: ofLast(listed),
    connected: connected(party),
    otherConnected: ofLast(connected),
  };
}

function lookUpsOf(ledger: Ledger) {
  return scenario(ledger.operation('parties-list'), {
    name: 'listed-party',
    clause: DETAILS,
    sends:
      'a listed party, by itself, beside an unknown one, and by names that are nearly its own; another one, best of another participant, by itself and in the list; and the synchronizers of both',
    needs: 'listedParties',
    steps: (fixtures) => lookUpsIn(ledger, fixtures),
  }).rules(
    LOCAL_PARTIES,
    rule('read-as-listed', {
      given: ['list', 'alone'],
      judge: [
        ({ list, alone, again }) => readAsListed(list, alone, again),
        ({ otherListed, other, otherAgain }) => readAsListed(otherListed, other, otherAgain),
      ],
    }),
    rule('known-party-is-listed', {
      given: ['other', 'otherListed'],
      judge: ({ other, otherListed }) => {
        const id = idIn(other);
        // A party without details is not known, and a list with another page may have it there.
        if (!names(other).includes(id) || nextTokenOf(otherListed) !== '') return undefined;
        const isListed = names(otherListed).includes(id);
        return isListed ? [] : [lacking(id, '/partyDetails')];
      },
    }),
    rule('unknown-party-adds-nothing', {
      given: ['alone', 'beside'],
      judge: ({ alone, beside }) => difference(names(alone), names(beside), '/partyDetails'),
    }),
    rule('similar-ids-differ', {
      given: ['alone'],
      judge: [({ shorter }) => showsNoOther(shorter), ({ otherCase }) => showsNoOther(otherCase)],
    }),
    rule('shows-parties-of-query', {
      given: ['alone', 'both', 'other'],
      judge: ({ alone, both, other, again, otherAgain }) => {
        // A party without its own details has none beside another one.
        if ([alone, other].some((one) => names(one).length === 0)) return undefined;
        const missing = [alone, other].map(idIn).find((party) => !names(both).includes(party));
        return all(
          missing ? [lacking(missing, '/partyDetails')] : [],
          sameDetails(alone, both, again),
          sameDetails(other, both, otherAgain),
        );
      },
    }),
  );
}

/** Another known party: preferably one that is not listed, or that another participant may host. */
function otherThan(party: string, { contracts, parties, listedParties }: Fixtures) {
  const stakeholders = contracts.flatMap((one) => one.stakeholders);
  const others = [...stakeholders, ...listedParties].filter((one) => one !== party);
  const foreign = others.filter((one) => !parties.includes(one));
  // A server that calls each party local still shows its namespace.
  const isElsewhere = (one: string): boolean => one.split('::')[1] !== party.split('::')[1];
  return (
    foreign.find((one) => !listedParties.includes(one)) ??
    foreign[0] ??
    others.find(isElsewhere) ??
    others.at(-1)
  );
}

function readAsListed(list: CompleteExchange, found: CompleteExchange, again: CompleteExchange) {
  if (!isAccepted(list) || !isAccepted(found)) return undefined;
  const [row, last] = [list, again].map((one) => rowIn(one, idIn(found)));
  const [shown, ...more] = shownList(found, 'partyDetails');
  const at = '/partyDetails';
  return row === undefined
    ? undefined
    : all(
        unless(more.length === 0, at, 'one party', more.length + 1),
        viewOfEither(found, 'PartyDetails', [row, last], shown, at),
      );
}

/** The details of the party of a lookup are the same beside another one. */
function sameDetails(one: CompleteExchange, both: CompleteExchange, again: CompleteExchange) {
  const [row, shown, last] = [one, both, again].map((each) => rowIn(each, idIn(one)));
  return viewOfEither(both, 'PartyDetails', [row, last], shown, '/partyDetails');
}

const rowIn = (exchange: CompleteExchange, id: unknown): unknown =>
  shownList(exchange, 'partyDetails').find((one) => member(one, 'party') === id);

function showsNoOther(exchange: CompleteExchange) {
  if (!isAccepted(exchange)) return undefined;
  const id = idIn(exchange);
  const other = names(exchange).find((party) => party !== id);
  return unless(other === undefined, '/partyDetails', worded`none but ${id}`, other);
}

const DETAIL_LAWS: readonly Law<Subject>[] = [
  rule('listed-party-has-details', {
    test: onGoodBody((_, exchange) =>
      unless(names(exchange).length > 0, '/partyDetails', idIn(exchange), 'none'),
    ),
  }),
  rule('unknown-party-has-no-details', {
    on: ({ operation }) => sharedProbes(operation)?.unknown ?? [],
    check: ({ response: { status, body } }) => {
      const [row] = elements(body, 'partyDetails');
      return status === 200
        ? unless(row === undefined, '/partyDetails', 'none', describe(row))
        : expects200(status);
    },
  }),
];
