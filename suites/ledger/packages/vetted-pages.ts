/** The list of vetted packages in pages. */
import { call } from '../../../src/kit.ts';
import { canonical, member } from '../../kit/json.ts';
import { isAccepted } from '../../kit/judges.ts';
import type { Pages } from '../../kit/page-walks.ts';
import { PAGE_LAWS } from '../../kit/pages.ts';
import type { Area } from '../area.ts';
import { lawsOf, ownProbe } from '../laws/forms.ts';
import { packagesIn, placeOf, rowsOf } from './vetting-rows.ts';

/** A row, with its packages in any order. */
const contentOf = (row: unknown) => ({
  place: placeOf(row),
  serial: member(row, 'topologySerial'),
  packages: packagesIn(row).map(canonical).sort(),
});

export const vettedPages: Area = (ledger) => {
  const operation = ledger.operation('package-vetting-list');
  const pages: Pages = {
    operation,
    clause: 'vetted-packages-come-in-pages',
    probe: (name, own) => ownProbe(operation, name, own),
    list: () => call(operation, { json: {} }),
    page: (_, json) => call(operation, { json }),
    size: 'pageSize',
    member: 'vettedPackages',
    walks: { 'last-of-one': { lastOfOne: true, pages: 3 } },
    read: (exchange) => (isAccepted(exchange) ? rowsOf(exchange).map(contentOf) : undefined),
    // The last page has a token, too.
    isCut: () => true,
    isOrdered: true,
  };
  return lawsOf(SORTED_PAGE_LAWS, pages);
};

/** A list in a wrong order also has other pages. */
const SORTED_PAGE_LAWS = PAGE_LAWS.map((law) =>
  law.name === 'pages-match-list'
    ? { ...law, followsFrom: [...(law.followsFrom ?? []), 'rows-are-sorted'] }
    : law,
);
