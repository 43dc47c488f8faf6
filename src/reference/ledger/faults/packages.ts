/** Faults in packages, their content, and their vetting. */

import { responding } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on, UPLOADS, VET } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { before } from '../operators/state.ts';
import { ok, type Reply } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const longer = ({ bytes = Buffer.of(), ...reply }: Reply): Reply => ({
  ...reply,
  bytes: Buffer.concat([bytes, Buffer.of(0)]),
});

export const packageFaults: readonly LedgerFault[] = table({
  'third-package-altered': {
    description: 'The content of the third package and of later ones has one byte too many.',
    killedBy: 'ledger/package/content-hash-is-package-id',
    change: responding(on.package, (reply, call, { packages }) => {
      const at = packages.all().findIndex(({ id }) => id === call.path['package-id']);
      return at < 2 ? reply : longer(reply);
    }),
  },
  'status-of-unknown-package-404': {
    description: 'The status of an unknown package is not found instead of unspecified.',
    killedBy: 'ledger/package-status/unknown-package-is-unspecified',
    change: before(on.packageStatus, ({ path }, { packages }) => {
      packages.get(path['package-id'] ?? '');
    }),
  },
  'listed-package-not-registered': {
    description: 'The status of a listed package is unspecified.',
    killedBy: 'ledger/package-status/listed-package-is-registered',
    change: respond(on.packageStatus, '', edit.to({ packageStatus: 'PACKAGE_STATUS_UNSPECIFIED' })),
  },
  'listed-package-not-there': {
    description: 'The list has a package that does not exist.',
    killedBy: 'ledger/package/listed-package-has-content',
    change: respond(on.packages, 'packageIds', (ids) => ['0'.repeat(64), ...(ids as string[])]),
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
  'vetting-dry-run-kept': {
    description: 'A dry run of a change of vetted packages makes the change.',
    killedBy: 'ledger/package-vetting-update/dry-run-changes-nothing',
    allow: 'irreversible',
    change: request(VET, '', edit.merge({ dryRun: false })),
  },
});
