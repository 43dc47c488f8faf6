/** Faults in what is switched off: it is not deprecated. */
import { disabled } from '../errors.ts';
import { type LedgerFault, table } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';

const ENDPOINTS = 'enable-deprecated-endpoints-34';
const PARAMETERS = 'enable-deprecated-parameters-34';

export const switchedOffFaults: readonly LedgerFault[] = table({
  'lookup-is-switched-off': {
    description: 'The lookup of updates by id is switched off with its deprecated forms.',
    killedBy: 'ledger/update-by-id/operation-exists',
    change: reject(on.updateById, disabled('The lookup by id', ENDPOINTS)),
  },
  'newer-format-is-switched-off': {
    description:
      'The list of updates is switched off with any body, and not only with its older members.',
    killedBy: 'ledger/updates/accepted',
    change: reject(on.updates, disabled('The list', PARAMETERS)),
  },
});
