/** Faults of one of several views of a thing: the others show it as it is. */
import * as edit from '../operators/edits.ts';
import { type Json, listAt, names } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { respond, type When } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

const ENTRY = '*.contractEntry.JsActiveContract.createdEvent';
const LEFT = '*.contractEntry.JsIncompleteUnassigned.unassignedEvent';
const TRANSACTION = '*.update.Transaction.value';
const EVENT = `${TRANSACTION}.events.*.CreatedEvent`;
const COMPLETION = '*.completionResponse.Completion.value';

/** The body of the request has this word. */
const asks =
  (word: string): When =>
  ({ body }) =>
    names(body, word);

const isLaterPage: When = ({ body }) => Boolean((body as { pageToken?: string }).pageToken);

export const viewFaults: readonly LedgerFault[] = table({
  'lookup-repeats-signatories | contract-by-id/observers-are-no-signatories | The lookup of a contract shows all stakeholders as observers.':
    respond(on.contract, 'createdEvent', (event) => ({
      ...(event as Json),
      observers: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
    })),
  'lookup-hides-observers | contract-by-id/created-event-matches-list | The lookup of a contract shows no observers.':
    respond(on.contract, 'createdEvent.observers', edit.to([])),
  'lookup-is-witnessed-by-all | contract-by-id/witnesses-are-requested-parties | The lookup of a contract has all parties as witnesses.':
    respond(on.contract, 'createdEvent.witnessParties', edit.allParties),
  'archived-in-another-package | events-by-contract-id/archived-contract-matches-updates | The archived event of a contract names another package.':
    respond(on.events, 'archived.archivedEvent.packageName', edit.append('-2')),
  'listed-as-created-later | active-contracts/entries-show-last-activation | Active contracts have another time of creation than their updates.':
    respond(CONTRACTS, `${ENTRY}.createdAt`, edit.to('2020-02-02T02:02:02Z')),
  'left-with-another-package | active-contracts/entries-show-unassignment | Contracts that left have another package name than their updates.':
    respond(CONTRACTS, `${LEFT}.packageName`, edit.append('-2')),
  'listed-otherwise-with-filters | active-contracts/template-filter-selects-template | With a template filter, active contracts have another time of creation.':
    respond(
      on.contracts,
      `${ENTRY}.createdAt`,
      edit.to('2020-02-02T02:02:02Z'),
      asks('TemplateFilter'),
    ),
  'verbose-hides-observers | active-contracts/verbose-keeps-entries | A verbose list of active contracts has no observers.':
    respond(
      on.contracts,
      `${ENTRY}.observers`,
      edit.to([]),
      ({ body }) => (body as { eventFormat?: { verbose?: boolean } }).eventFormat?.verbose === true,
    ),
  'completed-as-another-command | completions/same-command-as-its-update | Completions name another command than their updates.':
    respond(on.completions, `${COMPLETION}.commandId`, edit.append('-1')),
  'effects-of-another-workflow | updates/shapes-show-same-events | The effects of a transaction name another workflow than its delta.':
    respond(
      on.updates,
      `${TRANSACTION}.workflowId`,
      edit.to('other'),
      asks('TRANSACTION_SHAPE_LEDGER_EFFECTS'),
    ),
  'filtered-events-hide-observers | updates/template-filters-combine | With a template filter, created events have no observers.':
    respond(on.updates, `${EVENT}.observers`, edit.to([]), asks('TemplateFilter')),
  'preferred-in-another-version | preferred-package-version/preferred-version-is-vetted | The preferred package has another version than the vetted one.':
    respond(
      [on.preferredVersion, on.preferredPackages],
      'packagePreference.packageReference.packageVersion packageReferences.*.packageVersion',
      edit.to('9.9.9'),
    ),
  'pages-with-later-serials | package-vetting-list/pages-match-list | The rows on later pages of vetted packages have another serial.':
    respond(on.vetted, 'vettedPackages.*.topologySerial', edit.plus(1), isLaterPage),
});
