/** Faults in members of responses: two are swapped, repeated from the first object, or have another value or form. */
import { type LedgerFault, remembering, table } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { CONTRACT_PAGES, on, VET } from '../operators/operations.ts';
import { errors } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { from } from '../versions.ts';

/** Swaps two members of every object that has both. */
const swapped = (one: string, other: string): Change =>
  everyObject(
    (value) => one in value && other in value,
    (value) => {
      [value[one], value[other]] = [value[other], value[one]];
    },
  );

/** Every object that has the member shows what the first one shows. */
const ofFirst = (name: string, is: (value: Json) => boolean = () => true): Change =>
  remembering(() => {
    let first: unknown;
    return everyObject(
      (value) => name in value && is(value),
      (value) => {
        first ??= value[name];
        value[name] = first;
      },
    );
  });

/** Edits the exercised events in the responses to submissions. */
const exercised = (members: (event: Json) => Json): Change =>
  respond(on.forTransaction, 'transaction.events.*.ExercisedEvent', (event) =>
    isRecord(event) ? { ...event, ...members(event) } : event,
  );

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

export const memberFaults: readonly LedgerFault[] = table({
  'every-party-is-local': {
    description: 'The list and the lookup of parties show all parties as local.',
    killedBy: 'ledger/parties-list/local-parties-have-permissions',
    change: respond([on.parties, on.party], 'partyDetails.*.isLocal', edit.to(true)),
  },
  'permissions-are-neighbors': {
    description: 'Connected synchronizers show the permission after the right one.',
    killedBy: 'ledger/parties-allocate/hosting-has-the-shown-permission',
    change: respond(on.synchronizers, 'connectedSynchronizers.*.permission', (permission) =>
      permission === 'PARTICIPANT_PERMISSION_SUBMISSION'
        ? 'PARTICIPANT_PERMISSION_CONFIRMATION'
        : permission,
    ),
  },
  'vetted-names-of-first': {
    description: 'Every vetted package has the name of the first one.',
    killedBy: 'ledger/package-vetting-update/packages-are-vetted-as-listed',
    change: ofFirst('packageName', (value) => 'validFromInclusive' in value),
  },
  'references-by-id-only': {
    description: 'A change of vetted packages compares only the id of a reference.',
    killedBy: 'ledger/package-vetting-update/references-match-in-every-member',
    change: request(VET, 'changes.*.operation.value.value.packages.*', (reference) =>
      isRecord(reference) && reference['packageId'] !== ''
        ? { ...reference, packageName: '', packageVersion: '' }
        : reference,
    ),
  },
  'serials-not-compared': {
    description: 'A change of vetted packages ignores the serial that it expects.',
    killedBy: 'ledger/package-vetting-update/serials-guard-changes',
    change: request(VET, 'expectedTopologySerial', edit.to(undefined)),
  },
  'vetting-period-swapped': {
    description: 'The two ends of the period of a vetted package are swapped.',
    killedBy: 'ledger/package-vetting-update/dry-run-shows-period',
    change: swapped('validFromInclusive', 'validUntilExclusive'),
  },
  'checkpoint-one-behind': {
    description: 'A checkpoint behind the last update has the offset before it.',
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
  'alias-and-id-swapped': {
    description: 'The alias and the id of a connected synchronizer are swapped.',
    killedBy: 'ledger/connected-synchronizers/ids-have-fingerprints',
    change: swapped('synchronizerAlias', 'synchronizerId'),
  },
  'name-and-version-swapped': {
    description: 'The name and the version of a package are swapped.',
    killedBy: 'ledger/package-vetting-list/packages-have-id-name-and-version',
    change: swapped('packageName', 'packageVersion'),
  },
  'aliases-of-first': {
    description: 'Every connected synchronizer has the alias of the first one.',
    killedBy: 'ledger/connected-synchronizers/synchronizers-differ',
    change: ofFirst('synchronizerAlias'),
  },
  'key-of-no-contract': {
    description: 'A contract without a key has an empty object as its key.',
    killedBy: 'ledger/active-contracts/keys-have-hashes',
    versions: from('3.5'),
    change: everyObject(
      (value) => value['contractKey'] === null,
      (value) => {
        value['contractKey'] = {};
      },
    ),
  },
  'archivals-name-no-interface': {
    description: 'Archived events never name the interface that selected them.',
    killedBy: 'ledger/updates/archivals-name-their-interface',
    change: respond(
      on.updates,
      '*.update.Transaction.value.events.*.ArchivedEvent.implementedInterfaces',
      edit.to([]),
    ),
  },
  'version-of-another-product': {
    description: 'The version is that of another product: 2.5.0.',
    killedBy: 'ledger/version/version-has-this-api',
    change: respond(on.version, 'version', edit.to('2.5.0')),
  },
  'few-rights-per-user': {
    description: 'The version allows 20 rights for each user.',
    killedBy: 'ledger/version/user-limits-are-large-enough',
    change: respond(on.version, 'features.userManagement.maxRightsPerUser', edit.to(20)),
  },
  'views-of-pages-are-empty': {
    description: 'Pages of active contracts have views without members.',
    killedBy: 'ledger/*contracts-page/pages-have-the-extras-of-the-list',
    versions: from('3.5'),
    change: respond(
      CONTRACT_PAGES,
      'activeContracts.*.contractEntry.JsActiveContract.createdEvent.interfaceViews.*.viewValue',
      edit.to({}),
    ),
  },
  'first-completion-is-lost': {
    description: 'Each list of completions begins with its second one.',
    killedBy: 'ledger/completions/start-leaves-out-what-precedes-it',
    change: respond(on.completions, '', (list) => (list as Json[]).slice(1)),
  },
  'no-retry-hint': {
    description: 'Errors that may pass have no hint for a retry.',
    killedBy: 'ledger/updates/category-matches-code',
    change: errors((body) => ({ ...body, retryInfo: null })),
  },
  'arrival-of-another-move': {
    description: 'The response to an assignment has the counter 1 more than the unassignment.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/assignment-matches-unassignment',
    change: respond(
      on.forReassignment,
      'reassignment.events.*.JsAssignmentEvent.reassignmentCounter',
      (counter) => Number(counter) + 1,
    ),
  },
  'aliases-as-ids': {
    description: 'Connected synchronizers have their alias in the place of their name.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/synchronizer-of-command-is-connected',
    change: everyObject(
      (value) => 'synchronizerAlias' in value,
      (value) => {
        const [, fingerprint] = String(value['synchronizerId']).split('::');
        value['synchronizerId'] = `${value['synchronizerAlias']}-alias::${fingerprint}`;
      },
    ),
  },
  'exercise-consumes-nothing': {
    description: 'The response to a submission shows every exercise as not consuming.',
    killedBy: 'ledger/submit-and-wait-for-transaction/response-shows-exercise',
    change: exercised(() => ({ consuming: false })),
  },
  'ledger-end-as-text': {
    description: 'The ledger end is a string.',
    killedBy: 'ledger/ledger-end/response-shape',
    change: respond(on.ledgerEnd, 'offset', String),
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
