/** Faults in packages, their content, and their vetting. */

import { altering, responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on, UPLOADS, VET, VETTED } from '../operators/operations.ts';
import { accept, editRejections, rejectAs, skip } from '../operators/rejections.ts';
import { ignore, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { before } from '../operators/state.ts';
import { ok, type Reply } from '../reply.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const HASH = 'Canton-Package-Hash';
const longer = ({ bytes = Buffer.of(), ...reply }: Reply): Reply => ({
  ...reply,
  bytes: Buffer.concat([bytes, Buffer.of(0)]),
});

export const packageFaults: readonly LedgerFault[] = table({
  'vetted-package-not-listed': {
    description: 'The list of packages omits a vetted one.',
    killedBy: 'ledger/packages-list/vetted-packages-are-listed',
    change: respond(on.packages, 'packageIds', edit.withoutFirst),
  },
  'package-hash-missing': {
    description: 'The content of a package has no hash header.',
    killedBy: 'ledger/package/hash-header-is-package-id',
    versions: EVERY_VERSION,
    change: responding(on.package, ({ status, bytes = Buffer.of() }) => ({ status, bytes })),
  },
  'package-hash-of-another': {
    description: 'The content of a package has the hash header of another one.',
    killedBy: 'ledger/package/hash-header-is-package-id',
    change: responding(on.package, (reply, _call, { packages }) => {
      const other = packages.all().find(({ bytes }) => bytes !== reply.bytes);
      return { ...reply, headers: { [HASH]: other?.id ?? '' } };
    }),
  },
  'package-content-altered': {
    description: 'The content of a package has one byte too many.',
    killedBy: 'ledger/package/content-hash-is-package-id',
    change: responding(on.package, longer),
  },
  'third-package-altered': {
    description: 'The content of the third package and of later ones has one byte too many.',
    killedBy: 'ledger/package/content-hash-is-package-id',
    change: responding(on.package, (reply, call, { packages }) => {
      const at = packages.all().findIndex(({ id }) => id === call.path['package-id']);
      return at < 2 ? reply : longer(reply);
    }),
  },
  'package-empty': {
    description: 'The content of a package is empty.',
    killedBy: 'ledger/package/content-hash-is-package-id',
    change: responding(on.package, (reply) => ({ ...reply, bytes: Buffer.of() })),
  },
  'unknown-package-is-empty': {
    description: 'An unknown package gets 200 and no content.',
    killedBy: 'ledger/package/{rejects-unknown-package,unknown-package-error}',
    change: editRejections({ codes: ['PACKAGE_NOT_FOUND'] }, () => ({
      status: 200,
      bytes: Buffer.of(),
      headers: { [HASH]: '' },
    })),
  },
  'status-of-unknown-package-404': {
    description: 'The status of an unknown package is not found instead of unspecified.',
    killedBy: 'ledger/package-status/unknown-package-is-unspecified',
    change: before(on.packageStatus, ({ path }, { packages }) => {
      packages.get(path['package-id'] ?? '');
    }),
  },
  'status-of-unknown-package-registered': {
    description: 'Every package is registered, known or not.',
    killedBy: 'ledger/package-status/unknown-package-is-unspecified',
    change: respond(on.packageStatus, '', edit.to({ packageStatus: 'PACKAGE_STATUS_REGISTERED' })),
  },
  'listed-package-not-registered': {
    description: 'The status of a listed package is unspecified.',
    killedBy: 'ledger/package-status/listed-package-is-registered',
    change: respond(on.packageStatus, '', edit.to({ packageStatus: 'PACKAGE_STATUS_UNSPECIFIED' })),
  },
  'package-listed-twice': {
    description: 'The list has a package twice.',
    killedBy: 'ledger/packages-list/elements-are-unique',
    change: respond(on.packages, 'packageIds', edit.firstTwice),
  },
  'listed-package-not-there': {
    description: 'The list has a package that does not exist.',
    killedBy: 'ledger/package/listed-package-has-content',
    change: respond(on.packages, 'packageIds', (ids) => ['0'.repeat(64), ...(ids as string[])]),
  },
  'any-archive-is-valid': {
    description: 'The server accepts bytes that are not an archive as valid.',
    killedBy: 'ledger/dars-validate/{rejects-malformed-archive,rejects-unreadable-archive}',
    change: skip(on.validateDar, { status: 200 }),
  },
  'other-bytes-are-valid': {
    description: 'The server accepts bytes that do not begin like an archive as valid.',
    killedBy: 'ledger/dars-validate/rejects-unreadable-archive',
    change: skip(
      on.validateDar,
      { status: 200 },
      ({ bytes }) => bytes.subarray(0, 2).toString('latin1') !== 'PK',
    ),
  },
  'uploaded-and-not-vetted': {
    description: 'An upload vets packages only on request.',
    killedBy: 'ledger/{dars-upload,packages-upload}/uploaded-packages-are-vetted',
    allow: 'irreversible',
    change: query(UPLOADS, (own) => {
      if (!own.has('vetAllPackages')) own.set('vetAllPackages', 'false');
    }),
  },
  'uploaded-archive-not-listed': {
    description: 'The server accepts an archive and does not store it.',
    killedBy: 'ledger/{dars-upload,packages-upload}/uploaded-packages-are-listed',
    allow: 'irreversible',
    change: skip(UPLOADS, ok({})),
  },
  'vetting-filter-overlooked': {
    description: 'The list of vetted packages ignores its filter on packages.',
    killedBy: 'ledger/package-vetting-list/name-filter-selects-packages',
    change: ignore(VETTED, 'packageMetadataFilter'),
  },
  'unknown-package-vetted': {
    description: 'A change of vetted packages ignores what it cannot resolve.',
    killedBy: 'ledger/package-vetting-update/rejects-dry-run-of-unknown-package',
    versions: EVERY_VERSION,
    allow: 'irreversible',
    change: altering(VET, ({ handle }) => ({
      handle: (call, ledger) => {
        try {
          return handle(call, ledger);
        } catch {
          return handle({ ...call, body: { ...(call.body as object), changes: [] } }, ledger);
        }
      },
    })),
  },
  'vetting-dry-run-kept': {
    description: 'A dry run of a change of vetted packages makes the change.',
    killedBy: 'ledger/package-vetting-update/dry-run-changes-nothing',
    allow: 'irreversible',
    change: request(VET, '', edit.merge({ dryRun: false })),
  },
  'preferred-without-a-package': {
    description: 'The preference for unvetted packages is an empty list.',
    killedBy: 'ledger/preferred-packages/{rejects-unmet-requirement,unmet-requirement-error}',
    change: accept(
      { of: on.preferredPackages, codes: ['PACKAGE_NAMES_NOT_FOUND'] },
      { packageReferences: [], synchronizerId: '' },
    ),
  },
  'unknown-name-is-a-bad-request': {
    description: 'A package name that is unknown gets 400, as in the newer operation.',
    killedBy: 'ledger/preferred-package-version/unknown-name-has-no-preference',
    change: rejectAs({ of: on.preferredVersion, codes: ['PACKAGE_NAMES_NOT_FOUND'] }, 400),
  },
});
