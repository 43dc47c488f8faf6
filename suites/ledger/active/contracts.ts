/** Active contracts in one list and in pages, with one set of laws, and by filters for any party. */
import type { Call, CompleteExchange, Finding, Requirement } from '../../../src/kit.ts';
import { finding, worded } from '../../../src/kit.ts';
import { difference, member, repeated, strings } from '../../kit/json.ts';
import { acceptedToo, lacking, noOther } from '../../kit/judges.ts';
import { checked, type Law, must, ofAnyTraffic, type Test } from '../../kit/law.ts';
import { type Area, hasOwnRules, type Ledger } from '../area.ts';
import { goodProbe, lawsOf, ownProbe, ruled } from '../laws/forms.ts';
import { LIMIT_LAWS as OF_LIMITED_LISTS } from '../laws/limited-lists.ts';
import type { EventFormat } from '../requests/formats.ts';
import {
  ANYTHING,
  eventsOf,
  eventsOfAny,
  limitFor,
  ofTemplate,
  readsAny,
  templatesOf,
} from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { when } from '../requests/offsets.ts';
import type { Entry, Listing } from '../responses/entries.ts';
import {
  against,
  entriesIn,
  entriesOf,
  inFormats,
  isWhole,
  keysOf,
  selectedIn,
} from '../responses/entries.ts';
import { ofTemplates, ofTheParties, partiesOf } from '../responses/selections.ts';
import { rulesIn } from '../rules.ts';
import { INTERFACE_LAWS } from './interfaces.ts';
import { LIMIT_LAWS, limitedContracts } from './limits.ts';
import { activeContractPages } from './pages.ts';
import { SNAPSHOT_LAWS } from './snapshots.ts';

const rule = rulesIn('4.2-active-contracts', 'active/contracts.ts');

const ENTRY_LAWS: readonly Law<Listing>[] = [
  rule('entries-exist-at-offset', {
    test: ofAnyTraffic(
      good((entries, exchange) => [
        ...repeated('/contractId of the entries', keysOf(entries)),
        ...createdUpTo(entries, sentMembers(exchange)['activeAtOffset']),
        ...entries.flatMap(ofOneContract).slice(0, 1),
      ]),
    ),
  }),
  rule('witnesses-are-requested-parties', {
    test: good((entries, exchange) => {
      const parties = partiesOf(exchange);
      return parties.length === 0 ? [] : witnesses(entries, parties);
    }),
  }),
];

export const activeEntries: Area = (ledger) => lawsOf(ENTRY_LAWS, ...listingsOf(ledger));

export const activeContracts: Area = (ledger) => {
  const all = listingsOf(ledger);
  const [list] = all;
  return [
    ...lawsOf([...INTERFACE_LAWS, ...SNAPSHOT_LAWS], ...all),
    ...lawsOf(OF_LIMITED_LISTS, limitedContracts(list)),
    ...lawsOf(LIMIT_LAWS, list),
    ...all.flatMap(({ operation, isPaged }) =>
      isPaged ? activeContractPages(ledger, operation) : [],
    ),
  ];
};

/** The list of active contracts, and its pages if the version has them. */
function listingsOf(ledger: Ledger): readonly [Listing, ...Listing[]] {
  const pages = PAGES.filter((name) => hasOwnRules(ledger, name));
  return [listingOf(ledger, 'active-contracts'), ...pages.map((name) => listingOf(ledger, name))];
}

const PAGES = ['contracts-page', 'active-contracts-page'];

function listingOf(ledger: Ledger, name: string): Listing {
  const isPaged = PAGES.includes(name);
  return {
    ledger,
    operation: ledger.operation(name),
    isPaged,
    clause: isPaged ? 'active-contracts-come-in-pages' : 'active-contracts-are-listed',
    at: (f, activeAtOffset, eventFormat) => ({
      ...(!isPaged && { query: { limit: limitFor(f) } }),
      json: { activeAtOffset, eventFormat },
    }),
  };
}

/** Judges the entries of every accepted request of the shared probe. */
function good(
  judge: (entries: readonly Entry[], exchange: CompleteExchange) => readonly Finding[],
): (listing: Listing) => Test {
  return checked(goodProbe, (exchange) => {
    const { status, body } = exchange.response;
    if (status !== 200) return undefined;
    const entries = entriesOf(body);
    return entries.length === 0 ? 'inapplicable' : judge(entries, exchange);
  });
}

