/** Faults in the members of users, parties and identity providers that are stored. */

import { LedgerError } from '../failures.ts';
import { together } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { always, respond, type When } from '../operators/respond.ts';
import { after, remembering } from '../operators/state.ts';
import { ok } from '../reply.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** Lists other rows for the parties that the run allocates. */
const listing = (change: (row: Json) => Json | undefined, when: When = always): Change =>
  respond(
    on.parties,
    'partyDetails',
    (rows) =>
      (rows as Json[]).flatMap((row) =>
        String(row['party']).startsWith('assay-') ? (change(row) ?? []) : [row],
      ),
    when,
  );

const VERSIONS =
  'partyDetails.localMetadata.resourceVersion partyDetails.*.localMetadata.resourceVersion';

const find = ({ idps }: Ledger, id: unknown) =>
  idps.all().find((one) => one.identityProviderId === id);
const target =
  (is: (id: unknown, ledger: Ledger) => boolean): When =>
  ({ body }, ledger) =>
    is(valueAt(body, 'targetIdentityProviderId'), ledger);

export const keptMemberFaults: readonly LedgerFault[] = table({
  'new-user-begins-plain': {
    description: 'A new user has no primary party and no rights, and is active.',
    killedBy: 'ledger/users-create/{keeps-primary-party,keeps-rights,keeps-deactivation}',
    change: together(
      request(on.createUser, 'user', edit.merge({ primaryParty: '', isDeactivated: false })),
      request(on.createUser, '', edit.merge({ rights: [] })),
    ),
  },
  'deactivated-users-not-listed': {
    description: 'The list of users omits those that are deactivated.',
    killedBy: 'ledger/user-update/listed-as-updated',
    change: respond(
      on.users,
      'users',
      edit.keep(({ isDeactivated }) => isDeactivated !== true),
    ),
  },
  'user-of-no-provider': {
    description: 'The server creates a user of an unknown identity provider.',
    killedBy: 'ledger/users-create/rejects-unknown-provider',
    change: request(on.createUser, 'user.identityProviderId', (id) =>
      String(id).includes('no-such') ? '' : id,
    ),
  },
  'primary-party-fixed': {
    description: 'The primary party of a user cannot be changed.',
    killedBy: 'ledger/user-update/changes-primary-party',
    change: request(on.updateUser, 'updateMask.paths.*', (path) =>
      path === 'primary_party' ? 'fixed' : path,
    ),
  },
  'removed-id-stays-taken': {
    description: 'The id of a removed user stays taken.',
    killedBy: 'ledger/user-delete/frees-id',
    change: remembering(() => {
      const removed = new Set<unknown>();
      return together(
        after(on.deleteUser, ({ path }) => {
          removed.add(path['user-id']);
        }),
        reject(
          on.createUser,
          new LedgerError('USER_ALREADY_EXISTS', 6, 'The id was taken once.'),
          ({ body }) => removed.has(valueAt(body, 'user.id')),
        ),
      );
    }),
  },
  'moved-user-begins-anew': {
    description: 'A user that moves to another identity provider loses its annotations.',
    killedBy: 'ledger/user-identity-provider/move-keeps-other-members',
    change: after(on.moveUser, ({ path }, { users }) => {
      const user = users.find(path['user-id'] ?? '');
      if (user !== undefined) user.annotations = {};
    }),
  },
  'changed-user-loses-rights': {
    description: 'A change or a move of a user takes its rights away.',
    killedBy: 'ledger/{user-update/update-keeps-rights,user-identity-provider/move-keeps-rights}',
    change: after([on.updateUser, on.moveUser], ({ path }, { users }) => {
      users.find(path['user-id'] ?? '')?.rights.clear();
    }),
  },
  'moves-from-anywhere': {
    description: 'A move ignores the identity provider that the user comes from.',
    killedBy: 'ledger/user-identity-provider/rejects-other-source',
    change: request(on.moveUser, '', (body, { path }, { users }) => ({
      ...(body as Json),
      sourceIdentityProviderId: users.find(path['user-id'] ?? '')?.identityProviderId ?? '',
    })),
  },
  'party-listed-by-filter-only': {
    description: 'The list of parties shows new ones only with a filter.',
    killedBy: 'ledger/{parties-allocate,external-parties-allocate}/listed-without-filter',
    change: listing(
      () => undefined,
      (call) => !call.query.has('filter-party'),
    ),
  },
  'user-listed-with-parameters-only': {
    description: 'The list of users shows new ones only with a parameter.',
    killedBy: 'ledger/users-create/listed-without-page-size',
    change: respond(
      on.users,
      'users',
      edit.keep(({ id }) => !String(id).startsWith('assay-')),
      (call) => call.query.size === 0,
    ),
  },
  'party-version-stays': {
    description: 'The resource version of a party never changes.',
    killedBy: 'ledger/party-update/update-changes-resource-version',
    change: respond([on.allocate, on.updateParty, on.parties, on.party], VERSIONS, edit.to('0')),
  },
  'idp-list-stale': {
    description: 'The list of identity providers never changes.',
    killedBy: 'ledger/identity-providers-create/listed-as-created',
    change: remembering((ledger) => {
      const atStart = structuredClone(ledger.idps.all());
      return respond(on.idps, 'identityProviderConfigs', edit.to(atStart));
    }),
  },
  'user-not-moved': {
    description: 'The server does not store the move of a user to an identity provider.',
    killedBy: 'ledger/user-identity-provider/moves-to-target',
    change: skip(
      on.moveUser,
      ok({}),
      target((id, ledger) => find(ledger, id) !== undefined),
    ),
  },
});
