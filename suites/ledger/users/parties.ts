/** Parties: how the list is filtered, how they are looked up by name, and what an allocation shows. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { type Area, type Ledger, named } from '../area.ts';
import { endOf } from '../commands/submissions.ts';
import { NO_BEGINNING } from '../laws/listings.ts';
import { rejected } from '../laws/rejected-steps.ts';
import type { Resource } from '../laws/resources.ts';
import { allocating, freshHint, notListed, partyIn, startingWith } from '../laws/scratch.ts';
import { difference } from '../requests/alike.ts';
import { ABSENT, limitFor, topologyOf } from '../requests/formats.ts';
import { idleOf, openList } from '../requests/open-lists.ts';
import { each, sharedProbes } from '../requests/probes.ts';
import { listIn, sequence, textIn, within } from '../requests/sequences.ts';
import { completeUpTo, updatesIn } from '../updates/shown-updates.ts';

export const parties: Area = (ledger) => [
  ...filtersOf(ledger),
  ...lookUpsOf(ledger),
  ...unknownOf(ledger.operation('party')),
  hostingOf(ledger),
];

/** The parties in a response. */
const names = (body: unknown): readonly string[] =>
  listIn(body, 'partyDetails').map((row) => textIn(row, 'party') ?? '');

const filterOf = ({ path }: Call): string | null =>
  new URLSearchParams(path.split('?')[1]).get('filter-party');

function filtersOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('parties-list');
  const probe = (
    name: string,
    sends: string,
    filters: (party: string | undefined) => readonly string[],
  ) => ({
    operation,
    id: named(operation, name),
    sends,
    weight: 0,
    caseGroups: (f: Fixtures) =>
      each(
        filters(f.listedParties[0]).map((filter) => startingWith(operation, filter, f)),
        'filter',
      ),
  });
  const filtered = probe(
    'filtered',
    'a party that is listed, its first letters, and the beginning of no party',
    (party) => [
      ...(party === undefined ? [] : [party.slice(0, 185), party.slice(0, 3)]),
      NO_BEGINNING,
    ],
  );
  const amid = probe(
    'filtered-amid',
    'a party that is listed, without its first letter',
    (party) => (party === undefined ? [] : [party.slice(1, 185)]),
  );
  const common = { level: 'SHOULD', clause: 'known-parties-are-listed' } as const;
  return [
    requirement({
      ...common,
      id: `ledger/${operation.name}/filter-limits-parties`,
      statement: 'With a filter, each page lists only parties whose id begins with it.',
      cause: 'A gateway drops the filter, it matches anywhere in the id, or later pages ignore it.',
      fix: 'Compare the filter with the beginning of the party id, on each page.',
      probes: [filtered, amid, filteredPages(operation)],
      check: ({ request, response }) => {
        const filter = filterOf(request);
        if (response.status !== 200 || filter === null) return undefined;
        const other = names(response.body).find((party) => !party.startsWith(filter));
        return other === undefined ? [] : [finding('/partyDetails', `${filter}…`, other)];
      },
    }),
    requirement({
      ...common,
      id: `ledger/${operation.name}/filter-finds-party`,
      statement: 'A listed party is found with its id, or the beginning of it, as the filter.',
      cause: 'The filter is compared with the hint alone, or :: is decoded twice.',
      fix: 'Compare the filter with the beginning of the whole party id.',
      probes: [filtered],
      check: ({ request, response }) => {
        const filter = filterOf(request) ?? '';
        if (response.status !== 200 || filter === NO_BEGINNING) return undefined;
        return names(response.body).length > 0
          ? []
          : [finding('/partyDetails', `a party ${filter}…`, 'none')];
      },
    }),
  ];
}

/** Parties with a common beginning that others follow, on pages of one. */
function filteredPages(operation: Operation) {
  const pages = sequence(operation, {
    name: 'filtered-pages',
    sends: 'three pages of one party each, under a filter that some parties do not match',
    steps: ({ listedParties }) => {
      const filter = beginningOf(listedParties);
      const page = (pageToken?: string): Call =>
        call(operation, { query: { pageSize: 1, 'filter-party': filter, pageToken } });
      const after = (body: unknown): Call | undefined => {
        const token = textIn(body, 'nextPageToken') ?? '';
        return token === '' ? undefined : page(token);
      };
      return {
        first: page(),
        second: ({ first }) => after(first),
        third: ({ second }) => after(second),
      };
    },
  });
  return pages.probe;
}

