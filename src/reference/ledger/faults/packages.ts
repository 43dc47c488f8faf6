/** Faults in packages, their content, and their vetting. */

import { altering, responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on, UPLOADS, VET, VETTED } from '../operators/operations.ts';
import { accept, editRejections, rejectAs, skip } from '../operators/rejections.ts';
import { ignore, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { before } from '../operators/state.ts';
import { ok, type Reply } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const HASH = 'Canton-Package-Hash';
const longer = ({ bytes = Buffer.of(), ...reply }: Reply): Reply => ({
  ...reply,
  bytes: Buffer.concat([bytes, Buffer.of(0)]),
});

export const packageFaults: readonly LedgerFault[] = table({
  'vetted-package-not-listed | packages-list/vetted-packages-are-listed | The list of packages omits a vetted one.':
    respond(on.packages, 'packageIds', edit.withoutFirst),
  'package-hash-missing | package/hash-header-is-package-id | both | The content of a package has no hash header.':
    responding(on.package, ({ status, bytes = Buffer.of() }) => ({ status, bytes })),
  'package-hash-of-another | package/hash-header-is-package-id | The content of a package has the hash header of another one.':
    responding(on.package, (reply, _call, { packages }) => {
      const other = packages.all().find(({ bytes }) => bytes !== reply.bytes);
      return { ...reply, headers: { [HASH]: other?.id ?? '' } };
    }),
  'package-content-altered | package/content-hash-is-package-id | The content of a package has one byte too many.':
    responding(on.package, longer),
  'third-package-altered | package/content-hash-is-package-id | The content of the third package and of later ones has one byte too many.':
    responding(on.package, (reply, call, { packages }) => {
      const at = packages.all().findIndex(({ id }) => id === call.path['package-id']);
      return at < 2 ? reply : longer(reply);
    }),
  'package-empty | package/content-hash-is-package-id | The content of a package is empty.':
    responding(on.package, (reply) => ({ ...reply, bytes: Buffer.of() })),
  'unknown-package-is-empty | package/{rejects-unknown-package,unknown-package-error} | An unknown package gets 200 and no content.':
    editRejections({ codes: ['PACKAGE_NOT_FOUND'] }, () => ({
      status: 200,
      bytes: Buffer.of(),
      headers: { [HASH]: '' },
    })),
  'status-of-unknown-package-404 | package-status/unknown-package-is-unspecified | The status of an unknown package is not found instead of unspecified.':
    before(on.packageStatus, ({ path }, { packages }) => {
      packages.get(path['package-id'] ?? '');
    }),
  'status-of-unknown-package-registered | package-status/unknown-package-is-unspecified | Every package is registered, known or not.':
    respond(on.packageStatus, '', edit.to({ packageStatus: 'PACKAGE_STATUS_REGISTERED' })),
  'listed-package-not-registered | package-status/listed-package-is-registered | The status of a listed package is unspecified.':
    respond(on.packageStatus, '', edit.to({ packageStatus: 'PACKAGE_STATUS_UNSPECIFIED' })),
  'package-listed-twice | packages-list/elements-are-unique | The list has a package twice.':
    respond(on.packages, 'packageIds', edit.firstTwice),
  'listed-package-not-there | package/listed-package-has-content | The list has a package that does not exist.':
    respond(on.packages, 'packageIds', (ids) => ['0'.repeat(64), ...(ids as string[])]),
  'any-archive-is-valid | dars-validate/{rejects-malformed-archive,rejects-unreadable-archive} | The server accepts bytes that are not an archive as valid.':
    skip(on.validateDar, { status: 200 }),
  'other-bytes-are-valid | dars-validate/rejects-unreadable-archive | The server accepts bytes that do not begin like an archive as valid.':
    skip(
      on.validateDar,
      { status: 200 },
      ({ bytes }) => bytes.subarray(0, 2).toString('latin1') !== 'PK',
    ),
  'uploaded-and-not-vetted | {dars-upload,packages-upload}/uploaded-packages-are-vetted | irreversible | An upload vets packages only on request.':
    query(UPLOADS, (own) => {
      if (!own.has('vetAllPackages')) own.set('vetAllPackages', 'false');
    }),
  'uploaded-archive-not-listed | {dars-upload,packages-upload}/uploaded-packages-are-listed | irreversible | The server accepts an archive and does not store it.':
    skip(UPLOADS, ok({})),
  'vetting-filter-overlooked | package-vetting-list/name-filter-selects-packages | The list of vetted packages ignores its filter on packages.':
    ignore(VETTED, 'packageMetadataFilter'),
  'unknown-package-vetted | package-vetting-update/rejects-dry-run-of-unknown-package | both irreversible | A change of vetted packages ignores what it cannot resolve.':
    altering(VET, ({ handle }) => ({
      handle: (call, ledger) => {
        try {
          return handle(call, ledger);
        } catch {
          return handle({ ...call, body: { ...(call.body as object), changes: [] } }, ledger);
        }
      },
    })),
  'vetting-dry-run-kept | package-vetting-update/dry-run-changes-nothing | irreversible | A dry run of a change of vetted packages makes the change.':
    request(VET, '', edit.merge({ dryRun: false })),
  'preferred-without-a-package | preferred-packages/{rejects-unmet-requirement,unmet-requirement-error} | The preference for unvetted packages is an empty list.':
    accept(
      { of: on.preferredPackages, codes: ['PACKAGE_NAMES_NOT_FOUND'] },
      { packageReferences: [], synchronizerId: '' },
    ),
  'unknown-name-is-a-bad-request | preferred-package-version/unknown-name-has-no-preference | A package name that is unknown gets 400, as in the newer operation.':
    rejectAs({ of: on.preferredVersion, codes: ['PACKAGE_NAMES_NOT_FOUND'] }, 400),
});
