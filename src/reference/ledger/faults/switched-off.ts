/** Faults in what is switched off: it is not deprecated, or the error has another status. */
import { serving } from '../deprecated.ts';
import { disabled, LedgerError } from '../errors.ts';
import { type LedgerFault, rejecting, table, together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { from } from '../versions.ts';

const ENDPOINTS = 'enable-deprecated-endpoints-34';
const PARAMETERS = 'enable-deprecated-parameters-34';

export const switchedOffFaults: readonly LedgerFault[] = table({
  'lookup-is-switched-off': {
    description: 'The lookup of updates by id is switched off together with its deprecated forms.',
    killedBy: 'ledger/update-by-id/operation-exists',
    change: reject(on.updateById, disabled('The lookup by id', ENDPOINTS)),
  },
  'newer-format-is-switched-off': {
    description:
      'The list of updates is switched off with any body, not only with the older members.',
    killedBy: 'ledger/updates/accepted',
    change: reject(on.updates, disabled('The list', PARAMETERS)),
  },
  'switched-off-is-gone': {
    description: 'Operations that are switched off get 410, with the error of a 400.',
    killedBy: 'ledger/updates-flats/deprecated-operation-still-works',
    versions: from('3.6'),
    change: together(
      serving(false),
      rejecting((reply, error) =>
        error instanceof LedgerError && error.code === 'DEPRECATED_API_DISABLED'
          ? { ...reply, status: 410 }
          : reply,
      ),
    ),
  },
});
