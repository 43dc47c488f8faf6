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
  'ledger-end-as-text | ledger-end/answer-shape | both | The ledger end is a string.': respond(
    on.ledgerEnd,
    'offset',
    edit.string,
  ),
  'pruned-offset-as-text | latest-pruned-offsets/answer-shape | One of the pruned offsets is a string.':
    respond(on.pruned, 'participantPrunedUpToInclusive', edit.string),
  'user-without-id | user/answer-shape | A user has no id.': respond(on.user, 'user.id', edit.drop),
  'user-deactivated-as-text | users-list/answer-shape | The member isDeactivated of a listed user is a string.':
    respond(on.users, 'users.*.isDeactivated', edit.string),
  'right-with-two-kinds | user-rights/answer-shape | A right has two kinds at once.': respond(
    on.rights,
    'rights.0.kind',
    edit.merge({ IdentityProviderAdmin: { value: {} } }),
  ),
  'party-local-as-text | parties-list/answer-shape | The member isLocal of a listed party is a string.':
    respond(on.parties, 'partyDetails.*.isLocal', edit.string),
  'party-metadata-a-list | party/answer-shape | The annotations of a party are an array of pairs.':
    respond(on.party, 'partyDetails.*.localMetadata.annotations', (own) =>
      Object.entries(own as object),
    ),
  'packages-as-objects | packages-list/answer-shape | The listed packages are objects instead of ids.':
    respond(on.packages, 'packageIds.*', (packageId) => ({ packageId })),
  'package-status-unknown-literal | package-status/answer-shape | The status of a package is an undocumented literal.':
    respond(on.packageStatus, 'packageStatus', edit.to('PACKAGE_STATUS_ACTIVE')),
  'vetted-packages-without-participant | package-vetting-list/answer-shape | Rows of vetted packages omit the participant.':
    respond(on.vetted, 'vettedPackages.*.participantId', edit.drop),
  'synchronizers-not-listed | connected-synchronizers/answer-shape | The connected synchronizers are one object instead of an array.':
    respond(on.synchronizers, 'connectedSynchronizers', (list) => (list as unknown[])[0]),
  'event-without-template | {updates,updates-flats}/answer-shape | both | Created events omit their template.':
    respond(on.updates, TEMPLATE, edit.drop),
  'offsets-of-pages-as-text | updates-page/answer-shape | The bounds of a page of updates are strings.':
    respond(on.updatesPage, 'highestPageOffsetInclusive', edit.string),
  'update-unwrapped | update-by-offset/answer-shape | A found update is not wrapped in a member that names its kind.':
    respond(on.updateByOffset, 'update', (update) => Object.values(update as object)[0]?.value),
  'entry-without-synchronizer | active-contracts/answer-shape | Active contracts omit their synchronizer.':
    respond(on.contracts, '*.contractEntry.JsActiveContract.synchronizerId', edit.drop),
  'page-of-contracts-keyed | active-contracts-page/answer-shape | A page of active contracts is an object with indices as names instead of an array.':
    respond(on.contractsPage, 'activeContracts', (list) => ({ ...(list as unknown[]) })),
  'completion-status-bare | completions/answer-shape | The status of a completion is only its code.':
    respond(
      on.completions,
      '*.completionResponse.Completion.value.status',
      (status) => (status as { code: number } | undefined)?.code,
    ),
  'contract-without-event | contract-by-id/answer-shape | The lookup of a contract returns an empty object.':
    respond(on.contract, 'createdEvent', edit.drop),
  'version-without-features | version/answer-shape | The version omits the party management feature.':
    respond(on.version, 'features.partyManagement', edit.drop),
  'hash-missing | prepare/answer-shape | A prepared submission has no hash.': respond(
    on.prepare,
    'preparedTransactionHash',
    edit.drop,
  ),
  'topology-hash-a-number | generate-topology/answer-shape | The hash of generated topology is a number.':
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
