/** Checks of active contracts with an interface filter, which chapters name: which are selected, and which views are shown. */
import type { CheckResult, Finding } from '../../../src/kit.ts';
import { finding } from '../../../src/kit.ts';
import { both, type Received } from '../../kit/judges.ts';
import { qualifiedName, wantedIn } from '../requests/formats.ts';
import type { Entry, Selected } from '../responses/entries.ts';
import { against, keysOf, sameEntries, selectedIn } from '../responses/entries.ts';
import { blobFindings, sameContracts } from '../responses/selections.ts';
import { extrasDiffer, viewsIn } from '../responses/views.ts';

/** Judges the contracts of an interface with view and blobs, and if these conform, those without. */
const bothWays =
  (
    withView: (entries: readonly Entry[], interfaceId: string) => readonly Finding[],
    without: (entries: readonly Entry[]) => readonly Finding[],
  ) =>
  (all: Received, seen: Received, unseen: Received): CheckResult => {
    const first = against(all, seen, (_all, some) =>
      some.entries.length === 0 ? 'inapplicable' : withView(some.entries, interfaceIn(some)),
    );
    const conforms = typeof first === 'object' && first.length === 0;
    return conforms ? against(all, unseen, (_all, { entries }) => without(entries)) : first;
  };

export const INTERFACE_CHECKS = {
  selectsImplementations: (plain: Received, seen: Received): CheckResult =>
    against(plain, seen, (all, some): CheckResult => {
      const due = all.entries.filter(({ created }) => viewsIn(created).includes(interfaceIn(some)));
      // Of lists that are cut only the entries that both of them may have are compared.
      const [known, listed] = [keysOf(all.entries), keysOf(some.entries)];
      const actual = some.entries.filter(({ key }) => all.whole || known.includes(key));
      const expected = due.filter(({ key }) => some.whole || listed.includes(key));
      if (expected.length + actual.length === 0) return 'inapplicable';
      return sameEntries(expected, actual, some.exchange);
    }),
  hasTheSameContracts: (plain: Received, other: Received): CheckResult =>
    against(plain, other, sameContracts),
  templateAddsToInterface: (plain: Received, seen: Received, unseen: Received): CheckResult =>
    against(plain, unseen, (all, some) => {
      const first = seen && selectedIn(seen);
      if (!first?.whole || !all.whole) return 'inapplicable';
      const implemented = keysOf(first.entries);
      const isDue = ({ key, template }: Entry): boolean =>
        implemented.includes(key) || wantedIn(some.exchange).includes(template);
      return sameEntries(all.entries.filter(isDue), some.entries, some.exchange);
    }),
  interfaceAddsBlobs: bothWays(
    (entries) => blobFindings(entries, true),
    (entries) => blobFindings(entries, false),
  ),
  viewsOnlyOnRequest: bothWays(
    (entries, interfaceId) => {
      const blind = entries.find(({ created }) => !viewsIn(created).includes(interfaceId));
      return blind ? [finding('/interfaceViews', interfaceId, shown(blind))] : [];
    },
    (entries) => {
      const open = entries.find(({ created }) => viewsIn(created).length > 0);
      return open ? [finding('/interfaceViews', 'no view', shown(open))] : [];
    },
  ),
  hasExtrasOf: (list: Received, page: Received): CheckResult =>
    both(selectedIn, [list, page], (listed, shown) => sameExtras(shown, listed)),
};

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
