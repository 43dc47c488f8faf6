import * as edit from '../operators/edits.ts';
import { isRecord, type Json, listAt, names } from '../operators/json.ts';
import { on, VETTED } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond, setEvery, type When } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const ENTRY = '*.contractEntry.JsActiveContract.createdEvent';
const TRANSACTION = '*.update.Transaction.value';
/** True if the body of the request contains this word. */
const asks =
  (word: string): When =>
  ({ body }) =>
    names(body, word);

/** True for transactions and reassignments. */
const isUpdate = (value: Json): boolean => 'workflowId' in value && 'updateId' in value;

const isLaterPage: When = ({ body }) => Boolean((body as { pageToken?: string }).pageToken);

export const agreementFaults: readonly LedgerFault[] = table({
  'larger-pages-than-version-says': {
    description: 'Pages of vetted packages may be larger than the version allows.',
    killedBy: 'ledger/package-vetting-list/page-size-limit-is-in-version',
    change: request(VETTED, 'pageSize', (size) => Math.min(100, Number(size))),
  },
  'preferred-but-not-vetted': {
    description: 'The preferred version of a package is not vetted.',
    killedBy: 'ledger/preferred-package-version/preferred-version-is-vetted',
    change: respond(on.preferredVersion, 'packagePreference.packageReference', (found) =>
      isRecord(found) ? { ...found, packageId: '0'.repeat(64), packageVersion: '9.9.9' } : found,
    ),
  },
  'lookup-repeats-signatories': {
    description: 'The lookup of a contract shows all stakeholders as observers.',
    killedBy: 'ledger/contract-by-id/observers-are-no-signatories',
    change: respond(on.contract, 'createdEvent', (event) => ({
      ...(event as Json),
      observers: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
    })),
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
  'workflows-lost-in-updates': {
    description: 'Updates have no workflow, and the entries of active contracts have it.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/entries-show-last-activation',
    versions: EVERY_VERSION,
    change: setEvery(isUpdate, 'workflowId', () => ''),
  },
  'commands-lost-in-updates': {
    description: 'Updates have no command, also for the parties that submitted it.',
    killedBy: 'ledger/completions/update-names-its-command',
    versions: EVERY_VERSION,
    change: setEvery(isUpdate, 'commandId', () => ''),
  },
  'commands-lost-in-completions': {
    description: 'Completions name no command.',
    killedBy: 'ledger/completions/same-command-as-its-update',
    versions: EVERY_VERSION,
    change: respond(on.completions, '*.completionResponse.Completion.value.commandId', edit.to('')),
  },
  'pages-with-later-serials': {
    description: 'The rows on later pages of vetted packages have another serial.',
    killedBy: 'ledger/package-vetting-list/pages-match-list',
    change: respond(on.vetted, 'vettedPackages.*.topologySerial', edit.plus(1), isLaterPage),
  },
});
