/** Faults that only a comparison of several responses shows. */
import { adminOnly, anyCaller } from '../auth.ts';
import { LedgerError } from '../failures.ts';
import { rejecting } from '../fault.ts';
import { guard } from '../operators/access.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, listAt, names, valueAt } from '../operators/json.ts';
import { on, UPLOADS, VETTED } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond, type When } from '../operators/respond.ts';
import { after, restore } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const ENTRY = '*.contractEntry.JsActiveContract.createdEvent';
const TRANSACTION = '*.update.Transaction.value';
const COMPLETION = '*.completionResponse.Completion.value';

/** The body of the request has this word. */
const asks =
  (word: string): When =>
  ({ body }) =>
    names(body, word);

const isLaterPage: When = ({ body }) => Boolean((body as { pageToken?: string }).pageToken);

export const agreementFaults: readonly LedgerFault[] = table({
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
  'preferred-but-not-vetted': {
    description: 'The preferred version of a package is not vetted.',
    killedBy: 'ledger/preferred-package-version/preferred-version-is-vetted',
    change: respond(on.preferredVersion, 'packagePreference.packageReference', (found) =>
      isRecord(found) ? { ...found, packageId: '0'.repeat(64), packageVersion: '9.9.9' } : found,
    ),
  },
  'readiness-needs-a-token': {
    description: 'The readiness check needs a token.',
    killedBy: 'ledger/readyz/needs-no-token',
    change: skip(on.readyz, { status: 401 }, ({ headers }) => headers.authorization === undefined),
  },
  'lookup-repeats-signatories': {
    description: 'The lookup of a contract shows all stakeholders as observers.',
    killedBy: 'ledger/contract-by-id/observers-are-no-signatories',
    change: respond(on.contract, 'createdEvent', (event) => ({
      ...(event as Json),
      observers: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
    })),
  },
  'lookup-is-witnessed-by-all': {
    description: 'The lookup of a contract has all parties as witnesses.',
    killedBy: 'ledger/contract-by-id/witnesses-are-requested-parties',
    change: respond(on.contract, 'createdEvent.witnessParties', edit.allParties),
  },
  'listed-otherwise-with-filters': {
    description: 'With a template filter, active contracts have another time of creation.',
    killedBy: 'ledger/active-contracts/template-filter-selects-template',
    change: respond(
      on.contracts,
      `${ENTRY}.createdAt`,
      edit.to('2020-02-02T02:02:02Z'),
      asks('TemplateFilter'),
    ),
  },
  'completed-as-another-command': {
    description: 'Completions name another command than their updates.',
    killedBy: 'ledger/completions/same-command-as-its-update',
    change: respond(on.completions, `${COMPLETION}.commandId`, edit.append('-1')),
  },
  'effects-of-another-workflow': {
    description: 'The effects of a transaction name another workflow than its delta.',
    killedBy: 'ledger/updates/shapes-show-same-events',
    change: respond(
      on.updates,
      `${TRANSACTION}.workflowId`,
      edit.to('other'),
      asks('TRANSACTION_SHAPE_LEDGER_EFFECTS'),
    ),
  },
  'pages-with-later-serials': {
    description: 'The rows on later pages of vetted packages have another serial.',
    killedBy: 'ledger/package-vetting-list/pages-match-list',
    change: respond(on.vetted, 'vettedPackages.*.topologySerial', edit.plus(1), isLaterPage),
  },
});