/** A beginning that few ids share and others follow; if possible one of two ids, so that pages follow. */
function beginningOf(ids: readonly string[]): string {
  const sorted = [...new Set(ids)].sort().map((party) => party.slice(0, 185));
  const last = sorted.at(-1) ?? '';
  const shared = sorted.slice(0, -1).map((party, i) => {
    const next = sorted[i + 1] ?? '';
    const end = [...party].findIndex((letter, at) => letter !== next[at]);
    return end < 0 ? party : party.slice(0, end);
  });
  return (
    shared.find((beginning) => beginning !== '' && !last.startsWith(beginning)) ??
    sorted[0] ??
    NO_BEGINNING
  );
}

function lookUpsOf(ledger: Ledger): readonly Requirement[] {
  const clause = 'only-known-parties-have-details';
  const look = (party: string, more?: string): Call =>
    call(ledger.operation('party'), {
      path: { party },
      query: more === undefined ? {} : { parties: [more] },
    });
  const listed = sequence(ledger.operation('parties-list'), {
    name: 'listed-party',
    sends: 'a listed party, by itself, beside an unknown one, and by names that are nearly its own',
    needs: 'listedParties',
    steps: (fixtures) => {
      const [party = ABSENT.party, ...others] = fixtures.listedParties;
      const last = others.at(-1);
      return {
        list: startingWith(ledger.operation('parties-list'), party.slice(0, 185), fixtures),
        alone: look(party),
        beside: look(party, ABSENT.party),
        both: () => (last === undefined ? undefined : look(party, last)),
        other: () => (last === undefined ? undefined : look(last)),
        shorter: look(party.slice(0, -1)),
        otherCase: look(party.replace(/^[^:]+/, (hint) => inOtherCase(hint))),
      };
    },
  });
  return [
    listed.expects({
      name: 'read-as-listed',
      clause,
      statement: 'The lookup of a listed party shows the same data as the list.',
      cause: 'List and lookup take isLocal and the metadata from different places.',
      fix: 'Encode both from one record.',
      given: ['list', 'alone'],
      judge: ({ list, alone }) => {
        const rows = listIn(list.response.body, 'partyDetails');
        const row = rows.find((one) => textIn(one, 'party') === idIn(alone));
        return row === undefined
          ? undefined
          : difference([row], listIn(alone.response.body, 'partyDetails'), '/partyDetails');
      },
    }),
    listed.expects({
      name: 'unknown-party-adds-nothing',
      clause,
      statement: 'An unknown party beside a known one does not change the response.',
      cause: 'Each name in the request gets a row, known or not.',
      fix: 'Respond with known parties only.',
      given: ['alone', 'beside'],
      judge: ({ alone, beside }) => difference(alone.response.body, beside.response.body),
    }),
    listed.expects({
      name: 'similar-ids-differ',
      clause,
      statement: 'A party is not shown for an id that is shorter or in the other case.',
      cause: 'The id is a prefix or a pattern for the lookup, or the store ignores case.',
      fix: 'Compare whole ids, character by character.',
      given: ['alone'],
      judge: [({ shorter }) => showsNoOther(shorter), ({ otherCase }) => showsNoOther(otherCase)],
    }),
    listed.expects({
      name: 'shows-parties-of-query',
      level: 'SHOULD',
      clause,
      statement: 'The response shows the known parties of the query as well as that of the path.',
      cause: 'The parameter parties is not read.',
      fix: 'Respond with one row for each known party of path and query.',
      given: ['alone', 'both', 'other'],
      judge: ({ alone, both, other }) => {
        // A party without details of its own has none beside another one.
        if ([alone, other].some(({ response: { body } }) => names(body).length === 0))
          return undefined;
        const query = new URLSearchParams(both.request.path.split('?')[1]);
        const shown = names(both.response.body);
        const missing = query.getAll('parties').find((party) => !shown.includes(party));
        return missing === undefined
          ? []
          : [finding('/partyDetails', `${missing} among them`, 'not there')];
      },
    }),
  ];
}

