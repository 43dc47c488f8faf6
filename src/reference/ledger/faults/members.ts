/** Faults of a mapper: two members are swapped, repeated from the first object, or mapped to a neighbor. */
import * as edit from '../operators/edits.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on, VET } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { everyObject, respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import type { Change } from '../steps.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

/** Swaps two members of every object that has both. */
const swapped = (one: string, other: string): Change =>
  everyObject(
    (value) => one in value && other in value,
    (value) => {
      [value[one], value[other]] = [value[other], value[one]];
    },
  );

/** Every object that has both members shows the value of one in the other too. */
const filledFrom = (one: string, other: string): Change =>
  everyObject(
    (value) => one in value && other in value,
    (value) => {
      value[other] = value[one];
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
  'argument-and-result-swapped': {
    description: 'The argument and the result of a choice are swapped.',
    killedBy: 'ledger/updates/arguments-precede-effects',
    change: swapped('choiceArgument', 'exerciseResult'),
  },
  'acting-parties-of-first': {
    description: 'Every exercised event has the acting parties of the first one.',
    killedBy: 'ledger/completions/exercises-act-for-their-command',
    change: ofFirst('actingParties'),
  },
  'checkpoint-one-behind': {
    description: 'A checkpoint behind the last update has the offset before it.',
    killedBy: 'ledger/updates/checkpoints-cover-what-comes-before',
    change: respond(on.updates, '', (list) => {
      const [last] = (list as Json[])
        .slice(-1)
        .flatMap((one) => Object.values(Object(one['update'])));
      const offset = Number((last as { value?: Json } | undefined)?.value?.['offset']) - 1;
      const checkpoint = { OffsetCheckpoint: { value: { offset, synchronizerTimes: [] } } };
      return offset > 0 ? [...(list as Json[]), { update: checkpoint }] : list;
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
    versions: [NEWEST],
    change: everyObject(
      (value) => value['contractKey'] === null,
      (value) => {
        value['contractKey'] = {};
      },
    ),
  },
  'interface-is-template': {
    description: 'Exercised events name their template as the interface.',
    killedBy: 'ledger/updates/interfaces-are-no-templates',
    change: filledFrom('templateId', 'interfaceId'),
  },
});