/** Nothing follows from the entries for an offset that should be rejected. */
function createdUpTo(entries: readonly Entry[], offset: unknown): readonly Finding[] {
  if (!(typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0)) return [];
  const late = entries.map(({ created }) => created['offset']).find((at) => Number(at) > offset);
  return noOther(late, '/createdEvent/offset', worded`at most ${offset}`);
}

/** The events of an incomplete reassignment name one contract. */
function ofOneContract({ contractId, left }: Entry): readonly Finding[] {
  return left === undefined
    ? []
    : difference(contractId, member(left, 'contractId'), '/unassignedEvent/contractId');
}

function witnesses(entries: readonly Entry[], parties: readonly string[]): readonly Finding[] {
  for (const { created } of entries) {
    const other = strings(created, 'witnessParties').find((party) => !parties.includes(party));
    if (other !== undefined)
      return noOther(other, '/createdEvent/witnessParties', 'only parties of the request');
    if (strings(created, 'signatories').length === 0)
      return [finding('/createdEvent/signatories', 'at least one', 'none')];
  }
  return [];
}

export const contractsOfAnyParty: Area = (ledger) => listingsOf(ledger).flatMap(ofContracts);

export const readsNotAny: ReturnType<typeof when> = when(
  'the token is not known to have the right to read as any party',
  (f) => f.caller.length > 0 && !readsAny(f),
);

/** The rules for lists and lookups. */
export const ANY_PARTY = {
  statement: 'A filter for any party selects at least what filters by party select.',
  cause:
    'filtersForAnyParty is rejected, stands for one party only, or without a filter for nothing.',
  fix: 'Select for every party that the participant knows, everything unless there are filters.',
} as const;

export const OF_TEMPLATE = {
  statement: 'A template filter for any party selects exactly what is of its template.',
  cause:
    'A template filter counts for named parties only, or the filter for any party is a wildcard.',
  fix: 'Apply the filters for any party as those for a party.',
} as const;

function ofContracts(listing: Listing): readonly Requirement[] {
  const probe = ownProbe(listing.operation, 'for-any-party', {
    sends:
      'active contracts at one offset: of the parties, of any party, of one party beside one template of any party, and of this template alone',
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen: readsNotAny,
    steps: (f) => {
      const [one = ''] = f.parties;
      const [template = ''] = templatesOf(f);
      const some = template === '' ? ANYTHING : ofTemplate(template, true);
      const formats: Readonly<Record<string, EventFormat>> = {
        // Without a filter, a wildcard is the default.
        ...{ named: eventsOf(f.parties), any: eventsOfAny() },
        both: { ...eventsOfAny(some), ...eventsOf([one]) },
        ...(template !== '' && { ofTemplate: eventsOfAny(some) }),
      };
      return Object.values<Call>(inFormats(listing, f, formats));
    },
  });
  const clause = 'event-formats-select-contracts';
  return ruled(probe, [
    must('any-party-filter-selects-all', clause, {
      ...ANY_PARTY,
      relation: (exchanges) =>
        acceptedToo(entriesIn, exchanges, (expected, shown, _, any) => {
          // A list that reached the limit may continue.
          if (expected.length === 0 || !isWhole(any)) return 'inapplicable';
          const known = keysOf(shown);
          const lost = keysOf(expected).find((key) => !known.includes(key));
          return lost === undefined ? [] : [lacking(lost)];
        }),
    }),
    rule('named-parties-have-all-of-theirs', clause, {
      relation: ([named, any]) =>
        acceptedToo(selectedIn, [any, named], (all, some) =>
          all.entries.length > 0 && all.whole && some.whole
            ? ofTheParties(all, some)
            : 'inapplicable',
        ),
    }),
    rule('party-filters-add-to-any-party', clause, {
      relation: ([, any, both]) =>
        acceptedToo(selectedIn, [any, both], (all, some) =>
          all.entries.length > 0 && all.whole && some.whole
            ? ofTheParties(all, some)
            : 'inapplicable',
        ),
    }),
    must('any-party-filter-selects-template', clause, {
      ...OF_TEMPLATE,
      followsFrom: ['any-party-filter-selects-all', 'template-filter-selects-template'],
      relation: ([, any, , some]) =>
        some === undefined ? 'inapplicable' : against(any, some, ofTemplates),
    }),
  ]);
}
