/** Uploads of archives at both paths. No request removes a package. */
import { call, type Operation, queryOf, worded, wrongStatus } from '../../../src/kit.ts';
import { elements, member, string } from '../../kit/json.ts';
import { accepts, isAccepted, lacking, shownList, unexpected, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { nextTokenOf } from '../../kit/pages.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, type Subject, scenario } from '../laws/forms.ts';
import { isPlace } from '../requests/members.ts';
import { presence, sharedProbes } from '../requests/probes.ts';
import { packagesInside, placeFor, unconnected } from '../requests/request-parts.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { rulesIn } from '../rules.ts';
import { idsIn, packagesIn, placeOf, rowsOf, vettedBy, vettingDifference } from './vetting-rows.ts';

const rule = rulesIn('4.2-packages', 'packages/archives.ts');

export const archives: Area = (ledger) => {
  const upload = ledger.operation('dars-upload');
  const older = ledger.operation('packages-upload');
  return [
    ...uploadsOf(upload, upload, ledger, 'archives-are-uploaded'),
    ...uploadsOf(older, upload, ledger, 'package-upload-has-two-paths'),
    ...lawsOf(
      [UNREADABLE],
      { operation: upload, clause: 'archives-are-uploaded' },
      { operation: older, clause: 'package-upload-has-two-paths' },
      { operation: ledger.operation('dars-validate'), clause: 'archives-are-validated' },
    ),
  ];
};

const UNREADABLE: Law<Subject> = rule('rejects-unreadable-archive', {
  on: ({ operation }) => sharedProbes(operation)?.unknown ?? presence(operation),
  check: ({ response: { status } }) => expectsRejection(status, 400),
});

/** An upload by `first`, and the same archive again by `second`. */
function uploadsOf(first: Operation, second: Operation, ledger: Ledger, clause: string) {
  return scenario(first, {
    name: 'upload',
    clause,
    sends:
      'an archive that may be uploaded, without vetting it and again with the default, and the lists of packages and of vetted ones around it',
    effect: 'irreversible',
    needs: 'dars',
    notApplicableWhen: unconnected,
    // Two concurrent uploads would show in each other's lists.
    alone: true,
    steps: (fixtures) => {
      const [bytes = ''] = fixtures.dars;
      const list = call(ledger.operation('packages-list'));
      // Where there are several, vetting needs to know which one is meant. A server that does not read it takes the first.
      const place = placeFor(fixtures);
      return {
        before: list,
        participant: call(ledger.operation('participant-id')),
        vettedBefore: ({ participant }) => vettedBy(ledger, participant),
        upload: call(first, { bytes, query: { vetAllPackages: false, ...place } }),
        after: ({ before }) =>
          retryUntilShown(list, (body) => missingFrom(body, bytes, before) === undefined),
        unvetted: ({ participant }) => vettedBy(ledger, participant),
        again: call(second, { bytes, query: place }),
        vetted: ({ participant }) =>
          retryUntilShown(vettedBy(ledger, participant), (body) =>
            vets(body, bytes, place.synchronizerId),
          ),
        last: list,
      };
    },
  }).rules(
    rule('accepts-archive', {
      judge: accepts('upload'),
    }),
    rule('uploaded-packages-are-listed', {
      given: ['before', 'upload', 'after'],
      judge: ({ before, upload, after }) => {
        const bytes = upload.request.body ?? '';
        const missing = missingFrom(after.response.body, bytes, before.response.body);
        return missing ? [lacking(String(missing), '/packageIds')] : [];
      },
    }),
    rule('uploaded-packages-are-vetted', {
      given: ['again', 'participant', 'vetted'],
      judge: ({ again, vetted }) => {
        const bytes = again.request.body ?? '';
        if (packagesInside(bytes).length === 0) return undefined;
        const synchronizerId = queryOf(again.request.path).get('synchronizerId') ?? undefined;
        const isVetted = vets(vetted.response.body, bytes, synchronizerId);
        const isCut = nextTokenOf(vetted) !== '';
        // The row may be on a later page.
        if (!isVetted && isCut && placedIn(vetted.response.body, synchronizerId).length === 0)
          return undefined;
        return unless(isVetted, '/vettedPackages', 'a package of the archive', 'none');
      },
    }),
    rule('vetting-may-be-left-out', {
      given: ['vettedBefore', 'upload', 'unvetted'],
      judge: ({ vettedBefore, upload, unvetted }) => {
        const known = rowsOf(vettedBefore).flatMap(idsIn);
        const fresh = packagesInside(upload.request.body ?? '').filter((id) => !known.includes(id));
        if (fresh.length === 0) return 'inapplicable';
        const vetted = rowsOf(unvetted).flatMap(idsIn);
        const one = fresh.find((id) => vetted.includes(id));
        return one === undefined ? [] : [unexpected(one, '/vettedPackages')];
      },
    }),
    rule('vetting-changes-serial', {
      given: ['vettedBefore', 'vetted'],
      judge: ({ vettedBefore, vetted }) => {
        const serialOf = (row: unknown): number => Number(member(row, 'topologySerial'));
        const changed = rowsOf(vettedBefore).flatMap((row) => {
          const now = rowsOf(vetted).find((one) => placeOf(one) === placeOf(row));
          const isSame = vettingDifference(packagesIn(row), packagesIn(now)).length === 0;
          return isSame ? [] : [[serialOf(row), serialOf(now)] as const];
        });
        if (changed.length === 0) return 'inapplicable';
        const [earlier = 0, later] = changed.find(([was, is]) => !(is > was)) ?? [];
        const at = '/vettedPackages/topologySerial';
        return unless(later === undefined, at, worded`more than ${earlier}`, later);
      },
    }),
    rule('repeated-upload-changes-nothing', {
      given: ['before', 'after', 'last'],
      judge: ({ before, upload, again: repeated, after, last }) => {
        const known = new Set(shownList(before, 'packageIds'));
        const ids = packagesInside(upload.request.body ?? '');
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
      },
    }),
  );
}

/** True if one of the packages of an archive is vetted, on this synchronizer if one is given. */
function vets(body: unknown, archive: string, synchronizerId?: string): boolean {
  const ids = packagesInside(archive);
  return placedIn(body, synchronizerId)
    .flatMap(idsIn)
    .some((id) => ids.includes(id));
}

const placedIn = (body: unknown, synchronizerId?: string): readonly unknown[] =>
  elements(body, 'vettedPackages').filter(
    (row) => !synchronizerId || isPlace(synchronizerId, string(row, 'synchronizerId')),
  );

/** The first package of an archive, or of an earlier list, that a list lacks. */
function missingFrom(list: unknown, archive: string, earlier: unknown): unknown {
  const ids = new Set(elements(list, 'packageIds'));
  const due = [...packagesInside(archive), ...elements(earlier, 'packageIds')];
  return due.find((id) => !ids.has(id));
}
