/** Good responses whose shape is not the documented one. */
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { respond } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

/** As databases show bytes. */
const hex: edit.Edit = (base64) => {
  const text = Buffer.from(String(base64), 'base64').toString('hex');
  return text === '' ? '' : `\\x${text}`;
};
const BLOB = 'contractEntry.*.createdEvent.createdEventBlob';
const TEMPLATE = '*.update.Transaction.value.events.*.CreatedEvent.templateId';

export const shapeFaults: readonly LedgerFault[] = table({
  'ledger-end-as-text | ledger-end/response-shape | both | The ledger end is a string.': respond(
    on.ledgerEnd,
    'offset',
    edit.string,
  ),
  'pruned-offset-as-text | latest-pruned-offsets/response-shape | One of the pruned offsets is a string.':
    respond(on.pruned, 'participantPrunedUpToInclusive', edit.string),
  'user-without-id | user/response-shape | A user has no id.': respond(
    on.user,
    'user.id',
    edit.drop,
  ),
  'user-deactivated-as-text | users-list/response-shape | The member isDeactivated of a listed user is a string.':
    respond(on.users, 'users.*.isDeactivated', edit.string),
  'right-with-two-kinds | user-rights/response-shape | A right has two kinds at once.': respond(
    on.rights,
    'rights.0.kind',
    edit.merge({ IdentityProviderAdmin: { value: {} } }),
  ),
  'party-local-as-text | parties-list/response-shape | The member isLocal of a listed party is a string.':
    respond(on.parties, 'partyDetails.*.isLocal', edit.string),
  'party-metadata-a-list | party/response-shape | The annotations of a party are an array of pairs.':
    respond(on.party, 'partyDetails.*.localMetadata.annotations', (own) =>
      Object.entries(own as object),
    ),
  'packages-as-objects | packages-list/response-shape | The listed packages are objects instead of ids.':
    respond(on.packages, 'packageIds.*', (packageId) => ({ packageId })),
  'package-status-unknown-literal | package-status/response-shape | The status of a package is an undocumented literal.':
    respond(on.packageStatus, 'packageStatus', edit.to('PACKAGE_STATUS_ACTIVE')),
  'vetted-packages-without-participant | package-vetting-list/response-shape | Rows of vetted packages omit the participant.':
    respond(on.vetted, 'vettedPackages.*.participantId', edit.drop),
  'synchronizers-not-listed | connected-synchronizers/response-shape | The connected synchronizers are one object instead of an array.':
    respond(on.synchronizers, 'connectedSynchronizers', (list) => (list as unknown[])[0]),
  'event-without-template | {updates,updates-flats}/response-shape | both | Created events omit their template.':
    respond(on.updates, TEMPLATE, edit.drop),
  'offsets-of-pages-as-text | updates-page/response-shape | The bounds of a page of updates are strings.':
    respond(on.updatesPage, 'highestPageOffsetInclusive', edit.string),
  'update-unwrapped | update-by-offset/response-shape | A found update is not wrapped in a member that names its kind.':
    respond(on.updateByOffset, 'update', (update) => Object.values(update as object)[0]?.value),
  'entry-without-synchronizer | active-contracts/response-shape | Active contracts omit their synchronizer.':
    respond(on.contracts, '*.contractEntry.JsActiveContract.synchronizerId', edit.drop),
  'page-of-contracts-keyed | active-contracts-page/response-shape | A page of active contracts is an object with indices as names instead of an array.':
    respond(on.contractsPage, 'activeContracts', (list) => ({ ...(list as unknown[]) })),
  'completion-status-bare | completions/response-shape | The status of a completion is only its code.':
    respond(
      on.completions,
      '*.completionResponse.Completion.value.status',
      (status) => (status as { code: number } | undefined)?.code,
    ),
  'contract-without-event | contract-by-id/response-shape | The lookup of a contract returns an empty object.':
    respond(on.contract, 'createdEvent', edit.drop),
  'version-without-features | version/response-shape | The version omits the party management feature.':
    respond(on.version, 'features.partyManagement', edit.drop),
  'hash-missing | prepare/response-shape | A prepared submission has no hash.': respond(
    on.prepare,
    'preparedTransactionHash',
    edit.drop,
  ),
  'topology-hash-a-number | generate-topology/response-shape | The hash of generated topology is a number.':
    respond(on.topology, 'multiHash', edit.to(1220)),
});

export const byteFaults: readonly LedgerFault[] = table({
  'active-contracts-bytes-in-hex | active-contracts/bytes-are-base64 | The blobs of active contracts are in hex.':
    respond(on.contracts, `*.${BLOB}`, hex),
  'active-contracts-page-bytes-in-hex | active-contracts-page/bytes-are-base64 | The blobs of a page of active contracts are in hex.':
    respond(on.contractsPage, `activeContracts.*.${BLOB}`, hex),
  'contract-by-id-bytes-in-hex | contract-by-id/bytes-are-base64 | The lookup of a contract shows its blob in hex.':
    respond(on.contract, 'createdEvent.createdEventBlob', hex),
  'generate-topology-bytes-in-hex | generate-topology/bytes-are-base64 | Generated topology transactions are in hex.':
    respond(on.topology, 'topologyTransactions.*', hex),
});
