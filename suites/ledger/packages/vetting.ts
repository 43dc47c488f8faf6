/** The list of vetted packages: who vets what where, and in pages. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Area, Ledger } from '../area.ts';
import { expectsError } from '../laws/errors.ts';
import { lawsOf } from '../laws/laws.ts';
import { QUERY_REJECTIONS, type Query } from '../laws/query-rejections.ts';
import { rejections } from '../laws/rejections.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import {
  canonical,
  differing,
  elements,
  member,
  nextTokenOf,
  string,
  strings,
} from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { accepted, sequence } from '../requests/sequences.ts';

const LISTED = { level: 'MUST', clause: 'vetted-packages-are-listed' } as const;

export const vetting: Area = (ledger) => {
  const operation = ledger.operation('package-vetting-list');
  const query: Query = {
    operation,
    version: ledger.version,
    bounds: [],
    forms: ['pages'],
    tokenCodes: ['PROTO_DESERIALIZATION_FAILURE'],
    request: (_, { token }) => ({ json: { pageToken: token } }),
  };
  return [
    ...lawsOf(operation, [...ROWS, ...PAGES, sizeLimit(ledger)]),
    ...ofOwnRows(ledger),
    ...rejections(
      QUERY_REJECTIONS.filter(({ name }) => name === 'unreadable-page-token'),
      [query],
    ),
  ];
};

const ROWS: readonly Law<Operation>[] = [
  {
    ...LISTED,
    name: 'rows-are-sorted',
    clause: 'vetted-packages-come-in-pages',
    statement: 'The rows are sorted by synchronizer and then by participant.',
    cause: 'The rows are in the order of the store.',
    fix: 'Sort by synchronizer and then by participant, before pages are cut.',
    test: ofShared((rows) => {
      const places = rows.map(placeOf);
      return places.length < 2 ? [] : differing('/vettedPackages', [...places].sort(), places);
    }),
  },
  {
    ...LISTED,
    name: 'name-filter-selects-packages',
    clause: 'vetted-packages-are-filtered',
    statement: 'With a name filter all packages have a name with one of its prefixes.',
    cause: 'The filter selects rows with all their packages, or matches anywhere in the name.',
    fix: 'Select packages one by one, by the begin of their name.',
    test: ofShared((rows, request) => {
      const prefixes = strings(request, 'packageMetadataFilter', 'packageNamePrefixes');
      if (prefixes.length === 0) return undefined;
      const names = rows
        .flatMap((one) => elements(one, 'packages'))
        .map((vetted) => string(vetted, 'packageName'));
      const other = names.find((name) => !prefixes.some((prefix) => name.startsWith(prefix)));
      return other === undefined
        ? []
        : [finding('/vettedPackages/packages', prefixes.join(' or '), describe(other))];
    }),
  },
];

const halves = once((operation: Operation) =>
  ownProbe(operation, 'halves', {
    sends: 'the list, and then two pages of half of it',
    caseGroups: () => {
      const page = (json: object): Call => call(operation, { json });
      const half = ([all]: readonly Exchange[]) => Math.max(1, Math.ceil(rowsOf(all).length / 2));
      // Where there is no next page, the same page is read again, so that the case stays complete.
      const next = (before: readonly Exchange[]) => {
        const pageToken = nextTokenOf(before[1]);
        return page({ pageSize: half(before), ...(pageToken === '' ? {} : { pageToken }) });
      };
      return [row('halves', page({}), (before) => page({ pageSize: half(before) }), next)];
    },
  }),
);

const PAGES: readonly Law<Operation>[] = [
  {
    ...LISTED,
    name: 'page-size-bounds-page',
    clause: 'vetted-packages-come-in-pages',
    statement: 'A page has at most as many rows as pageSize.',
    cause: 'pageSize is ignored, or counts packages.',
    fix: 'Cut the page after that many rows.',
    test: (operation) => ({
      probes: [halves(operation)],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap((page) => {
          const most = Number(member(sent(page.request), 'pageSize'));
          const { length } = rowsOf(page);
          return length <= most ? [] : [finding('/vettedPackages', `at most ${most}`, `${length}`)];
        }),
    }),
  },
  {
    ...LISTED,
    name: 'pages-match-list',
    clause: 'vetted-packages-come-in-pages',
    statement: 'The pages together hold the rows of the list, each once and in order.',
    cause: 'The token counts rows, or the rows of a page are not sorted.',
    fix: 'Sort the rows; put the last position into the token.',
    test: (operation) => ({
      probes: [halves(operation)],
      relation: (exchanges) => {
        const rejected = exchanges.find(({ response }) => response.status !== 200);
        if (rejected) return expects200(rejected.response.status);
        const [all = [], ...pages] = exchanges.map(rowsOf);
        if (all.length < 2) return 'inapplicable';
        // With an odd number of rows the second page may have one that came after the list.
        const paged = pages.flat().slice(0, all.length);
        return differing('/vettedPackages', all.map(placeOf), paged.map(placeOf));
      },
    }),
  },
];

function sizeLimit({ operation: named }: Ledger): Law<Operation> {
  const most = ([version]: readonly Exchange[]): number =>
    Number(
      member(version?.response?.body, 'features', 'packageFeature', 'maxVettedPackagesPageSize'),
    );
  return {
    ...LISTED,
    name: 'page-size-limit-is-in-version',
    clause: 'vetted-packages-come-in-pages',
    statement: 'A page may be as large as the version shows; a larger size is rejected.',
    cause: 'The version shows another limit than is enforced, or larger sizes are cut.',
    fix: 'Read both from one setting; respond with 400 above it.',
    test: (operation) => ({
      probes: [
        across(operation, 'page-sizes', {
          sends: 'the version, and then pages of its largest size and of one more',
          caseGroups: () => {
            const page = (more: number) => (before: readonly Exchange[]) => {
              const size = most(before);
              return size > 0 ? call(operation, { json: { pageSize: size + more } }) : undefined;
            };
            return [row('page-sizes', call(named('version')), page(0), page(1))];
          },
        }),
      ],
      relation: ([, largest, larger]) => {
        if (largest === undefined || larger === undefined) return undefined;
        const { status } = largest.response;
        return status === 200 ? expectsError(larger, 400) : expects200(status);
      },
    }),
  };
}

function ofOwnRows(ledger: Ledger): readonly Requirement[] {
  const own = sequence(ledger.operation('package-vetting-list'), {
    name: 'own-rows',
    sends:
      'the participant id, what that participant vets, and if that is nothing the preferred package of a party that it hosts',
    steps: ({ parties: [party, ...others], packageNames: [packageName] }) => ({
      self: call(ledger.operation('participant-id')),
      rows: ({ self }) => vettedBy(ledger, self),
      known: ({ rows }) =>
        party === undefined || elements(rows, 'vettedPackages').length > 0
          ? undefined
          : call(ledger.operation('party'), { path: { party }, query: { parties: others } }),
      preferred: ({ known }) => {
        const hosted = elements(known, 'partyDetails').find((one) => member(one, 'isLocal'));
        return hosted === undefined || packageName === undefined
          ? undefined
          : call(ledger.operation('preferred-package-version'), {
              query: { 'package-name': packageName, parties: [string(hosted, 'party')] },
            });
      },
    }),
  });
  return [
    own.expects({
      name: 'participant-filter-selects-rows',
      clause: 'vetted-packages-are-filtered',
      statement: 'With a participant filter all rows are of that participant.',
      cause: 'The prefix PAR:: differs between the two places, or the filter is lost.',
      fix: 'Use one form of participant ids everywhere.',
      given: ['self'],
      judge: ({ self, rows: found }) => {
        const name = string(self.response.body, 'participantId');
        if (name === '') return undefined;
        if (found.response.status !== 200) return expects200(found.response.status);
        return ofRows(found, (rows) => {
          const other = rows.map((one) => string(one, 'participantId')).find((one) => one !== name);
          return other === undefined
            ? []
            : [finding('/vettedPackages/participantId', name, describe(other))];
        });
      },
    }),
    own.expects({
      name: 'participant-has-own-rows',
      clause: 'participant-names-itself',
      statement: 'A participant that vets a package has rows under its own id.',
      cause: 'The participant id is an alias or that of another node.',
      fix: 'Read the id from the topology in both places.',
      given: ['self', 'rows'],
      // Reading a step that was not sent makes the case inconclusive.
      judge: (at) => {
        if (rowsOf(at.rows).length > 0) return [];
        // A participant that hosts the party of a preferred package vets it.
        if (!accepted(at.preferred)) return undefined;
        if (member(at.preferred.response.body, 'packagePreference') === undefined)
          return 'inapplicable';
        const name = string(at.self.response.body, 'participantId');
        return [finding('/vettedPackages', `a row of ${name}`, 'none')];
      },
    }),
  ];
}

/** Lists what the participant in a response vets. */
export function vettedBy(ledger: Ledger, participant: unknown): Call {
  const participantIds = [string(participant, 'participantId')];
  const json = { topologyStateFilter: { participantIds, synchronizerIds: [] } };
  return call(ledger.operation('package-vetting-list'), { json });
}

function rowsOf(exchange: Exchange | undefined): readonly unknown[] {
  return elements(exchange?.response?.body, 'vettedPackages');
}

function placeOf(one: unknown): string {
  return canonical([string(one, 'synchronizerId'), string(one, 'participantId')]);
}

type OfRows = (rows: readonly unknown[], request: unknown) => readonly Finding[] | undefined;

/** Judges the rows of every accepted request of the shared probe. */
function ofShared(check: OfRows): Law<Operation>['test'] {
  return (operation) => ({
    probes: [sharedProbes(operation)?.good as Probe],
    check: (exchange) => ofRows(exchange, check),
  });
}

function ofRows(exchange: CompleteExchange, check: OfRows): CheckResult {
  if (exchange.response.status !== 200) return undefined;
  const rows = rowsOf(exchange);
  return rows.length === 0 ? 'inapplicable' : check(rows, sent(exchange.request));
}
