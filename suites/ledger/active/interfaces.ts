/** Active contracts seen through an interface: which ones are selected, and when their view is shown. */
import { type CheckResult, describe, finding } from '../../../src/index.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { ownProbe } from '../requests/asking.ts';
import { ANYTHING } from '../requests/formats.ts';
import { differing, elements, member, string } from '../requests/members.ts';
import { type Entry, qualifiedName } from './entries.ts';
import { blobFindings } from './formats.ts';
import { against, idsOf, inFormats, type Listing, related } from './listing.ts';

/** Positions of the responses that are compared with all contracts: the interface with its view and without. */
const PLACE = { seen: 1, unseen: 2 } as const;

/** A second interface, since no active contract may implement the first. */
const MOST = 2;

const throughInterface = once((listing: Listing) =>
  ownProbe(listing.operation, 'through-an-interface', {
    sends:
      'active contracts at one offset: all with the view of an interface, and those of the interface with view and blobs, and without',
    needs: 'contracts',
    notApplicableWhen: (f) =>
      f.contracts.length > 0 && f.interfaces.length === 0
        ? 'the latest updates show no choice of an interface'
        : undefined,
    caseGroups: (f) =>
      f.interfaces.slice(0, MOST).map((interfaceId, i) => {
        const kinds = [
          [ANYTHING, filterFor(interfaceId, true)],
          [filterFor(interfaceId, true, true)],
          [filterFor(interfaceId, false)],
        ];
        const formats = kinds.map((cumulative) => ({
          filtersByParty: Object.fromEntries(f.parties.map((party) => [party, { cumulative }])),
          verbose: false,
        }));
        return inFormats(listing, f, `interface-${i + 1}`, formats);
      }),
  }),
);

const DOCUMENTED = { level: 'MUST', clause: 'event-formats-select-contracts' } as const;

type Compare = Parameters<typeof against>[1];

/** Judges the contracts of the interface with view and blobs, and if these conform those without. */
const both = (seen: Compare, unseen: Compare): Law<Listing>['test'] =>
  related(throughInterface, (exchanges) => {
    const first = against(
      PLACE.seen,
      (all, some, request): CheckResult =>
        some.entries.length === 0 ? 'inapplicable' : seen(all, some, request),
    )(exchanges);
    const conforms = typeof first === 'object' && first.length === 0;
    return conforms ? against(PLACE.unseen, unseen)(exchanges) : first;
  });

export const INTERFACE_LAWS: readonly Law<Listing>[] = [
  {
    ...DOCUMENTED,
    name: 'interface-filter-selects-implementations',
    statement: 'An interface filter selects exactly the contracts that have a view of it.',
    cause: 'The filter is lost and selects everything, or compares the interface with templates.',
    fix: 'Select the contracts of templates that implement it, in every version of their package.',
    test: related(
      throughInterface,
      against(PLACE.seen, (all, seen, request) => {
        const [interfaceId] = interfacesIn(request);
        const expected = all.entries.filter((entry) => viewsIn(entry).includes(interfaceId ?? ''));
        if (expected.length + seen.entries.length === 0) return 'inapplicable';
        return all.whole ? differing('', idsOf(expected), idsOf(seen.entries)) : undefined;
      }),
    ),
  },
  {
    ...DOCUMENTED,
    name: 'interface-filter-adds-blobs',
    statement: 'An interface filter adds blobs if it requests them, and only then.',
    cause: 'includeCreatedEventBlob is read from wildcards and templates only.',
    fix: 'Read the flag of every kind of filter.',
    test: both(
      (_all, { entries }) => blobFindings(entries, true),
      (_all, { entries }) => blobFindings(entries, false),
    ),
  },
  {
    ...DOCUMENTED,
    name: 'interface-views-only-on-request',
    statement: 'Contracts have the view of an interface if the filter requests it, and only then.',
    cause: 'includeInterfaceView is ignored, or the view has the id of the template.',
    fix: 'Compute the view for the filters that request it; identify it by the interface.',
    test: both(
      (_all, { entries }, request) => {
        const [interfaceId = ''] = interfacesIn(request);
        const blind = entries.find((entry) => !viewsIn(entry).includes(interfaceId));
        return blind ? [finding('/interfaceViews', interfaceId, shown(blind))] : [];
      },
      (_all, { entries }) => {
        const open = entries.find((entry) => viewsIn(entry).length > 0);
        return open ? [finding('/interfaceViews', 'no view', shown(open))] : [];
      },
    ),
  },
  {
    ...DOCUMENTED,
    name: 'view-value-matches-status',
    statement: 'A view has a value if its status is 0, and no value otherwise.',
    cause: 'The status is a constant, or a failed computation keeps the value of another contract.',
    fix: 'Write both from one result: a value and code 0, or an error code and no value.',
    test: related(
      throughInterface,
      against(PLACE.seen, (_all, { entries }) => {
        const views = entries.flatMap(({ created }) => elements(created, 'interfaceViews'));
        if (views.length === 0) return 'inapplicable';
        return views.flatMap(viewFindings).slice(0, 1);
      }),
    ),
  },
];

function viewFindings(view: unknown): ReturnType<typeof finding>[] {
  const code = Number(member(view, 'viewStatus', 'code') ?? 0);
  const value = member(view, 'viewValue');
  if ((code === 0) === (value !== undefined)) return [];
  const expected = code === 0 ? 'a value, as its status is 0' : `none, as its status is ${code}`;
  return [finding('/interfaceViews/viewValue', expected, describe(value ?? null))];
}

export function filterFor(
  interfaceId: string,
  includeInterfaceView: boolean,
  includeCreatedEventBlob = false,
): object {
  const value = { interfaceId, includeInterfaceView, includeCreatedEventBlob };
  return { identifierFilter: { InterfaceFilter: { value } } };
}

/** Module and entity of the interfaces that a request filters for. */
function interfacesIn(request: unknown): readonly string[] {
  const ids = JSON.stringify(request).matchAll(/"interfaceId":"([^"]*)"/g);
  return [...ids].map(([, interfaceId = '']) => qualifiedName(interfaceId));
}

/** Module and entity of the interfaces whose view a contract has. */
function viewsIn({ created }: Entry): readonly string[] {
  return elements(created, 'interfaceViews').map((view) =>
    qualifiedName(string(view, 'interfaceId')),
  );
}

function shown(entry: Entry): string {
  return viewsIn(entry).join(', ') || 'none';
}
