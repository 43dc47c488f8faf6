/** Faults of packages, parties and other resources that only a comparison shows. */
import { adminOnly, anyCaller } from '../auth.ts';
import { LedgerError } from '../failures.ts';
import { rejecting } from '../fault.ts';
import { guard } from '../operators/access.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, valueAt } from '../operators/json.ts';
import { on, UPLOADS, VETTED } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { ignore, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, restore } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

export const agreementFaults: readonly LedgerFault[] = table({
  'good-archive-rejected': {
    description: 'The validation rejects an archive that can be uploaded.',
    killedBy: 'ledger/dars-validate/accepts-compatible-archive',
    change: reject(
      on.validateDar,
      new LedgerError('DAR_VALIDATION_ERROR', 3, 8, 'The archive does not fit.'),
    ),
  },
  'second-upload-rejected': {
    description: 'The server rejects an archive that is already uploaded.',
    killedBy: 'ledger/{dars-upload,packages-upload}/repeated-upload-changes-nothing',
    allow: 'irreversible',
    change: restore(UPLOADS, (_call, { packages }) => {
      const earlier = packages.all().length;
      return () => {
        if (packages.all().length > earlier) return;
        throw new LedgerError('PACKAGE_ALREADY_THERE', 6, 10, 'The package is there already.');
      };
    }),
  },
  'package-ids-in-capitals': {
    description: 'The list of packages has ids in capitals.',
    killedBy: 'ledger/packages-list/package-ids-are-hashes',
    change: respond(on.packages, 'packageIds.*', edit.upper),
  },
  'vetted-row-twice': {
    description: 'The list has a row of vetted packages twice.',
    killedBy: 'ledger/package-vetting-list/elements-are-unique',
    change: respond(VETTED, 'vettedPackages', edit.firstTwice),
  },
  'vetted-rows-not-sorted': {
    description: 'Rows of vetted packages come in the opposite order.',
    killedBy: 'ledger/package-vetting-list/rows-are-sorted',
    change: respond(VETTED, 'vettedPackages', edit.reverse),
  },
  'vetted-by-another-participant': {
    description: 'The list of vetted packages ignores its filter on participants.',
    killedBy: 'ledger/package-vetting-list/participant-filter-selects-rows',
    change: ignore(VETTED, 'topologyStateFilter'),
  },
  'vetting-for-administrators': {
    description: 'Only administrators may list vetted packages.',
    killedBy: 'ledger/package-vetting-list/accepts-every-user',
    token: 'reader',
    change: guard(VETTED, adminOnly),
  },
  'larger-pages-than-version-says': {
    description: 'Pages of vetted packages may be larger than the version allows.',
    killedBy: 'ledger/package-vetting-list/page-size-limit-is-in-version',
    change: request(VETTED, 'pageSize', (size) => Math.min(100, Number(size))),
  },
  'dry-run-shows-no-change': {
    description: 'A dry run of a change of vetted packages returns the old state as the new one.',
    killedBy: 'ledger/package-vetting-update/dry-run-shows-change',
    allow: 'irreversible',
    change: respond(on.vet, '', (json) => ({
      ...(json as Json),
      newVettedPackages: valueAt(json, 'pastVettedPackages'),
    })),
  },
  'parties-not-in-order': {
    description: 'Parties come in the opposite order.',
    killedBy: 'ledger/parties-list/pages-ascend-by-id',
    change: respond(on.parties, 'partyDetails', edit.reverse),
  },
  'party-filter-finds-nothing': {
    description: 'A filter with a whole name finds no party.',
    killedBy: 'ledger/parties-list/filter-finds-party',
    change: respond(
      on.parties,
      'partyDetails',
      edit.to([]),
      ({ query }) => query.get('filter-party')?.includes('::') === true,
    ),
  },
  'allocated-under-another-name': {
    description: 'The server allocates a party with another name than the requested one.',
    killedBy: 'ledger/parties-allocate/{allocated-id-has-hint,allocated-party-is-local}',
    allow: 'irreversible',
    change: request(on.allocate, 'partyIdHint', edit.append('-x')),
  },
  'external-party-hosted-elsewhere': {
    description: 'An allocated external party is remote.',
    killedBy: 'ledger/external-parties-allocate/allocated-party-is-local',
    allow: 'irreversible',
    change: after(on.allocateExternal, (_call, { parties }, { json }) => {
      parties.add(String(valueAt(json, 'partyId')), false);
    }),
  },
  'external-party-named-otherwise': {
    description: 'An allocated external party has another name than its topology.',
    killedBy: 'ledger/external-parties-allocate/allocates-generated-party',
    allow: 'irreversible',
    change: respond(on.allocateExternal, 'partyId', edit.prepend('x')),
  },
  'unknown-methods-taken': {
    description: 'An undocumented method gets 200.',
    killedBy: 'ledger/participant-id/unknown-method-is-405',
    change: rejecting((reply, _error, { target }) =>
      reply.status === 405 && target.startsWith('/v2/contracts/') ? ok({}) : reply,
    ),
  },
  'any-user-prepares': {
    description: 'Every user may prepare submissions.',
    killedBy: 'ledger/prepare/rejects-party-without-read-right',
    token: 'reader',
    change: guard(on.prepare, anyCaller),
  },
  'party-widens-synchronizers': {
    description: 'With a party the list has a synchronizer that is not connected.',
    killedBy: 'ledger/connected-synchronizers/party-narrows-synchronizers',
    change: respond(
      on.synchronizers,
      'connectedSynchronizers',
      (list) => {
        const far = { synchronizerAlias: 'far', synchronizerId: `far::1220${'0'.repeat(64)}` };
        const rows = list as object[];
        return [...rows, { ...rows[0], ...far }];
      },
      ({ query }) => query.has('party'),
    ),
  },
  'large-pages-rejected': {
    description: 'The server rejects a page size of users above the limit instead of reducing it.',
    killedBy: 'ledger/users-list/{page-within-maximum,accepts-page-size-above-maximum}',
    change: reject(
      on.users,
      new LedgerError('INVALID_ARGUMENT', 3, 8, 'The page size is too large.'),
      ({ query }) => Number(query.get('pageSize') ?? 0) > 1000,
    ),
  },
  'total-cost-without-response': {
    description: 'The estimated total cost leaves out the confirmation response.',
    killedBy: 'ledger/prepare/estimated-costs-add-up',
    change: respond(on.prepare, 'costEstimation.totalTrafficCostEstimation', edit.to(1100)),
  },
  'hashed-otherwise': {
    description: 'A preparation uses another hashing scheme than the requested one.',
    killedBy: 'ledger/prepare/default-hashing-scheme-is-v2',
    change: respond(on.prepare, 'hashingSchemeVersion', edit.to('HASHING_SCHEME_VERSION_V3')),
  },
  'hashing-details-withheld': {
    description: 'A preparation omits the requested hashing details.',
    killedBy: 'ledger/prepare/hashing-details-on-request',
    change: respond(on.prepare, 'hashingDetails', edit.to(null)),
  },
  'prepared-hash-empty': {
    description: 'A prepared submission has an empty hash.',
    killedBy: 'ledger/prepare/response-has-transaction-and-hash',
    change: respond(on.prepare, 'preparedTransactionHash', edit.to('')),
  },
  'preferred-but-not-vetted': {
    description: 'The preferred version of a package is not vetted.',
    killedBy: 'ledger/preferred-package-version/preferred-version-is-vetted',
    change: respond(on.preferredVersion, 'packagePreference.packageReference', (found) =>
      isRecord(found) ? { ...found, packageId: '0'.repeat(64), packageVersion: '9.9.9' } : found,
    ),
  },
  'preferred-under-another-name': {
    description: 'The preferred package has another name than the requirement.',
    killedBy: 'ledger/preferred-packages/one-package-for-each-requirement',
    change: respond(on.preferredPackages, 'packageReferences.*.packageName', edit.append('-2')),
  },
  'readiness-needs-a-token': {
    description: 'The readiness check needs a token.',
    killedBy: 'ledger/readyz/needs-no-token',
    change: skip(on.readyz, { status: 401 }, ({ headers }) => headers.authorization === undefined),
  },
});
