/** Active contracts with an interface filter: which are selected, and which views are shown. */
import type { Call, CheckResult, Exchange, Finding } from '../../../src/kit.ts';
import { finding } from '../../../src/kit.ts';
import { both } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { stepsOf } from '../../kit/steps.ts';
import { ownProbe } from '../laws/forms.ts';
import {
  ANYTHING,
  eventsBy,
  eventsOf,
  ofInterface,
  ofTemplate,
  qualifiedName,
  templatesOf,
  wantedIn,
  withoutFlags,
} from '../requests/formats.ts';
import { activeAtEnd, when } from '../requests/offsets.ts';
import type { Compare, Entry, Listing, Selected } from '../responses/entries.ts';
import {
  against,
  entriesIn,
  inFormats,
  keysOf,
  sameEntries,
  selectedIn,
} from '../responses/entries.ts';
import { blobFindings, sameContracts } from '../responses/selections.ts';
import { extrasDiffer, viewsIn } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-active-contracts', 'active/interfaces.ts');

/**
 * All contracts, without and with the view of an interface, those of the interface with its view, and without beside
 * those of a template; for pages also the list of those with it.
 */
const SEEN = stepsOf('plain', 'all', 'seen', 'unseen', 'listed');

/** A second interface, because no active contract may implement the first. */
const MAX_INTERFACES = 2;

const throughInterface = once((listing: Listing) =>
  ownProbe(listing.operation, 'through-an-interface', {
    sends:
      'active contracts at one offset: all, all with the view of an interface, those of the interface with view and blobs, and without beside a template; for pages also the list of the former',
    needs: 'contracts',
    ...(listing.isPaged && { acrossOperations: true }),
    notApplicableWhen: when(
      'the latest updates show no choice of an interface',
      (f) => f.contracts.length > 0 && f.interfaces.length === 0,
    ),
    steps: (f) => {
      const rows = f.interfaces.slice(0, MAX_INTERFACES).map((interfaceId, i) => {
        const formats = {
          plain: eventsOf(f.parties),
          all: eventsBy(f.parties, ANYTHING, ofInterface(interfaceId, true)),
          seen: eventsBy(f.parties, ofInterface(interfaceId, true, true)),
        };
        // Best a template that does not implement the interface, so that each filter counts.
        const unseen = (implementing: Exchange | undefined): Call | undefined => {
          const known = templatesOf(f);
          const shown = (entriesIn(implementing) ?? []).map(({ template }) => template);
          const beside = known.find((template) => !shown.includes(template)) ?? known[0] ?? '';
          const format = eventsBy(f.parties, ofInterface(interfaceId), ofTemplate(beside));
          const unseen = listing.isPaged ? withoutFlags(format) : format;
          return inFormats(listing, f, { unseen }).unseen;
        };
        const list = activeAtEnd(listing.ledger.operation('active-contracts'), f, formats.seen);
        const listed = listing.isPaged ? { listed: list } : {};
        return [
          `interface-${i + 1}`,
          SEEN.requests({
            ...inFormats(listing, f, formats),
            unseen: ({ seen: implementing }) => unseen(implementing),
            ...listed,
          }),
        ];
      });
      return Object.fromEntries(rows);
    },
  }),
);

const seen = (compare: Compare): Law<Listing>['test'] =>
  SEEN.inCase(throughInterface, (at) => against(at.all, at.seen, compare));

/** Judges the contracts of the interface with view and blobs, and if these conform, those without. */
const bothWays = (
  withView: (entries: readonly Entry[], interfaceId: string) => readonly Finding[],
  without: (entries: readonly Entry[]) => readonly Finding[],
): Law<Listing>['test'] =>
  SEEN.inCase(throughInterface, (at) => {
    const first = against(at.all, at.seen, (_all, some) =>
      some.entries.length === 0 ? 'inapplicable' : withView(some.entries, interfaceIn(some)),
    );
    const conforms = typeof first === 'object' && first.length === 0;
    return conforms ? against(at.all, at.unseen, (_all, { entries }) => without(entries)) : first;
  });

export const INTERFACE_LAWS: readonly Law<Listing>[] = [
  rule('interface-filter-selects-implementations', {
    test: seen((all, some): CheckResult => {
      const due = all.entries.filter(({ created }) => viewsIn(created).includes(interfaceIn(some)));
      // Of lists that are cut only the entries that both of them may have are compared.
      const [known, listed] = [keysOf(all.entries), keysOf(some.entries)];
      const actual = some.entries.filter(({ key }) => all.whole || known.includes(key));
      const expected = due.filter(({ key }) => some.whole || listed.includes(key));
      if (expected.length + actual.length === 0) return 'inapplicable';
      return sameEntries(expected, actual, some.exchange);
    }),
  }),
  rule('wildcard-adds-to-interface-filter', {
    test: SEEN.inCase(throughInterface, (at) => against(at.plain, at.all, sameContracts)),
  }),
  rule('template-filter-adds-to-interface-filter', {
    test: SEEN.inCase(throughInterface, ({ plain, seen: implementing, unseen }) =>
      against(plain, unseen, (all, some) => {
        const first = implementing && selectedIn(implementing);
        if (!first?.whole || !all.whole) return 'inapplicable';
        const implemented = keysOf(first.entries);
        const isDue = ({ key, template }: Entry): boolean =>
          implemented.includes(key) || wantedIn(some.exchange).includes(template);
        return sameEntries(all.entries.filter(isDue), some.entries, some.exchange);
      }),
    ),
  }),
  rule('interface-filter-adds-blobs', {
    test: bothWays(
      (entries) => blobFindings(entries, true),
      (entries) => blobFindings(entries, false),
    ),
  }),
  rule('pages-have-the-extras-of-the-list', {
    appliesTo: ({ isPaged }) => isPaged,
    test: SEEN.inCase(throughInterface, ({ seen: page, listed }) =>
      both(selectedIn, [listed, page], (list, shown) => sameExtras(shown, list)),
    ),
  }),
  rule('interface-views-only-on-request', {
    test: bothWays(
      (entries, interfaceId) => {
        const blind = entries.find(({ created }) => !viewsIn(created).includes(interfaceId));
        return blind ? [finding('/interfaceViews', interfaceId, shown(blind))] : [];
      },
      (entries) => {
        const open = entries.find(({ created }) => viewsIn(created).length > 0);
        return open ? [finding('/interfaceViews', 'no view', shown(open))] : [];
      },
    ),
  }),
];

/** Compares the views and the blobs of the same contracts. */
function sameExtras({ entries }: Selected, listed: Selected): CheckResult {
  const known = new Map(listed.entries.map((entry) => [entry.key, entry.created]));
  const pairs = entries.flatMap(({ key, created }) =>
    known.has(key) ? [[known.get(key), created] as const] : [],
  );
  return pairs.length === 0 ? 'inapplicable' : extrasDiffer(pairs);
}

/** Module and entity of the interface that a request filters for. */
function interfaceIn({ exchange }: Selected): string {
  return qualifiedName(wantedIn(exchange, 'interfaceId')[0] ?? '');
}

function shown({ created }: Entry): string {
  return viewsIn(created).join(', ') || 'none';
}
