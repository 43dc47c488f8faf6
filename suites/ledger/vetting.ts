/** The list of vetted packages: who vets what where, in pages, and by filters. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Finding,
  finding,
  type Probe,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { across, ownProbe, refusals, row } from './asking.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { canonical, differing, elements, member, repeated, string, strings } from './members.ts';
import { sharedProbes } from './probes.ts';
import { accepted, sequence } from './sequences.ts';

const LISTED = 'vetted-packages-are-listed';
const GARBAGE = 'YXNzYXk=';

/** Requirements on the list of vetted packages. */
export const vetting: Area = (ledger) => {
  const operation = ledger.operation('package-vetting-list');
  const version = ledger.operation('version');
  const participant = ledger.operation('participant-id');
  const good = sharedProbes(operation)?.good as Probe;
  const list = (json: object) => call(operation, { json });
  const halves = ownProbe(operation, 'halves', {
    sends: 'the list, and then two pages of half of it each',
    caseGroups: () => {
      const half = ([all]: readonly Exchange[]) => Math.max(1, Math.ceil(rowsOf(all).length / 2));
      // Where no token leads on, the same page is asked for again, so that the case stays whole.
      const next = (before: readonly Exchange[]) => {
        const pageToken = string(before[1]?.response?.body, 'nextPageToken');
        return list({ pageSize: half(before), ...(pageToken === '' ? {} : { pageToken }) });
      };
      return [row('halves', list({}), (before) => list({ pageSize: half(before) }), next)];
    },
  });
  const own = sequence(operation, {
    name: 'own-rows',
    sends:
      'the name of the participant, what it vets under this name, and where that is nothing which package is preferred for a party that it hosts',
    steps: ({ parties: [party, ...others], packageNames: [packageName] }) => ({
      told: call(participant),
      rows: ({ told }) => vettedBy(ledger, told),
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
  const sizes = across(operation, 'page-sizes', {
    sends: 'the version, and then pages of the most rows that it tells, and of one more',
    caseGroups: () => {
      const most = ([told]: readonly Exchange[]) =>
        Number(
          member(told?.response?.body, 'features', 'packageFeature', 'maxVettedPackagesPageSize'),
        );
      const page = (more: number) => (before: readonly Exchange[]) => {
        const size = most(before);
        return size > 0 ? list({ pageSize: size + more }) : undefined;
      };
      return [row('page-sizes', call(version), page(0), page(1))];
    },
  });
  const id = (name: string): string => `ledger/package-vetting-list/${name}`;

  return [
    requirement({
      id: id('each-row-once'),
      level: 'MUST',
      clause: LISTED,
      statement: 'What a participant vets on a synchronizer stands in one row.',
      cause: 'There is a row for each package or each change of vetting.',
      fix: 'Group by synchronizer and participant.',
      probes: [good],
      check: (exchange) =>
        ofRows(exchange, (rows) => repeated('/vettedPackages', rows.map(placeOf))),
    }),
    requirement({
      id: id('rows-are-sorted'),
      level: 'SHOULD',
      clause: LISTED,
      statement: 'The rows are sorted by synchronizer and then by participant.',
      cause: 'The rows come in the order of the store.',
      fix: 'Sort by synchronizer and then by participant, before pages are cut.',
      probes: [good],
      check: (exchange) =>
        ofRows(exchange, (rows) => {
          const places = rows.map(placeOf);
          return places.length < 2 ? [] : differing('/vettedPackages', [...places].sort(), places);
        }),
    }),
    requirement({
      id: id('page-size-kept'),
      level: 'MUST',
      clause: LISTED,
      statement: 'A page has no more rows than were asked for.',
      cause: 'pageSize is ignored, or counts packages.',
      fix: 'Cut the page after so many rows.',
      probes: [halves],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap((page) => {
          const most = Number(member(sent(page.request), 'pageSize'));
          const { length } = rowsOf(page);
          return length <= most ? [] : [finding('/vettedPackages', `at most ${most}`, `${length}`)];
        }),
    }),
    requirement({
      id: id('pages-hold-the-list'),
      level: 'MUST',
      clause: LISTED,
      statement: 'Pages, one after the other, hold the rows of the list.',
      cause:
        'The token counts rows, or the rows of a page are not sorted, so that some are lost or repeated.',
      fix: 'Sort the rows, put the last place into the token, and read on after it.',
      probes: [halves],
      relation: (exchanges) => {
        const refused = exchanges.find(({ response }) => response.status !== 200);
        if (refused) return expects200(refused.response.status);
        const [all = [], ...pages] = exchanges.map(rowsOf);
        if (all.length < 2) return 'inapplicable';
        // An odd list leaves room on the second page, where a row may stand that the list was too short for.
        const paged = pages.flat().slice(0, all.length);
        return differing('/vettedPackages', all.map(placeOf), paged.map(placeOf));
      },
    }),
    requirement({
      id: id('name-filter-selects'),
      level: 'MUST',
      clause: LISTED,
      statement: 'With a filter of names only packages come whose name begins like that.',
      cause:
        'The filter chooses rows, and all packages of a chosen row are shown; or it matches anywhere in the name.',
      fix: 'Choose packages one by one, by the beginning of their name.',
      probes: [good],
      check: (exchange) => {
        const filter = member(sent(exchange.request), 'packageMetadataFilter');
        const prefixes = strings(filter, 'packageNamePrefixes');
        if (prefixes.length === 0) return undefined;
        return ofRows(exchange, (rows) => {
          const names = rows.flatMap((one) =>
            elements(one, 'packages').map((p) => string(p, 'packageName')),
          );
          const other = names.find((name) => !prefixes.some((prefix) => name.startsWith(prefix)));
          return other === undefined
            ? []
            : [finding('/vettedPackages/packages', prefixes.join(' or '), describe(other))];
        });
      },
    }),
    own.expects({
      name: 'own-rows-name-the-participant',
      clause: LISTED,
      statement:
        'With a filter of participants only their rows come, under the name that a participant gives itself.',
      cause:
        'The prefix PAR:: is left on or taken off in one of the two places, or the filter is dropped.',
      fix: 'Use one form of participant ids everywhere.',
      given: ['told'],
      judge: ({ told, rows: found }) => {
        const name = string(told.response.body, 'participantId');
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
      name: 'own-name-has-rows',
      clause: 'participant-names-itself',
      statement:
        'A participant that vets a package is found in the list under the name that it gives itself.',
      cause:
        'The participant names itself by its alias or by another node, or the list is that of another participant.',
      fix: 'Take the name from the topology in both places.',
      given: ['told', 'rows'],
      judge: (at) => {
        if (rowsOf(at.rows).length > 0) return [];
        // Who hosts the party of a preferred package vets it, so that there is something to list.
        if (!accepted(at.preferred)) return undefined;
        if (member(at.preferred.response.body, 'packagePreference') === undefined)
          return 'inapplicable';
        const name = string(at.told.response.body, 'participantId');
        return [finding('/vettedPackages', `a row of ${name}`, 'none')];
      },
    }),
    requirement({
      id: id('page-size-limit-is-told'),
      level: 'MUST',
      clause: LISTED,
      statement:
        'A page may be as large as the version says, and is refused if it is to be larger.',
      cause:
        'maxVettedPackagesPageSize of the version is not the limit that is enforced, or larger sizes are cut to it.',
      fix: 'Take both from one setting, and answer 400 above it.',
      probes: [sizes],
      relation: ([, largest, larger]) => {
        if (largest === undefined || larger === undefined) return undefined;
        const { status } = largest.response;
        return status === 200 ? expectsError(larger, 400) : expects200(status);
      },
    }),
    ...refusals(operation, [
      {
        name: 'unreadable-token-refused',
        clause: LISTED,
        statement: 'A token that nobody issued is refused with PROTO_DESERIALIZATION_FAILURE.',
        cause: 'A token that cannot be decoded counts as none, and the first page comes again.',
        fix: 'Answer 400 PROTO_DESERIALIZATION_FAILURE.',
        sends: 'a token that nobody issued',
        status: 400,
        codes: ['PROTO_DESERIALIZATION_FAILURE'],
        asks: () => [{ json: { pageToken: GARBAGE } }],
      },
    ]),
  ] satisfies Requirement[];
};

/** Asks what the participant vets that an answer names. */
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

function ofRows(
  exchange: CompleteExchange,
  check: (rows: readonly unknown[]) => readonly Finding[],
): CheckResult {
  if (exchange.response.status !== 200) return undefined;
  const rows = rowsOf(exchange);
  return rows.length === 0 ? 'inapplicable' : check(rows);
}
