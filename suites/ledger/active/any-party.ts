/** Filters for any party: they select what each party sees. */
import {
  type Call,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Area } from '../area.ts';
import { ownProbe, row } from '../requests/asking.ts';
import { ANYTHING, eventsOf, limitFor } from '../requests/formats.ts';
import { differing } from '../requests/members.ts';
import { endOf, window } from '../requests/offsets.ts';
import { inARow, related } from '../updates/requests.ts';
import { completeUpTo, updatesIn } from '../updates/shown-updates.ts';
import { entriesOf, isWhole } from './entries.ts';
import { idsOf } from './listing.ts';

export const anyParty: Area = ({ operation: byChapter }) => [
  ...ofContracts(byChapter('active-contracts')),
  ofUpdates(byChapter('updates')),
];

/** Everything that any party of the participant sees, beside the filters by party. */
function formatOf(filtersByParty: object = {}): object {
  return { filtersByParty, filtersForAnyParty: { cumulative: [ANYTHING] }, verbose: false };
}

/** Why the caller has no right to read as any party; an open ledger has no rights. */
function unasked({ caller }: Fixtures): string | undefined {
  const may = caller.some(
    ({ mode, rights = [] }) => mode === 'open' || rights.includes('CanReadAsAnyParty'),
  );
  return may || caller.length === 0
    ? undefined
    : 'the token is not known to have the right to read as any party';
}

const ANY_PARTY = {
  statement: 'A filter for any party selects at least what filters by party select.',
  cause: 'filtersForAnyParty is rejected, or stands for one party only.',
  fix: 'Select for every party that the participant knows.',
} as const;

function ofContracts(operation: Operation): readonly Requirement[] {
  const probe = ownProbe(operation, 'for-any-party', {
    sends:
      'active contracts at one offset: of the parties, of any party, and of both in one request',
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen: unasked,
    caseGroups: (f) => {
      const named = eventsOf(f.parties);
      const formats = [named, formatOf(), formatOf(named.filtersByParty)];
      const ask = (eventFormat: object): Call =>
        call(operation, {
          query: { limit: limitFor(f) },
          json: { activeAtOffset: endOf(f), eventFormat },
        });
      return [row('any-party', ...formats.map(ask))];
    },
  });
  const clause = 'event-formats-select-contracts';
  return [
    requirement({
      id: 'ledger/active-contracts/any-party-filter-selects-all',
      level: 'MUST',
      clause,
      ...ANY_PARTY,
      probes: [probe],
      relation: ([named, any]) => {
        if (named?.response.status !== 200 || any === undefined) return undefined;
        const { status, body } = any.response;
        if (status !== 200) return expects200(status, true);
        const [owed, shown] = [entriesOf(named.response.body), entriesOf(body)];
        if (owed.length === 0) return 'inapplicable';
        // A list that reached the limit continues after it.
        if (!isWhole(any)) return 'inapplicable';
        const known = new Set(shown.map(({ key }) => key));
        const lost = owed.find(({ key }) => !known.has(key));
        return lost === undefined ? [] : [finding('', `also ${lost.key}`, 'none there')];
      },
    }),
    requirement({
      id: 'ledger/active-contracts/party-filters-keep-any-party',
      level: 'SHOULD',
      clause,
      statement: 'Filters by party remove nothing from a filter for any party.',
      cause: 'The two kinds of filters are rejected together, or the one by party wins.',
      fix: 'Select what either of them selects.',
      probes: [probe],
      relation: ([, any, both]) => {
        if (any?.response.status !== 200 || both === undefined) return undefined;
        if (both.response.status !== 200) return expects200(both.response.status, true);
        if (!isWhole(any) || !isWhole(both)) return 'inapplicable';
        const [owed, shown] = [any, both].map(({ response: { body } }) => idsOf(entriesOf(body)));
        return owed?.length === 0 ? 'inapplicable' : differing('', owed, shown);
      },
    }),
  ];
}

function ofUpdates(operation: Operation): Requirement {
  const probe = related(operation, {
    name: 'for-any-party',
    needs: ['updates', 'parties'],
    notApplicableWhen: unasked,
    sends: 'the updates of a range that the parties see, and those that any party sees',
    caseGroups: (f) => {
      const ask = (eventFormat: object): Call => {
        const transactionShape = 'TRANSACTION_SHAPE_ACS_DELTA';
        const includeTransactions = { transactionShape, eventFormat };
        const updateFormat = { includeTransactions, includeReassignments: eventFormat };
        return call(operation, {
          query: { limit: limitFor(f) },
          json: { ...window(f), updateFormat },
        });
      };
      return [inARow('any-party', [ask(eventsOf(f.parties)), ask(formatOf())])];
    },
  });
  return requirement({
    id: 'ledger/updates/any-party-filter-selects-all',
    level: 'MUST',
    clause: 'updates-follow-their-filters',
    ...ANY_PARTY,
    probes: [probe],
    relation: ([named, any]) => {
      const owed = named && updatesIn(named);
      if (owed === undefined || any === undefined) return undefined;
      if (any.response.status !== 200) return expects200(any.response.status, true);
      const shown = updatesIn(any);
      if (shown === undefined || owed.length === 0) return shown && 'inapplicable';
      const known = new Set(shown.map(({ value }) => value['updateId']));
      const upTo = completeUpTo(any);
      const lost = owed.find(
        ({ offset, value }) => offset <= upTo && !known.has(value['updateId']),
      );
      return lost === undefined
        ? []
        : [finding('', `also the update at offset ${lost.offset}`, 'none there')];
    },
  });
}
