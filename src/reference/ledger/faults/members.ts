/** Faults in members of responses: two are swapped, repeated from the first object, or have another value or form. */
import { type LedgerFault, table } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on, VET } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';

/** Writes every time of every response in another form. */
const times = (write: (time: string) => string): Change =>
  everyObject(
    () => true,
    (value) => {
      for (const name of ['createdAt', 'effectiveAt', 'recordTime'])
        edit.edited(value, name, (time) => (typeof time === 'string' ? write(time) : time));
    },
  );

export const memberFaults: readonly LedgerFault[] = table({
  'references-by-id-only': {
    description: 'A change to vetted packages compares only the id of a reference.',
    killedBy: 'ledger/package-vetting-update/references-match-in-every-member',
    change: request(VET, 'changes.*.operation.value.value.packages.*', (reference) =>
      isRecord(reference) && reference['packageId'] !== ''
        ? { ...reference, packageName: '', packageVersion: '' }
        : reference,
    ),
  },
  'serials-not-compared': {
    description: 'A change to vetted packages ignores the serial that it expects.',
    killedBy: 'ledger/package-vetting-update/serials-guard-changes',
    change: request(VET, 'expectedTopologySerial', edit.to(undefined)),
  },
  'checkpoint-one-behind': {
    description: 'A checkpoint after the last update has the offset before that update.',
    killedBy: 'ledger/updates/checkpoints-cover-what-comes-before',
    change: respond(on.updates, '', (list, { query }) => {
      const [last] = (list as Json[])
        .slice(-1)
        .flatMap((one) => Object.values(Object(one['update'])));
      const offset = Number((last as { value?: Json } | undefined)?.value?.['offset']) - 1;
      const checkpoint = { OffsetCheckpoint: { value: { offset, synchronizerTimes: [] } } };
      const hasRoom = (list as Json[]).length < Number(query.get('limit') ?? 50);
      return offset > 0 && hasRoom ? [...(list as Json[]), { update: checkpoint }] : list;
    }),
  },
  'version-of-another-product': {
    description: 'The version is that of another product: 2.5.0.',
    killedBy: 'ledger/version/version-has-this-api',
    change: respond(on.version, 'version', edit.to('2.5.0')),
  },
  'few-rights-per-user': {
    description: 'The version response states a limit of 20 rights for each user.',
    killedBy: 'ledger/version/user-limits-are-large-enough',
    change: respond(on.version, 'features.userManagement.maxRightsPerUser', edit.to(20)),
  },
  'first-completion-is-lost': {
    description: 'Each list of completions starts with its second completion.',
    killedBy: 'ledger/completions/start-leaves-out-what-precedes-it',
    change: respond(on.completions, '', (list) => (list as Json[]).slice(1)),
  },
  'ledger-end-as-text': {
    description: 'The ledger end is a string.',
    killedBy: 'ledger/ledger-end/response-shape',
    change: respond(on.ledgerEnd, 'offset', String),
  },
  'prepared-hash-in-hex': {
    description: 'The hash of a prepared transaction is hexadecimal, which is also valid base64.',
    killedBy: 'ledger/prepare/response-has-transaction-and-hash',
    change: respond(on.prepare, 'preparedTransactionHash', (base64) =>
      Buffer.from(String(base64), 'base64').toString('hex'),
    ),
  },
  'times-as-seconds': {
    description: 'Times are seconds since 1970, as strings.',
    killedBy:
      'ledger/{updates,updates-*,update-by-*,transaction-*,active-contracts*,contract-by-id,events-by-contract-id,completions}/times-are-rfc-3339',
    change: times((time) => `${Date.parse(time) / 1000}`),
  },
});
