/** Active contracts seen through an interface: which are let through, and when their view is shown. */
import {
  call,
  describe,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { type Entry, qualifiedName } from './active-entries.ts';
import { against, blobbed, idsOf, type Selecting } from './active-selections.ts';
import { ownProbe, row } from './asking.ts';
import { named } from './chapter.ts';
import { ANYTHING } from './formats.ts';
import { differing, elements, member, string } from './members.ts';
import { endOf } from './offsets.ts';

/** What is compared with all contracts: the interface with its view and without. */
const PLACE = { seen: 1, unseen: 2 } as const;

/** A second one, since nothing that is active may implement the first. */
const MOST = 2;
const NONE = 'no choice of an interface was seen in the latest updates';

export function throughInterfaces(
  operation: Operation,
  { clause, at }: Selecting,
): readonly Requirement[] {
  const probe = ownProbe(operation, 'through-an-interface', {
    sends:
      'active contracts at one offset: all of them with the view of an interface, and those of the interface with it and their blobs, and without',
    needs: 'contracts',
    notApplicableWhen: (f) =>
      f.contracts.length > 0 && f.interfaces.length === 0 ? NONE : undefined,
    caseGroups: (f) =>
      f.interfaces.slice(0, MOST).map((interfaceId, i) => {
        const [view, plain] = [filterFor(interfaceId, true), filterFor(interfaceId, false)];
        const kinds = [[ANYTHING, view], [filterFor(interfaceId, true, true)], [plain]];
        const formats = kinds.map((filters) => formatOf(f, filters));
        return row(
          `interface-${i + 1}`,
          ...formats.map((format) => call(operation, at(f, endOf(f), format))),
        );
      }),
  });
  const id = (name: string): string => `ledger/${named(operation, name)}`;
  return [
    requirement({
      id: id('interface-filter-selects'),
      level: 'MUST',
      clause,
      statement:
        'With an interface filter the contracts that have a view of it are there and no others.',
      cause:
        'The filter is dropped on its way so that everything comes, or compares the interface with templates.',
      fix: 'Let through the contracts of the templates that implement it, in every version of their package.',
      probes: [probe],
      relation: against(PLACE.seen, (all, seen, request) => {
        const [interfaceId] = interfacesIn(request);
        const owed = all.entries.filter((entry) => viewsIn(entry).includes(interfaceId ?? ''));
        if (owed.length + seen.entries.length === 0) return 'inapplicable';
        return all.whole ? differing('', idsOf(owed), idsOf(seen.entries)) : undefined;
      }),
    }),
    requirement({
      id: id('interface-filter-asks-for-blobs'),
      level: 'MUST',
      clause,
      statement:
        'Contracts that an interface filter lets through carry their blob where the filter asks for it, and only there.',
      cause: 'includeCreatedEventBlob is read of wildcards and templates, and not of interfaces.',
      fix: 'Read the flag of every kind of filter.',
      probes: [probe],
      relation: (exchanges) => {
        const [seen, unseen] = [
          against(PLACE.seen, (_all, { entries }) =>
            entries.length === 0 ? 'inapplicable' : blobbed(entries, 'a blob', undefined),
          )(exchanges),
          against(PLACE.unseen, (_all, { entries }) => blobbed(entries, 'no blob', ''))(exchanges),
        ];
        return typeof seen === 'object' && seen.length === 0 ? unseen : seen;
      },
    }),
    requirement({
      id: id('interface-views-when-asked-for'),
      level: 'MUST',
      clause,
      statement:
        'Contracts of an interface carry their view of it where it is asked for, and only there.',
      cause: 'includeInterfaceView is not read, or the view is put under the id of the template.',
      fix: 'Compute the view for the filters that ask for it, and name it by the interface.',
      probes: [probe],
      relation: (exchanges) => {
        const seen = against(PLACE.seen, (_all, { entries }, request) => {
          const [interfaceId = ''] = interfacesIn(request);
          const blind = entries.find((entry) => !viewsIn(entry).includes(interfaceId));
          if (entries.length === 0) return 'inapplicable';
          return blind ? [finding('/interfaceViews', interfaceId, shown(blind))] : [];
        })(exchanges);
        const unseen = against(PLACE.unseen, (_all, { entries }) => {
          const open = entries.find((entry) => viewsIn(entry).length > 0);
          return open ? [finding('/interfaceViews', 'none, as was asked for', shown(open))] : [];
        })(exchanges);
        return typeof seen === 'object' && seen.length === 0 ? unseen : seen;
      },
    }),
    requirement({
      id: id('views-are-there-when-computed'),
      level: 'MUST',
      clause,
      statement: 'A view has a value when its status is 0, and none when it tells of an error.',
      cause:
        'The status is a constant, or the value of another contract stays where the computation failed.',
      fix: 'Write the two from one result: a value and code 0, or the code of the error and no value.',
      probes: [probe],
      relation: against(PLACE.seen, (_all, { entries }) => {
        const views = entries.flatMap(({ created }) => elements(created, 'interfaceViews'));
        if (views.length === 0) return 'inapplicable';
        return views
          .flatMap((view) => {
            const code = Number(member(view, 'viewStatus', 'code') ?? 0);
            const value = member(view, 'viewValue');
            if ((code === 0) === (value !== undefined)) return [];
            const owed =
              code === 0 ? 'a value, as its status is 0' : `none, as its status is ${code}`;
            return [finding('/interfaceViews/viewValue', owed, describe(value ?? null))];
          })
          .slice(0, 1);
      }),
    }),
  ];
}

export function filterFor(
  interfaceId: string,
  includeInterfaceView: boolean,
  includeCreatedEventBlob = false,
): object {
  const value = { interfaceId, includeInterfaceView, includeCreatedEventBlob };
  return { identifierFilter: { InterfaceFilter: { value } } };
}

function formatOf({ parties }: Fixtures, cumulative: readonly object[]): object {
  return {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative }])),
    verbose: false,
  };
}

/** Module and entity of the interfaces that a request filters for. */
function interfacesIn(request: unknown): readonly string[] {
  const ids = JSON.stringify(request).matchAll(/"interfaceId":"([^"]*)"/g);
  return [...ids].map(([, interfaceId = '']) => qualifiedName(interfaceId));
}

/** Module and entity of the interfaces whose view a contract carries. */
function viewsIn({ created }: Entry): readonly string[] {
  return elements(created, 'interfaceViews').map((view) =>
    qualifiedName(string(view, 'interfaceId')),
  );
}

function shown(entry: Entry): string {
  return viewsIn(entry).join(', ') || 'none';
}
