/** Good responses whose shape is not the documented one, and other forms of bytes, times and kinds. */
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** Bytes in the hex form of databases. */
const hex: edit.Edit = (base64) => {
  const text = Buffer.from(String(base64), 'base64').toString('hex');
  return text === '' ? '' : `\\x${text}`;
};
/** Writes every time of every response in another form. */
const times = (write: (time: string) => string): Change =>
  everyObject(
    () => true,
    (value) => {
      for (const name of ['createdAt', 'effectiveAt', 'recordTime'])
        edit.edited(value, name, (time) => (typeof time === 'string' ? write(time) : time));
    },
  );

export const shapeFaults: readonly LedgerFault[] = table({
  'ledger-end-as-text': {
    description: 'The ledger end is a string.',
    killedBy: 'ledger/ledger-end/response-shape',
    change: respond(on.ledgerEnd, 'offset', edit.string),
  },
  'contract-by-id-bytes-in-hex': {
    description: 'The lookup of a contract shows its blob in hex.',
    killedBy: 'ledger/contract-by-id/bytes-are-base64',
    change: respond(on.contract, 'createdEvent.createdEventBlob', hex),
  },
  'prepared-hash-in-hex': {
    description: 'The hash of a prepared transaction is hexadecimal, which is also valid base64.',
    killedBy: 'ledger/prepare/response-has-transaction-and-hash',
    change: respond(on.prepare, 'preparedTransactionHash', (base64) =>
      Buffer.from(String(base64), 'base64').toString('hex'),
    ),
  },
  'times-as-seconds': {
    description: 'Times are numbers of seconds since 1970, as strings.',
    killedBy:
      'ledger/{updates,updates-*,update-by-*,transaction-*,active-contracts*,contract-by-id,events-by-contract-id,completions}/times-are-rfc-3339',
    change: times((time) => `${Date.parse(time) / 1000}`),
  },
});
