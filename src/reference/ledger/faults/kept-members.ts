/** Faults in the members of users, parties and identity providers that are stored, and in who may create them. */

import { notFound } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import { together, unguarded } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept, reject, skip } from '../operators/rejections.ts';
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

/** Operations that any user may call. */
const forEveryone = (
  what: string,
  operationId: string,
  operation: string,
  allow: 'writes' | 'irreversible',
): LedgerFault => ({
  id: `any-user-makes-${what}`,
  description: `Every user may call ${operation}.`,
  killedBy: `ledger/${operation}/rejects-plain-user`,
  allow,
  token: 'reader',
  change: unguarded(operationId),
});

const storedFaults: readonly LedgerFault[] = table({
  'primary-party-not-kept | users-create/keeps-primary-party | both writes | The server drops the primary party of a new user.':
    request(on.createUser, 'user', edit.merge({ primaryParty: '' })),
  'new-user-without-rights | users-create/keeps-rights | writes | The server drops the rights of a new user.':
    request(on.createUser, '', edit.merge({ rights: [] })),
  'new-user-always-active | users-create/keeps-deactivation | writes | A new user is always active.':
    request(on.createUser, 'user', edit.merge({ isDeactivated: false })),
  'deactivated-user-not-found | users-create/keeps-deactivation | writes | The lookup does not find a user that is deactivated.':
    reject(
      on.user,
      notFound('USER_NOT_FOUND', 'user', 'assay'),
      ({ path }, { users }) => users.find(path['user-id'] ?? '')?.isDeactivated === true,
    ),
  'deactivated-users-not-listed | user-update/listed-as-updated | writes | The list of users omits those that are deactivated.':
    respond(
      on.users,
      'users',
      edit.keep(({ isDeactivated }) => isDeactivated !== true),
    ),
  'user-of-no-provider | users-create/rejects-unknown-provider | writes | The server creates a user of an unknown identity provider.':
    request(on.createUser, 'user.identityProviderId', (id) =>
      String(id).includes('no-such') ? '' : id,
    ),
  'long-user-ids-cut | users-create/{rejects-long-id,long-id-error} | writes | The server cuts a user id that is too long.':
    request(on.createUser, 'user.id', (id) => String(id).slice(0, 128)),
  'primary-party-fixed | user-update/changes-primary-party | writes | The primary party of a user cannot be changed.':
    request(on.updateUser, 'updateMask.paths.*', (path) =>
      path === 'primary_party' ? 'fixed' : path,
    ),
  'empty-mask-taken | user-update/{rejects-empty-mask,empty-mask-error} | writes | The server accepts a change of a user with an empty mask.':
    skip(
      on.updateUser,
      ({ body }) => ok({ user: valueAt(body, 'user') }),
      ({ body }) => Object(valueAt(body, 'updateMask.paths')).length === 0,
    ),
  'removed-id-stays-taken | user-delete/frees-id | writes | The id of a removed user stays taken.':
    remembering(() => {
      const removed = new Set<unknown>();
      return together(
        after(on.deleteUser, ({ path }) => {
          removed.add(path['user-id']);
        }),
        reject(
          on.createUser,
          new LedgerError('USER_ALREADY_EXISTS', 6, 10, 'The id was taken once.'),
          ({ body }) => removed.has(valueAt(body, 'user.id')),
        ),
      );
    }),
  'moved-user-begins-anew | user-identity-provider/move-keeps-other-members | writes | A user that moves to another identity provider loses its annotations.':
    after(on.moveUser, ({ path }, { users }) => {
      const user = users.find(path['user-id'] ?? '');
      if (user !== undefined) user.annotations = {};
    }),
  'moved-user-loses-rights | user-identity-provider/move-keeps-rights | writes | A user that moves to another identity provider loses its rights.':
    after(on.moveUser, ({ path }, { users }) => {
      users.find(path['user-id'] ?? '')?.rights.clear();
    }),
  'changed-user-loses-rights | user-update/update-keeps-rights | writes | A change of a user takes its rights away.':
    after(on.updateUser, ({ path }, { users }) => {
      users.find(path['user-id'] ?? '')?.rights.clear();
    }),
  'unknown-user-moves | user-identity-provider/{rejects-unknown-resource,unknown-resource-error} | writes | The server accepts the move of an unknown user.':
    accept({ of: on.moveUser, codes: ['USER_NOT_FOUND'] }, {}),
  'moves-from-anywhere | user-identity-provider/rejects-other-source | writes | A move ignores the identity provider that the user comes from.':
    request(on.moveUser, '', (body, { path }, { users }) => ({
      ...(body as Json),
      sourceIdentityProviderId: users.find(path['user-id'] ?? '')?.identityProviderId ?? '',
    })),
  'idp-listed-without-audience | identity-provider-update/listed-as-updated | writes | The list of identity providers omits the audience.':
    respond(on.idps, 'identityProviderConfigs.*.audience', edit.to('')),
  'party-listed-as-remote | parties-allocate/listed-as-created | irreversible | The list of parties shows new ones as remote.':
    listing((row) => ({ ...row, isLocal: false })),
  'party-listed-by-filter-only | parties-allocate/listed-without-filter | both irreversible | The list of parties shows new ones only with a filter.':
    listing(
      () => undefined,
      (call) => !call.query.has('filter-party'),
    ),
  'party-listed-with-parameters-only | parties-allocate/listed-without-filter | irreversible | The list of parties shows new ones only with a parameter.':
    listing(
      () => undefined,
      (call) => call.query.size === 0,
    ),
  'user-listed-with-parameters-only | users-create/listed-without-page-size | both writes | The list of users shows new ones only with a parameter.':
    respond(
      on.users,
      'users',
      edit.keep(({ id }) => !String(id).startsWith('assay-')),
      (call) => call.query.size === 0,
    ),
  'external-party-not-listed | external-parties-allocate/listed-without-filter | irreversible | The list of parties omits external parties.':
    remembering(() => {
      const external = new Set<unknown>();
      return together(
        after(on.allocateExternal, (_call, _ledger, { json }) => {
          external.add(valueAt(json, 'partyId'));
        }),
        respond(
          on.parties,
          'partyDetails',
          edit.keep(({ party }) => !external.has(party)),
        ),
      );
    }),
  'party-listed-as-it-was | party-update/listed-as-updated | irreversible | The list of parties shows no annotations.':
    listing(
      (row) => edit.edited(structuredClone(row), 'localMetadata.annotations', () => ({})) as Json,
    ),
  'party-version-stays | party-update/update-changes-resource-version | irreversible | The resource version of a party never changes.':
    respond([on.allocate, on.updateParty, on.parties, on.party], VERSIONS, edit.to('0')),
  'unknown-party-changed | party-update/{rejects-unknown-resource,unknown-resource-error} | irreversible | The server accepts the change of an unknown party.':
    skip(
      on.updateParty,
      ({ body }) => ok({ partyDetails: valueAt(body, 'partyDetails') }),
      ({ path }) => path['party']?.startsWith('assay-unknown::') === true,
    ),
});

export const keptMemberFaults: readonly LedgerFault[] = [
  ...storedFaults,
  forEveryone('users', on.createUser, 'users-create', 'writes'),
  forEveryone('rights', on.grant, 'user-rights-grant', 'writes'),
  forEveryone('lost-rights', on.revoke, 'user-rights-revoke', 'writes'),
  forEveryone('providers', on.createIdp, 'identity-providers-create', 'writes'),
  forEveryone('parties', on.allocate, 'parties-allocate', 'irreversible'),
  forEveryone('archives', on.uploadDar, 'dars-upload', 'irreversible'),
  forEveryone('packages', on.uploadPackage, 'packages-upload', 'irreversible'),
];
