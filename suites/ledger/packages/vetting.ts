/** The list of vetted packages, complete and in pages. */
import type { CheckResult, Exchange, Operation } from '../../../src/kit.ts';
import { between, call, sent } from '../../../src/kit.ts';
import { canonical, differing, member, strings } from '../../kit/json.ts';
import { isAccepted, noOther, shown } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { PAGE_LAWS, type Pages } from '../../kit/pages.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import type { Subject } from '../laws/forms.ts';
import { across, lawsOf, onAnyBody, ownProbe } from '../laws/forms.ts';
import { expectsError } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { namesIn, packagesIn, placeOf, rowsOf } from './vetting-rows.ts';

const rule = rulesIn('4.2-package-vetting', 'packages/vetting.ts');

const PAGED = 'vetted-packages-come-in-pages';

export const vetting: Area = (ledger) => {
  const operation = ledger.operation('package-vetting-list');
  return [
    ...lawsOf([...LAWS, sizeLimit(ledger)], { operation }),
    ...lawsOf(PAGE_LAWS, pagesOf(operation)),
  ];
};

/** A row, with its packages in any order. */
const contentOf = (row: unknown) => ({
  place: placeOf(row),
  serial: member(row, 'topologySerial'),
  packages: packagesIn(row).map(canonical).sort(),
});

type OfRows = (rows: readonly unknown[], request: unknown) => CheckResult;

/** Judges the rows of every accepted request of the shared probe. */
const onRows = (check: OfRows): Law<Subject>['test'] =>
  onAnyBody((_, exchange) => {
    const rows = rowsOf(exchange);
    return rows.length === 0 ? 'inapplicable' : check(rows, sent(exchange.request));
  });

/** The list in pages. */
const pagesOf = (operation: Operation): Pages => ({
  operation,
  clause: PAGED,
  probe: (name, own) => ownProbe(operation, name, own),
  list: () => call(operation, { json: {} }),
  page: (_, json) => call(operation, { json }),
  size: 'pageSize',
  member: 'vettedPackages',
  walks: { halves: { parts: 2, pages: 3 } },
  read: (exchange) => (isAccepted(exchange) ? rowsOf(exchange).map(contentOf) : undefined),
  // The last page has a token, too.
  isCut: () => true,
  isOrdered: true,
});

const LAWS: readonly Law<Subject>[] = [
  rule('rows-are-sorted', {
    test: onRows((rows) => {
      const places = rows.map(placeOf);
      return places.length < 2 ? [] : differing('/vettedPackages', [...places].sort(), places);
    }),
  }),
  rule('name-filter-selects-packages', {
    test: onRows((rows, request) => {
      const prefixes = strings(request, 'packageMetadataFilter', 'packageNamePrefixes');
      // Packages that the filter names by their ids are selected too.
      const others = strings(request, 'packageMetadataFilter', 'packageIds');
      if (prefixes.length === 0 || others.length > 0) return undefined;
      const other = namesIn(rows).find((name) => !prefixes.some((one) => name.startsWith(one)));
      return noOther(other, '/vettedPackages/packages', prefixes.join(' or '));
    }),
  }),
];

const sizeLimit = ({ operation: named }: Ledger): Law<Subject> =>
  rule('page-size-limit-is-in-version', {
    on: ({ operation }) =>
      across(operation, 'page-sizes', {
        sends: 'the version, and then pages of its largest size and of one more',
        steps: () => {
          const at = ['features', 'packageFeature', 'maxVettedPackagesPageSize'];
          const page =
            (more: number) =>
            ([version]: readonly Exchange[]) => {
              const size = Number(shown(version, ...at));
              return size > 0 ? call(operation, { json: { pageSize: size + more } }) : undefined;
            };
          return [call(named('version')), page(0), page(1)];
        },
      }),
    relation: ([, largest, larger]) => {
      if (largest === undefined || larger === undefined) return undefined;
      const { status } = largest.response;
      const result = status === 200 ? expectsError(larger, 400) : expects200(status);
      return between([largest, larger], result);
    },
  });
