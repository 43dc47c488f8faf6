/** Faults in what is read of a request: a member is checked and then ignored, or one of several counts. */

import { invalidArgument, LedgerError } from '../errors.ts';
import { type LedgerFault, reading, table, together } from '../fault.ts';
import type { Filters } from '../filters/decode.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt } from '../operators/json.ts';
import { CONTRACTS, on, UPLOADS, VET } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { inFormats, query, request } from '../operators/request.ts';
import type { Change } from '../steps.ts';
import { from } from '../versions.ts';

const nothing = edit.to(undefined);
const FORMAT = 'transactionFormat.eventFormat.filtersByParty.*.cumulative';

/** Every filter becomes a wildcard without extras. */
const wildcards = edit.to([]);

/** Edits the filters by party in the requests for active contracts. */
const ofParties = (change: (byParty: Readonly<Record<string, Filters>>) => object): Change =>
  request(CONTRACTS, inFormats('filtersByParty'), (byParty) =>
    change(byParty as Readonly<Record<string, Filters>>),
  );

export const ignoredMemberFaults: readonly LedgerFault[] = table({
  'minimum-of-the-time-ignored': {
    description: 'A command gets its ledger time regardless of its minimum.',
    killedBy: 'ledger/submit-and-wait-for-transaction/ledger-time-has-its-minimum',
    change: request(on.forTransaction, 'commands.minLedgerTimeAbs', nothing),
  },
  'relative-minimum-ignored': {
    description: 'A command gets its ledger time regardless of its relative minimum.',
    killedBy: 'ledger/submit-and-wait-for-transaction/ledger-time-has-its-relative-minimum',
    change: request(on.forTransaction, 'commands.minLedgerTimeRel', nothing),
  },
  'deduplication-ignored': {
    description: 'The server does not read the deduplication period of a command.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-malformed-deduplication',
    change: reading(on.forTransaction, (decoder) => (value, at) => {
      const { commands, ...body } = value as { commands?: object };
      const { deduplicationPeriod: _, ...rest } = { ...commands } as Json;
      return decoder({ ...body, commands: rest }, at);
    }),
  },
  'offset-periods-rejected': {
    description: 'A deduplication period with an offset is rejected.',
    killedBy: 'ledger/submit-and-wait-for-transaction/submission-options-are-accepted',
    change: reject(on.forTransaction, invalidArgument('The period has no duration.'), ({ body }) =>
      JSON.stringify(body).includes('DeduplicationOffset'),
    ),
  },
  'force-flags-rejected': {
    description: 'A change of vetted packages with force flags is rejected.',
    killedBy: 'ledger/package-vetting-update/packages-are-vetted-as-listed',
    change: reject(
      on.vet,
      invalidArgument('The flag is not known.'),
      ({ body }) => listAt(body, 'updateVettedPackagesForceFlags').length > 0,
    ),
  },
  'disclosed-contracts-ignored': {
    description: 'The server does not read the contracts that a command discloses.',
    killedBy: 'ledger/submit-and-wait-for-transaction/disclosed-contracts-match-their-blob',
    change: request(on.forTransaction, 'commands.disclosedContracts', nothing),
  },
  'archive-is-no-choice': {
    description: 'A command cannot exercise the choice Archive of an earlier contract.',
    killedBy: 'ledger/submit-and-wait-for-transaction/own-contract-can-be-archived',
    change: request(on.forTransaction, 'commands.commands.*', (command) => {
      const { case: kind, value } = command as Json;
      return kind === 'ExerciseCommand'
        ? { case: kind, value: edit.merge({ choice: 'archive' })(value) }
        : command;
    }),
  },
  'filters-of-submissions-ignored': {
    description: 'The transaction of a command has all events and no blobs, whatever its format.',
    killedBy:
      'ledger/submit-and-wait-for-transaction/{returns-requested-blobs,events-pass-their-filters,events-carry-what-is-requested}',
    change: request(on.forTransaction, FORMAT, wildcards),
  },
  'reassignment-under-another-name': {
    description: 'Reassignments are read from another member than the documented one.',
    killedBy: 'ledger/submit{-and-wait-for-reassignment,-reassignment}/documented-form-is-read',
    change: request(
      [on.forReassignment, on.submitReassignment],
      'reassignmentCommands.commands.*.command',
      nothing,
    ),
  },
  'submission-of-reassignments-ignored': {
    description: 'The completion of a reassignment has an id that the server made.',
    killedBy: 'ledger/submit-reassignment/completion-names-submission-id',
    change: request(on.submitReassignment, 'reassignmentCommands.submissionId', edit.to('')),
  },
  'topology-of-any-party-found': {
    description: 'Lookups of updates find topology changes whatever party the request names.',
    killedBy: 'ledger/update-by-{offset,id}/hides-from-unrelated-party',
    change: request(
      [on.updateByOffset, on.updateById],
      'updateFormat.includeTopologyEvents.includeParticipantAuthorizationEvents.parties',
      edit.to([]),
    ),
  },
  'names-of-filters-in-lower-case': {
    description: 'Updates with a filter take its names in lower case, and find none.',
    killedBy: 'ledger/updates/known-filters-are-accepted',
    change: request(
      on.updates,
      ['templateId', 'interfaceId']
        .map((id) => inFormats(`filtersByParty.*.cumulative.*.identifierFilter.value.value.${id}`))
        .join(' '),
      (id) => String(id).toLowerCase(),
    ),
  },
  'older-filters-ignored': {
    description: 'The older form of a request selects everything that its parties see.',
    killedBy: 'ledger/{active-contracts,updates}/older-form-selects-the-same',
    versions: from('3.5'),
    change: request([on.contracts, on.updates], 'filter.filtersByParty.*.cumulative', edit.to([])),
  },
  'contracts-for-signatories-only': {
    description: 'The lookup of a contract does not find it for an observer.',
    killedBy: 'ledger/contract-by-id/each-stakeholder-finds-contract',
    change: reject(
      on.contract,
      new LedgerError('CONTRACT_PAYLOAD_NOT_FOUND', 5, 'There is no such contract.'),
      ({ body }, { history }) => {
        const { contractId, queryingParties: parties } = body as {
          contractId: string;
          queryingParties: string[];
        };
        const { signatories = parties } = history.contracts.get(contractId)?.contract ?? {};
        return parties.length > 0 && !signatories.some((one) => parties.includes(one));
      },
    ),
  },
  'hashing-scheme-ignored': {
    description: 'Every hash is made by the default scheme.',
    killedBy: 'ledger/prepare/hashing-scheme-is-kept',
    versions: from('3.5'),
    change: request(on.prepare, 'hashingSchemeVersion', nothing),
  },
  'costs-always-estimated': {
    description: 'The estimation of costs cannot be disabled.',
    killedBy: 'ledger/prepare/estimation-can-be-disabled',
    change: request(on.prepare, 'estimateTrafficCost', nothing),
  },
  'only-the-first-package-vetted': {
    description: 'A change of vetted packages has the effect of its first package only.',
    killedBy: 'ledger/package-vetting-update/each-reference-is-resolved',
    change: request(on.vet, 'changes.*.operation.value.value.packages', edit.first(1)),
  },
  'vetting-on-the-first-synchronizer': {
    description: 'Changes of vetted packages are made on the first synchronizer.',
    killedBy: 'ledger/package-vetting-update/dry-run-shows-requested-place',
    change: request(VET, 'synchronizerId', (_id, _call, { synchronizers }) => synchronizers[0]),
  },
  'parties-on-the-first-synchronizer': {
    description: 'New parties are on the first synchronizer.',
    killedBy: 'ledger/parties-allocate/party-is-on-the-named-synchronizer',
    change: request(
      on.allocate,
      'synchronizerId',
      (_id, _call, { synchronizers }) => synchronizers[0],
    ),
  },
  'owners-of-external-parties-ignored': {
    description: 'The user that the allocation of an external party names gets no right.',
    killedBy: 'ledger/external-parties-allocate/named-user-may-act',
    versions: from('3.5'),
    change: request(on.allocateExternal, 'userId', edit.to('')),
  },
  'only-the-first-party-counts': {
    description: 'The preferred packages are those of the first party.',
    killedBy:
      'ledger/{preferred-package-version/unknown-party-has-no-preference,preferred-packages/rejects-unmet-requirement}',
    change: together(
      request(on.preferredPackages, 'packageVettingRequirements.*.parties', edit.first(1)),
      query(on.preferredVersion, (given) => {
        const [first = ''] = given.getAll('parties');
        given.set('parties', first);
      }),
    ),
  },
  'right-to-execute-unknown-to-creations': {
    description: 'A new user cannot have the right to execute.',
    killedBy: 'ledger/users-create/accepted-with-all-members',
    change: reject(on.createUser, invalidArgument('There is no right of this kind.'), ({ body }) =>
      JSON.stringify(body).includes('CanExecuteAs'),
    ),
  },
  'any-party-ignored-by-lookups': {
    description: 'Lookups of updates select by party only.',
    killedBy: 'ledger/update-by-{offset,id}/any-party-filter-selects-all',
    change: request([on.updateByOffset, on.updateById], inFormats('filtersForAnyParty'), nothing),
  },
  'first-command-only': {
    description: 'The server executes the first command of a submission and drops the others.',
    killedBy: 'ledger/submit-and-wait-for-transaction{,-tree}/executes-each-command',
    change: together(
      request(on.forTransaction, 'commands.commands', edit.first(1)),
      request(on.forTree, 'commands', edit.first(1)),
    ),
  },
  'first-mask-path-only': {
    description: 'An update changes only the first member that its mask names.',
    killedBy: 'ledger/*/update-changes-named-members',
    change: request([on.updateUser, on.updateIdp], 'updateMask.paths', edit.first(1)),
  },
  'hints-in-lower-case': {
    description: 'A new party has the hint of the request in lower case.',
    killedBy: 'ledger/parties-allocate/allocated-id-has-hint',
    change: request(on.allocate, 'partyIdHint', (hint) => String(hint).toLowerCase()),
  },
  'first-vetting-change-only': {
    description: 'A change of vetted packages executes only the first of its changes.',
    killedBy: 'ledger/package-vetting-update/dry-run-shows-period',
    change: request(VET, 'changes', edit.first(1)),
  },
  'vets-on-first-synchronizer': {
    description: 'An upload vets its packages on the first synchronizer.',
    killedBy: 'ledger/*-upload/uploaded-packages-are-vetted',
    change: query(UPLOADS, (parameters) => parameters.delete('synchronizerId')),
  },
  'updates-found-by-part-of-id': {
    description: 'A lookup compares the first 64 characters of an update id.',
    killedBy: 'ledger/*/rejects-unknown-update',
    change: request([on.updateById, on.transactionById], 'updateId', (id, _call, { history }) => {
      const start = String(id).slice(0, 64);
      return history.updates.find(({ updateId }) => updateId.startsWith(start))?.updateId ?? id;
    }),
  },
  'filters-of-all-parties-for-each': {
    description: 'The filters of all parties count for each of them.',
    killedBy: 'ledger/active-contracts*/parties-add-up',
    change: ofParties((byParty) => {
      const cumulative = Object.values(byParty).flatMap((one) => one.cumulative);
      return Object.fromEntries(Object.keys(byParty).map((party) => [party, { cumulative }]));
    }),
  },
  'parties-lost-beside-any-party': {
    description: 'Filters by party are ignored beside a filter for any party.',
    killedBy: 'ledger/active-contracts*/party-filters-add-to-any-party',
    change: request(CONTRACTS, 'eventFormat', (format) =>
      (format as Json | undefined)?.['filtersForAnyParty'] === undefined
        ? format
        : edit.merge({ filtersByParty: {} })(format),
    ),
  },
});
