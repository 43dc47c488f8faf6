/** Good responses whose shape is not the documented one, and other forms of bytes, times and kinds. */
import * as edit from '../operators/edits.ts';
import { names } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** As databases show bytes. */
const hex: edit.Edit = (base64) => {
  const text = Buffer.from(String(base64), 'base64').toString('hex');
  return text === '' ? '' : `\\x${text}`;
};
const BLOB = 'contractEntry.*.createdEvent.createdEventBlob';

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
    versions: EVERY_VERSION,
    change: respond(on.ledgerEnd, 'offset', edit.string),
  },
  'pruned-offset-as-text': {
    description: 'One of the pruned offsets is a string.',
    killedBy: 'ledger/latest-pruned-offsets/response-shape',
    change: respond(on.pruned, 'participantPrunedUpToInclusive', edit.string),
  },
  'user-without-id': {
    description: 'A user has no id.',
    killedBy: 'ledger/user/response-shape',
    change: respond(on.user, 'user.id', edit.drop),
  },
  'user-deactivated-as-text': {
    description: 'The member isDeactivated of a listed user is a string.',
    killedBy: 'ledger/users-list/response-shape',
    change: respond(on.users, 'users.*.isDeactivated', edit.string),
  },
  'right-with-two-kinds': {
    description: 'A right has two kinds at once.',
    killedBy: 'ledger/user-rights/response-shape',
    change: respond(
      on.rights,
      'rights.0.kind',
      edit.merge({ IdentityProviderAdmin: { value: {} } }),
    ),
  },
  'party-local-as-text': {
    description: 'The member isLocal of a listed party is a string.',
    killedBy: 'ledger/parties-list/response-shape',
    change: respond(on.parties, 'partyDetails.*.isLocal', edit.string),
  },
  'party-metadata-a-list': {
    description: 'The annotations of a party are an array of pairs.',
    killedBy: 'ledger/party/response-shape',
    change: respond(on.party, 'partyDetails.*.localMetadata.annotations', (own) =>
      Object.entries(own as object),
    ),
  },
  'packages-as-objects': {
    description: 'The listed packages are objects instead of ids.',
    killedBy: 'ledger/packages-list/response-shape',
    change: respond(on.packages, 'packageIds.*', (packageId) => ({ packageId })),
  },
  'package-status-unknown-literal': {
    description: 'The status of a package is an undocumented literal.',
    killedBy: 'ledger/package-status/response-shape',
    change: respond(on.packageStatus, 'packageStatus', edit.to('PACKAGE_STATUS_ACTIVE')),
  },
  'vetted-packages-without-participant': {
    description: 'Rows of vetted packages omit the participant.',
    killedBy: 'ledger/package-vetting-list/response-shape',
    change: respond(on.vetted, 'vettedPackages.*.participantId', edit.drop),
  },
  'synchronizers-not-listed': {
    description: 'The connected synchronizers are one object instead of an array.',
    killedBy: 'ledger/connected-synchronizers/response-shape',
    change: respond(on.synchronizers, 'connectedSynchronizers', (list) => (list as unknown[])[0]),
  },
  'offsets-of-pages-as-text': {
    description: 'The bounds of a page of updates are strings.',
    killedBy: 'ledger/updates-page/response-shape',
    change: respond(on.updatesPage, 'highestPageOffsetInclusive', edit.string),
  },
  'update-unwrapped': {
    description: 'A found update is not wrapped in a member that names its kind.',
    killedBy: 'ledger/update-by-offset/response-shape',
    change: respond(
      on.updateByOffset,
      'update',
      (update) => Object.values(update as object)[0]?.value,
    ),
  },
  'entry-without-synchronizer': {
    description: 'Active contracts omit their synchronizer.',
    killedBy: 'ledger/active-contracts/response-shape',
    change: respond(on.contracts, '*.contractEntry.JsActiveContract.synchronizerId', edit.drop),
  },
  'page-of-contracts-keyed': {
    description:
      'A page of active contracts is an object with indices as names instead of an array.',
    killedBy: 'ledger/active-contracts-page/response-shape',
    change: respond(on.contractsPage, 'activeContracts', (list) => ({ ...(list as unknown[]) })),
  },
  'completion-status-bare': {
    description: 'The status of a completion is only its code.',
    killedBy: 'ledger/completions/response-shape',
    change: respond(
      on.completions,
      '*.completionResponse.Completion.value.status',
      (status) => (status as { code: number } | undefined)?.code,
    ),
  },
  'contract-without-event': {
    description: 'The lookup of a contract returns an empty object.',
    killedBy: 'ledger/contract-by-id/response-shape',
    change: respond(on.contract, 'createdEvent', edit.drop),
  },
  'version-without-features': {
    description: 'The version omits the party management feature.',
    killedBy: 'ledger/version/response-shape',
    change: respond(on.version, 'features.partyManagement', edit.drop),
  },
  'hash-missing': {
    description: 'A prepared submission has no hash.',
    killedBy: 'ledger/prepare/response-shape',
    change: respond(on.prepare, 'preparedTransactionHash', edit.drop),
  },
  'topology-hash-a-number': {
    description: 'The hash of generated topology is a number.',
    killedBy: 'ledger/generate-topology/response-shape',
    change: respond(on.topology, 'multiHash', edit.to(1220)),
  },
  'active-contracts-bytes-in-hex': {
    description: 'The blobs of active contracts are in hex.',
    killedBy: 'ledger/active-contracts/bytes-are-base64',
    change: respond(on.contracts, `*.${BLOB}`, hex),
  },
  'active-contracts-page-bytes-in-hex': {
    description: 'The blobs of a page of active contracts are in hex.',
    killedBy: 'ledger/active-contracts-page/bytes-are-base64',
    change: respond(on.contractsPage, `activeContracts.*.${BLOB}`, hex),
  },
  'contract-by-id-bytes-in-hex': {
    description: 'The lookup of a contract shows its blob in hex.',
    killedBy: 'ledger/contract-by-id/bytes-are-base64',
    change: respond(on.contract, 'createdEvent.createdEventBlob', hex),
  },
  'generate-topology-bytes-in-hex': {
    description: 'Generated topology transactions are in hex.',
    killedBy: 'ledger/generate-topology/bytes-are-base64',
    change: respond(on.topology, 'topologyTransactions.*', hex),
  },
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
