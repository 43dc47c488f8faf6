/** Faults of one of several views of a thing: the others show it as it is. */
import * as edit from '../operators/edits.ts';
import { type Json, listAt, names } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { respond, type When } from '../operators/respond.ts';
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

export const viewFaults: readonly LedgerFault[] = table({
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
