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
  'lookup-repeats-signatories': {
    description: 'The lookup of a contract shows all stakeholders as observers.',
    killedBy: 'ledger/contract-by-id/observers-are-no-signatories',
    change: respond(on.contract, 'createdEvent', (event) => ({
      ...(event as Json),
      observers: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
    })),
  },
  'lookup-hides-observers': {
    description: 'The lookup of a contract shows no observers.',
    killedBy: 'ledger/contract-by-id/created-event-matches-list',
    change: respond(on.contract, 'createdEvent.observers', edit.to([])),
  },
  'lookup-is-witnessed-by-all': {
    description: 'The lookup of a contract has all parties as witnesses.',
    killedBy: 'ledger/contract-by-id/witnesses-are-requested-parties',
    change: respond(on.contract, 'createdEvent.witnessParties', edit.allParties),
  },
  'archived-in-another-package': {
    description: 'The archived event of a contract names another package.',
    killedBy: 'ledger/events-by-contract-id/archived-contract-matches-updates',
    change: respond(on.events, 'archived.archivedEvent.packageName', edit.append('-2')),
  },
  'listed-as-created-later': {
    description: 'Active contracts have another time of creation than their updates.',
    killedBy: 'ledger/active-contracts/entries-show-last-activation',
    change: respond(CONTRACTS, `${ENTRY}.createdAt`, edit.to('2020-02-02T02:02:02Z')),
  },
  'left-with-another-package': {
    description: 'Contracts that left have another package name than their updates.',
    killedBy: 'ledger/active-contracts/entries-show-unassignment',
    change: respond(CONTRACTS, `${LEFT}.packageName`, edit.append('-2')),
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
  'verbose-hides-observers': {
    description: 'A verbose list of active contracts has no observers.',
    killedBy: 'ledger/active-contracts/verbose-keeps-entries',
    change: respond(
      on.contracts,
      `${ENTRY}.observers`,
      edit.to([]),
      ({ body }) => (body as { eventFormat?: { verbose?: boolean } }).eventFormat?.verbose === true,
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
  'filtered-events-hide-observers': {
    description: 'With a template filter, created events have no observers.',
    killedBy: 'ledger/updates/template-filters-combine',
    change: respond(on.updates, `${EVENT}.observers`, edit.to([]), asks('TemplateFilter')),
  },
  'preferred-in-another-version': {
    description: 'The preferred package has another version than the vetted one.',
    killedBy: 'ledger/preferred-package-version/preferred-version-is-vetted',
    change: respond(
      [on.preferredVersion, on.preferredPackages],
      'packagePreference.packageReference.packageVersion packageReferences.*.packageVersion',
      edit.to('9.9.9'),
    ),
  },
  'pages-with-later-serials': {
    description: 'The rows on later pages of vetted packages have another serial.',
    killedBy: 'ledger/package-vetting-list/pages-match-list',
    change: respond(on.vetted, 'vettedPackages.*.topologySerial', edit.plus(1), isLaterPage),
  },
});