/** The id in the path of the request. */
const idIn = ({ request }: Pick<CompleteExchange, 'request'>): string =>
  decodeURIComponent(request.path.replace(/^.*\//, ''));

function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

function showsNoOther(exchange: CompleteExchange): CheckResult {
  if (exchange.response.status !== 200) return undefined;
  const other = names(exchange.response.body).find((party) => party !== idIn(exchange));
  return other === undefined ? [] : [finding('/partyDetails', `none but ${idIn(exchange)}`, other)];
}

function unknownOf(operation: Operation): readonly Requirement[] {
  const probes = sharedProbes(operation);
  if (probes === undefined) return [];
  const clause = 'only-known-parties-have-details';
  return [
    requirement({
      id: `ledger/${operation.name}/listed-party-has-details`,
      level: 'MUST',
      clause,
      statement: 'A listed party has details.',
      cause:
        'The lookup knows the parties of one page or cache, or cuts the id at a special character.',
      fix: 'Decode the path segment once, and look it up in the store of the list.',
      probes: [probes.good],
      check: (exchange) => {
        if (exchange.response.status !== 200) return undefined;
        return names(exchange.response.body).length > 0
          ? []
          : [finding('/partyDetails', idIn(exchange), 'none')];
      },
    }),
    requirement({
      id: `ledger/${operation.name}/unknown-party-has-no-details`,
      level: 'MUST',
      clause,
      statement: 'The response to an unknown party is 200 and an empty list.',
      cause: 'An unknown party gets 404, or details.',
      fix: 'Respond with 200 and an empty list of details.',
      probes: [probes.unknown],
      check: ({ response }) => {
        const [row] = listIn(response.body, 'partyDetails');
        return response.status !== 200 || row === undefined
          ? expects200(response.status)
          : [finding('/partyDetails', 'none', describe(row))];
      },
    }),
  ];
}

/** What only allocations show. */
export function allocationOf({ creation, clauses }: Resource): readonly Requirement[] {
  const clause = clauses.create;
  return [
    creation.expects({
      name: 'allocated-id-has-hint',
      level: 'SHOULD',
      clause,
      statement: 'The id of a new party begins with the hint of the request.',
      cause: 'The server chooses a name of its own.',
      fix: 'Use the hint as the name in front of the double colon.',
      given: ['create'],
      judge: ({ create }) => {
        const hint = textIn(sent(create.request), 'partyIdHint');
        const made = partyIn(create.response.body);
        return made?.startsWith(`${hint}::`)
          ? []
          : [finding('/partyDetails/party', `${hint}::…`, describe(made))];
      },
    }),
    creation.expects({
      name: 'allocated-party-is-local',
      clause,
      statement: 'A new party is local to the participant.',
      cause: 'The party counts as remote until its topology is effective.',
      fix: 'Respond when the participant hosts the party.',
      given: ['create'],
      judge: ({ create }) =>
        difference(
          true,
          within(create.response.body, 'partyDetails', 'isLocal'),
          '/partyDetails/isLocal',
        ),
    }),
    creation.expects({
      name: 'listed-without-filter',
      clause: clauses.list,
      statement: 'A new party is also in the list without a filter.',
      cause: 'The whole list comes from a cache that the filter bypasses.',
      fix: 'Make both lists from the store that the allocation writes to.',
      given: ['create', 'whole'],
      judge: ({ create, whole }) =>
        notListed(whole.response.body, partyIn(create.response.body) ?? ''),
    }),
    ...rejected(creation, 'party-hints-have-their-form', ['create'], {
      'malformed-id': ['malformed'],
    }),
  ];
}

/** A scenario of its own: not each caller that allocates a party may read as it. */
function hostingOf(ledger: Ledger): Requirement {
  const life = sequence(ledger.operation('parties-allocate'), {
    name: 'hosting',
    sends: 'a new party, and the changes of the topology that concern it',
    effect: 'irreversible',
    steps: (fixtures, tag) => {
      const own = `h${tag}`;
      return {
        known: startingWith(ledger.operation('parties-list'), `assay-${own}`, fixtures),
        end: endOf(ledger),
        allocate: ({ known }) =>
          allocating(ledger.operation('parties-allocate'), fixtures, freshHint(own, known)),
        // The range is open, so that a server that writes it a moment later is waited for.
        changes: ({ end, allocate }) => {
          const made = partyIn(allocate);
          const beginExclusive = within(end, 'offset') ?? 0;
          return made === undefined
            ? undefined
            : openList(ledger.operation('updates'), idleOf(fixtures), {
                limit: limitFor(fixtures),
                json: { beginExclusive, updateFormat: topologyOf([made]) },
              });
        },
      };
    },
  });
  return life.expects({
    name: 'hosting-is-in-updates',
    level: 'SHOULD',
    clause: 'updates-are-listed',
    statement: 'The updates show that a new party is hosted, if the request selects its topology.',
    cause: 'Only transactions and reassignments are written to the history.',
    fix: 'Write each change of the hosting of a party as an update with its own offset.',
    given: ['allocate'],
    judge: ({ allocate, changes }) => {
      const made = partyIn(allocate.response.body);
      const updates = updatesIn(changes);
      if (updates === undefined || completeUpTo(changes) !== Number.POSITIVE_INFINITY)
        return undefined;
      const events = updates.flatMap(({ value }) => listIn(value, 'events'));
      return events.some((event) => JSON.stringify(event).includes(JSON.stringify(made)))
        ? []
        : [finding('', `a TopologyTransaction about ${made}`, `${updates.length} updates`)];
    },
  });
}
