/** The functions by which chapters judge uploads of archives, and until when they repeat the lists after them. */
import {
  type CheckResult,
  type CompleteExchange,
  queryOf,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { elements, member, string } from '../../kit/json.ts';
import { isAccepted, lacking, shownList, unexpected, unless } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { expects200 } from '../../kit/statuses.ts';
import { isPlace } from '../requests/members.ts';
import { packagesInside } from '../requests/request-parts.ts';
import { idsIn, packagesIn, placeOf, rowsOf, vettingDifference } from './vetting-rows.ts';

/** The packages of an archive, and all earlier ones, are listed. */
function listsArchive(
  upload: CompleteExchange,
  before: CompleteExchange,
  after: CompleteExchange,
): CheckResult {
  const missing = missingFrom(after.response.body, archiveIn(upload), before.response.body);
  return missing ? [lacking(String(missing), '/packageIds')] : [];
}

/** A package of the archive is vetted on the synchronizer of the upload. */
function vetsArchive(upload: CompleteExchange, vetted: CompleteExchange): CheckResult {
  const archive = archiveIn(upload);
  if (packagesInside(archive).length === 0) return undefined;
  const synchronizerId = queryOf(upload.request.path).get('synchronizerId') ?? undefined;
  const isVetted = vets(vetted.response.body, archive, synchronizerId);
  const isCut = nextTokenOf(vetted) !== '';
  // The row may be on a later page.
  if (!isVetted && isCut && placedIn(vetted.response.body, synchronizerId).length === 0)
    return undefined;
  return unless(isVetted, '/vettedPackages', 'a package of the archive', 'none');
}

/** No package of the archive that was not vetted before is vetted now. */
function vetsNoNewPackage(
  upload: CompleteExchange,
  before: CompleteExchange,
  after: CompleteExchange,
): CheckResult {
  const known = rowsOf(before).flatMap(idsIn);
  const fresh = packagesInside(archiveIn(upload)).filter((id) => !known.includes(id));
  if (fresh.length === 0) return 'inapplicable';
  const vetted = rowsOf(after).flatMap(idsIn);
  const one = fresh.find((id) => vetted.includes(id));
  return one === undefined ? [] : [unexpected(one, '/vettedPackages')];
}

/** Rows whose packages changed have a later serial. */
function changesSerials(before: CompleteExchange, after: CompleteExchange): CheckResult {
  const serialOf = (row: unknown): number => Number(member(row, 'topologySerial'));
  const changed = rowsOf(before).flatMap((row) => {
    const now = rowsOf(after).find((one) => placeOf(one) === placeOf(row));
    const isSame = vettingDifference(packagesIn(row), packagesIn(now)).length === 0;
    return isSame ? [] : [[serialOf(row), serialOf(now)] as const];
  });
  if (changed.length === 0) return 'inapplicable';
  const [earlier = 0, later] = changed.find(([was, is]) => !(is > was)) ?? [];
  const at = '/vettedPackages/topologySerial';
  return unless(later === undefined, at, worded`more than ${earlier}`, later);
}

/** The archive is uploaded again: that is accepted, and the list stays the same. */
function mayBeUploadedAgain(
  before: CompleteExchange,
  upload: CompleteExchange,
  repeated: CompleteExchange,
  after: CompleteExchange,
  last: CompleteExchange,
): CheckResult {
  const known = new Set(shownList(before, 'packageIds'));
  const ids = packagesInside(archiveIn(upload));
  const there = ids.length > 0 && ids.every((id) => known.has(id));
  // If an earlier run uploaded the archive, the first upload is already a repetition.
  const { status } = (there && !isAccepted(upload) ? upload : repeated).response;
  if (!there && !isAccepted(upload)) return undefined;
  // In other cases a 409 may be contention; here it is about known packages.
  if (status === 409) return [wrongStatus(200, 409)];
  if (status !== 200) return expects200(status, true);
  const listed = new Set(shownList(last, 'packageIds'));
  const lost = shownList(after, 'packageIds').find((id) => !listed.has(id));
  if (lost !== undefined) return [lacking(String(lost), '/packageIds')];
  // Another client may upload packages meanwhile.
  return listed.size === shownList(after, 'packageIds').length ? [] : undefined;
}

export const ARCHIVE_CHECKS = {
  ...{ listsArchive, vetsArchive, vetsNoNewPackage, changesSerials, mayBeUploadedAgain },
};

interface Uploaded {
  readonly archive: string;
  readonly before?: unknown;
  readonly synchronizerId?: string;
}

export const ARCHIVE_HOLES: Readonly<Record<string, Hole>> = {
  /** True for a list with the packages of the archive, and those of the list before. */
  listsArchive: (_, given) => (list: unknown) => {
    const { archive, before } = given as Uploaded;
    return missingFrom(list, archive, before) === undefined;
  },
  /** True for a list with a vetted package of the archive, on this synchronizer if one is given. */
  vetsArchive: (_, given) => (list: unknown) => {
    const { archive, synchronizerId } = given as Uploaded;
    return vets(list, archive, synchronizerId);
  },
};

const archiveIn = ({ request }: CompleteExchange): string => request.body ?? '';

function vets(list: unknown, archive: string, synchronizerId?: string): boolean {
  const ids = packagesInside(archive);
  return placedIn(list, synchronizerId)
    .flatMap(idsIn)
    .some((id) => ids.includes(id));
}

const placedIn = (list: unknown, synchronizerId?: string): readonly unknown[] =>
  elements(list, 'vettedPackages').filter(
    (row) => !synchronizerId || isPlace(synchronizerId, string(row, 'synchronizerId')),
  );

/** The first package of an archive, or of an earlier list, that a list lacks. */
function missingFrom(list: unknown, archive: string, earlier: unknown): unknown {
  const ids = new Set(elements(list, 'packageIds'));
  const due = [...packagesInside(archive), ...elements(earlier, 'packageIds')];
  return due.find((id) => !ids.has(id));
}
