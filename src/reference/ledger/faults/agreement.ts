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
  'good-archive-rejected | dars-validate/accepts-compatible-archive | The validation rejects an archive that can be uploaded.':
    reject(
      on.validateDar,
      new LedgerError('DAR_VALIDATION_ERROR', 3, 8, 'The archive does not fit.'),
    ),
  'second-upload-rejected | {dars-upload,packages-upload}/repeated-upload-changes-nothing | irreversible | The server rejects an archive that is already uploaded.':
    restore(UPLOADS, (_call, { packages }) => {
      const earlier = packages.all().length;
      return () => {
        if (packages.all().length > earlier) return;
        throw new LedgerError('PACKAGE_ALREADY_THERE', 6, 10, 'The package is there already.');
      };
    }),
  'package-ids-in-capitals | packages-list/package-ids-are-hashes | The list of packages has ids in capitals.':
    respond(on.packages, 'packageIds.*', edit.upper),
  'vetted-row-twice | package-vetting-list/elements-are-unique | The list has a row of vetted packages twice.':
    respond(VETTED, 'vettedPackages', edit.firstTwice),
  'vetted-rows-not-sorted | package-vetting-list/rows-are-sorted | Rows of vetted packages come in the opposite order.':
    respond(VETTED, 'vettedPackages', edit.reverse),
  'vetted-by-another-participant | package-vetting-list/participant-filter-selects-rows | The list of vetted packages ignores its filter on participants.':
    ignore(VETTED, 'topologyStateFilter'),
  'vetting-for-administrators | package-vetting-list/accepts-every-user | reader | Only administrators may list vetted packages.':
    guard(VETTED, adminOnly),
  'larger-pages-than-version-says | package-vetting-list/page-size-limit-is-in-version | Pages of vetted packages may be larger than the version allows.':
    request(VETTED, 'pageSize', (size) => Math.min(100, Number(size))),
  'dry-run-shows-no-change | package-vetting-update/dry-run-shows-change | irreversible | A dry run of a change of vetted packages returns the old state as the new one.':
    respond(on.vet, '', (json) => ({
      ...(json as Json),
      newVettedPackages: valueAt(json, 'pastVettedPackages'),
    })),
  'parties-not-in-order | parties-list/pages-ascend-by-id | Parties come in the opposite order.':
    respond(on.parties, 'partyDetails', edit.reverse),
  'party-filter-finds-nothing | parties-list/filter-finds-party | A filter with a whole name finds no party.':
    respond(
      on.parties,
      'partyDetails',
      edit.to([]),
      ({ query }) => query.get('filter-party')?.includes('::') === true,
    ),
  'allocated-under-another-name | parties-allocate/{allocated-id-has-hint,allocated-party-is-local} | irreversible | The server allocates a party with another name than the requested one.':
    request(on.allocate, 'partyIdHint', edit.append('-x')),
  'external-party-hosted-elsewhere | external-parties-allocate/allocated-party-is-local | irreversible | An allocated external party is remote.':
    after(on.allocateExternal, (_call, { parties }, { json }) => {
      parties.add(String(valueAt(json, 'partyId')), false);
    }),
  'external-party-named-otherwise | external-parties-allocate/allocates-generated-party | irreversible | An allocated external party has another name than its topology.':
    respond(on.allocateExternal, 'partyId', edit.prepend('x')),
  'unknown-methods-taken | participant-id/unknown-method-is-405 | An undocumented method gets 200.':
    rejecting((reply, _error, { target }) =>
      reply.status === 405 && target.startsWith('/v2/contracts/') ? ok({}) : reply,
    ),
  'any-user-prepares | prepare/rejects-party-without-read-right | reader | Every user may prepare submissions.':
    guard(on.prepare, anyCaller),
  'party-widens-synchronizers | connected-synchronizers/party-narrows-synchronizers | With a party the list has a synchronizer that is not connected.':
    respond(
      on.synchronizers,
      'connectedSynchronizers',
      (list) => {
        const far = { synchronizerAlias: 'far', synchronizerId: `far::1220${'0'.repeat(64)}` };
        const rows = list as object[];
        return [...rows, { ...rows[0], ...far }];
      },
      ({ query }) => query.has('party'),
    ),
  'large-pages-rejected | users-list/{page-within-maximum,accepts-page-size-above-maximum} | The server rejects a page size of users above the limit instead of reducing it.':
    reject(
      on.users,
      new LedgerError('INVALID_ARGUMENT', 3, 8, 'The page size is too large.'),
      ({ query }) => Number(query.get('pageSize') ?? 0) > 1000,
    ),
  'total-cost-without-response | prepare/estimated-costs-add-up | The estimated total cost leaves out the confirmation response.':
    respond(on.prepare, 'costEstimation.totalTrafficCostEstimation', edit.to(1100)),
  'hashed-otherwise | prepare/default-hashing-scheme-is-v2 | A preparation uses another hashing scheme than the requested one.':
    respond(on.prepare, 'hashingSchemeVersion', edit.to('HASHING_SCHEME_VERSION_V3')),
  'hashing-details-withheld | prepare/hashing-details-on-request | A preparation omits the requested hashing details.':
    respond(on.prepare, 'hashingDetails', edit.to(null)),
  'prepared-hash-empty | prepare/response-has-transaction-and-hash | A prepared submission has an empty hash.':
    respond(on.prepare, 'preparedTransactionHash', edit.to('')),
  'preferred-but-not-vetted | preferred-package-version/preferred-version-is-vetted | The preferred version of a package is not vetted.':
    respond(on.preferredVersion, 'packagePreference.packageReference', (found) =>
      isRecord(found) ? { ...found, packageId: '0'.repeat(64), packageVersion: '9.9.9' } : found,
    ),
  'preferred-under-another-name | preferred-packages/one-package-for-each-requirement | The preferred package has another name than the requirement.':
    respond(on.preferredPackages, 'packageReferences.*.packageName', edit.append('-2')),
  'readiness-needs-a-token | readyz/needs-no-token | The readiness check needs a token.': skip(
    on.readyz,
    { status: 401 },
    ({ headers }) => headers.authorization === undefined,
  ),
});
