/** Faults in members of many responses: other forms of times, and kinds without names. */
import * as edit from '../operators/edits.ts';
import { names } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

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
  'times-without-a-zone | {updates,updates-*,update-by-*,transaction-*,active-contracts*,contract-by-id,events-by-contract-id,completions}/times-are-rfc-3339 | both | Times have no zone.':
    times((time) => time.replace(/Z$/, '')),
  'times-as-seconds | {updates,updates-*,update-by-*,transaction-*,active-contracts*,contract-by-id,events-by-contract-id,completions}/times-are-rfc-3339 | Times are numbers of seconds since 1970, as strings.':
    times((time) => `${Date.parse(time) / 1000}`),
  'right-without-a-kind | user-rights/kinds-are-named | both | A right of many users has no kind.':
    respond(on.rights, 'rights.*', (right) => (names(right, 'CanReadAs') ? {} : right)),
  'active-entry-without-its-kind | {active-contracts,active-contracts-page}/kinds-are-named | An entry of the active contracts has no kind.':
    respond(CONTRACTS, '2.contractEntry activeContracts.2.contractEntry', edit.drop),
});
