/** What chapters check of packages and of what a participant vets. */
import {
  between,
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  finding,
  sent,
  worded,
} from '../../../src/kit.ts';
import { elements, string, strings } from '../../kit/json.ts';
import { isAccepted, lacking, noOther, shownList, shownText, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { expectsError, mayBe } from '../responses/errors.ts';
import { ARCHIVE_CHECKS } from './archive-checks.ts';
import { DRY_RUN_CHECKS } from './dry-run-checks.ts';
import { CONTENT_OF_PACKAGE_CHECKS } from './package-checks.ts';
import { PREFERENCE_CHECKS } from './preference-checks.ts';
import { PREPARATION_CHECKS } from './preparation-checks.ts';
import { VETTING_FILTER_CHECKS } from './vetting-filter-checks.ts';
import { VETTING_REFERENCE_CHECKS } from './vetting-reference-checks.ts';
import { idsIn, namesIn, packagesIn, placeOf, rowsOf } from './vetting-rows.ts';

const idsListed = ({ response }: CompleteExchange): ReadonlySet<unknown> =>
  new Set(elements(response.body, 'packageIds'));

/** Each package of these rows is in the list of packages. */
function vettedAreListed(rows: CompleteExchange, list: CompleteExchange): CheckResult {
  const known = idsListed(list);
  const missing = rowsOf(rows)
    .flatMap(idsIn)
    .find((id) => !known.has(id));
  return missing === undefined ? [] : [lacking(missing, '/packageIds')];
}

/** Each package of these rows that is in the list has a name and a version. */
function vettedHaveVersions(rows: CompleteExchange, list: CompleteExchange): CheckResult {
  const known = idsListed(list);
  const held = rowsOf(rows)
    .flatMap(packagesIn)
    .filter((one) => known.has(string(one, 'packageId')));
  if (held.length === 0) return 'inapplicable';
  return ['packageName', 'packageVersion'].flatMap((name) =>
    unless(
      held.every((one) => string(one, name) !== ''),
      `/vettedPackages/packages/${name}`,
      'a text, because the package is uploaded',
      'nothing',
    ),
  );
}

/** Each row is of the participant that names itself. */
function hasOnlyOwnRows(self: CompleteExchange, list: CompleteExchange): CheckResult {
  const name = shownText(self, 'participantId') ?? '';
  if (name === '') return undefined;
  if (!isAccepted(list)) return expects200(list.response.status);
  if (rowsOf(list).length === 0) return 'inapplicable';
  const other = rowsOf(list)
    .map((one) => string(one, 'participantId'))
    .find((one) => one !== name);
  return noOther(other, '/vettedPackages/participantId', name);
}

/** There are rows, since a participant that hosts the party of a preferred package vets it. */
function hasOwnRows(
  self: CompleteExchange,
  list: CompleteExchange,
  preferred: () => CompleteExchange,
): CheckResult {
  if (rowsOf(list).length > 0) return [];
  if (mayBe(preferred(), 'NO_PREFERRED_PACKAGES_FOUND')) return 'inapplicable';
  if (!isAccepted(preferred())) return undefined;
  if (shownList(preferred(), 'packageReferences').length === 0) return 'inapplicable';
  const name = shownText(self, 'participantId');
  return unless(false, '/vettedPackages', worded`a row of ${name}`, 'none');
}

/** Judges the rows of an accepted list, and its request. */
const onRows =
  (judge: (rows: readonly unknown[], request: unknown) => CheckResult) =>
  (list: CompleteExchange): CheckResult => {
    if (!isAccepted(list)) return undefined;
    const rows = rowsOf(list);
    return rows.length === 0 ? 'inapplicable' : judge(rows, sent(list.request));
  };

const rowsAreSorted = onRows((rows) => {
  const places = rows.map(placeOf);
  const i = places.findIndex((place, j) => place < (places[j - 1] ?? place));
  if (i < 0) return [];
  const [before, own] = [rows[i - 1], rows[i]].map(nameOfRow);
  return [
    finding(bodyPlace(`/vettedPackages/${i}`), worded`a row after ${before}`, worded`${own}`),
  ];
});

function nameOfRow(row: unknown): string {
  return `${string(row, 'participantId')} on ${string(row, 'synchronizerId')}`;
}

const hasOnlyNamedPackages = onRows((rows, request) => {
  const prefixes = strings(request, 'packageMetadataFilter', 'packageNamePrefixes');
  // Packages that the filter names by their ids are selected too.
  const others = strings(request, 'packageMetadataFilter', 'packageIds');
  if (prefixes.length === 0 || others.length > 0) return undefined;
  const other = namesIn(rows).find((name) => !prefixes.some((one) => name.startsWith(one)));
  return noOther(other, '/vettedPackages/packages', prefixes.join(' or '));
});

/** A page may be as large as the version shows, and not larger. */
function limitsPageSize(
  largest: CompleteExchange | undefined,
  larger: CompleteExchange | undefined,
): CheckResult {
  if (largest === undefined || larger === undefined) return undefined;
  const { status } = largest.response;
  const result = status === 200 ? expectsError(larger, 400) : expects200(status);
  return between([largest, larger], result);
}

/** No listed update has the command id of this preparation. */
function commandIsNotIn(prepared: CompleteExchange, updates: CompleteExchange): CheckResult {
  const command = string(sent(prepared.request), 'commandId');
  const found = shownList(updates).some(
    (one) => string(one, 'update', 'Transaction', 'value', 'commandId') === command,
  );
  return unless(!found, '/update', worded`none of command ${command}`, 'one');
}

export const PACKAGE_CHECKS = {
  ...ARCHIVE_CHECKS,
  ...VETTING_FILTER_CHECKS,
  ...VETTING_REFERENCE_CHECKS,
  ...DRY_RUN_CHECKS,
  ...PREFERENCE_CHECKS,
  ...CONTENT_OF_PACKAGE_CHECKS,
  ...PREPARATION_CHECKS,
  ...{ vettedAreListed, vettedHaveVersions, hasOnlyOwnRows, hasOwnRows, commandIsNotIn },
  ...{ rowsAreSorted, hasOnlyNamedPackages, limitsPageSize },
};
