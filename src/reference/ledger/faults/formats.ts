import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { type LedgerFault, table } from './table.ts';

const TEMPLATES =
  'updateFormat.includeTransactions.eventFormat.filtersByParty.*.cumulative.*.identifierFilter.value.value.templateId';

export const formatFaults: readonly LedgerFault[] = table({
  'pages-take-package-ids': {
    description: 'A page of updates accepts package ids in filters, as in 3.4.',
    killedBy: 'ledger/updates-page/{rejects-package-id-in-filter,package-id-in-filter-error}',
    change: request(on.updatesPage, TEMPLATES, (id) =>
      String(id).startsWith('#') ? id : `#assay-demo:${String(id).split(':').slice(1).join(':')}`,
    ),
  },
});
