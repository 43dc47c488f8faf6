/** Faults in which a documented operation is missing. */
import { dropping } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { EVERY_VERSION, type LedgerFault } from './table.ts';

/** A server without that operation. */
const missing = (
  id: string,
  operation: string,
  operationId: string,
  versions?: readonly ('3.4' | '3.5')[],
): LedgerFault => ({
  id: `${id}-not-served`,
  description: `The server does not have the operation ${operation}.`,
  killedBy: `ledger/${operation}/{operation-exists,replacement-exists,new-operation-exists}`,
  ...(versions && { versions }),
  change: dropping(operationId),
});

export const lifecycleFaults: readonly LedgerFault[] = [
  missing('contracts-page', 'active-contracts-page', on.contractsPage),
  missing('completions', 'completions', on.completions, EVERY_VERSION),
  missing('prepare', 'prepare', on.prepare),
  missing('idp', 'identity-provider-delete', on.deleteIdp),
  missing('user-rights-grant', 'user-rights-grant', on.grant),
  missing('flats', 'updates-flats', on.flats, EVERY_VERSION),
  missing('trees', 'updates-trees', on.trees, EVERY_VERSION),
  missing('tree-by-offset', 'transaction-tree-by-offset', on.treeByOffset, ['3.4']),
];
