/** Faults in members of many responses: other forms of times, and kinds without names. */
import * as edit from '../operators/edits.ts';
import { names } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Writes every time of every response in another form. */
const times = (write: (time: string) => string): Change =>
  everyObject(
    () => true,
    (value) => {
      for (const name of ['createdAt', 'effectiveAt', 'recordTime'])
        edit.edited(value, name, (time) => (typeof time === 'string' ? write(time) : time));
    },
  );

export const memberRuleFaults: readonly LedgerFault[] = table({
  'times-as-seconds': {
    description: 'Times are numbers of seconds since 1970, as strings.',
    killedBy:
      'ledger/{updates,updates-*,update-by-*,transaction-*,active-contracts*,contract-by-id,events-by-contract-id,completions}/times-are-rfc-3339',
    change: times((time) => `${Date.parse(time) / 1000}`),
  },
  'right-without-a-kind': {
    description: 'A right of many users has no kind.',
    killedBy: 'ledger/user-rights/kinds-are-named',
    versions: EVERY_VERSION,
    change: respond(on.rights, 'rights.*', (right) => (names(right, 'CanReadAs') ? {} : right)),
  },
});
