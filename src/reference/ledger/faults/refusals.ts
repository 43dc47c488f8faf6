/** Faults in the codes of refusals: an operation reports every refusal as a conflict. */

import { LedgerError } from '../failures.ts';
import { refusing } from '../fault.ts';
import { on } from '../operators/operations.ts';
import type { LedgerFault } from './table.ts';

/** The gRPC codes of a missing right and of a missing token: these refusals are alike everywhere. */
const DENIED = new Set([7, 16]);
const CONFLICT = { code: 'IN_CONFLICT', grpcCodeValue: 10, errorCategory: 9 };

/** An operation that reports every refusal by the ledger as a conflict. */
const conflicting = (
  operation: string,
  operationId: string,
  names: string,
  allow?: 'writes' | 'irreversible',
): LedgerFault => ({
  id: `${operation}-refuses-otherwise`,
  description: `The operation ${operation} reports every refusal as a conflict.`,
  killedBy: `ledger/${operation}/${names}`,
  ...(allow && { allow }),
  change: refusing((reply, error, _incoming, route) =>
    error instanceof LedgerError && !DENIED.has(error.grpc) && route?.operationId === operationId
      ? { ...reply, status: 409, json: { ...(reply.json as object), ...CONFLICT } }
      : reply,
  ),
});

const NOT_FOUND = '{unknown-is,other-kinds-are}-not-found';
const NO_ID = '{unknown-is-not-found,other-kinds-are-not-found,malformed-id-refused}';
const RIGHTS = '{right-without-kind-refused,other-id-refused,unknown-user}';
const CONTRACTS =
  '{format-without-filters,unknown-package-name,unknown-template,two-formats,no-format,package-id-in-filter}-refused';
const CONTRACTS_PAGE =
  '{offset-after-the-end,negative-offset,format-without-filters,unknown-package-name,unknown-template}-refused';
const UPDATES =
  '{one-format-only,parties-are-needed,some-format-needed,shape-is-needed,unknown-package-name-not-found,unknown-template-not-found,package-ids-refused-in-filters}';
const UPDATES_PAGE = '{offsets-are-within-the-ledger,unknown-page-token-refused,bad-token-refused}';
const COMPLETIONS = '{offsets-are-within-the-ledger,negative-begin-refused,pruned-begin-refused}';
const UPDATE_USER = '{unknown-path-refused,unknown-user,other-id-refused}';
const UPDATE_IDP = '{other-id-refused,unknown-path-refused,unknown-provider}';

export const refusalFaults: readonly LedgerFault[] = [
  conflicting('events-by-contract-id', on.events, '{malformed-id,format-without-filters}-refused'),
  conflicting('contract-by-id', on.contract, 'malformed-id-refused'),
  conflicting('package', on.package, 'malformed-id-refused'),
  conflicting('package-status', on.packageStatus, 'malformed-id-refused'),
  conflicting('package-vetting-list', on.vetted, 'unreadable-token-refused'),
  conflicting('parties-list', on.parties, '{larger-page-refused,wrong-pages-refused}'),
  conflicting('users-list', on.users, 'wrong-pages-refused'),
  conflicting('party', on.party, 'malformed-party'),
  conflicting('user', on.user, 'malformed-user'),
  conflicting('user-rights', on.rights, 'malformed-user'),
  conflicting('identity-provider', on.idp, 'unknown-provider'),
  conflicting('active-contracts', on.contracts, CONTRACTS),
  conflicting('active-contracts-page', on.contractsPage, CONTRACTS_PAGE),
  conflicting('connected-synchronizers', on.synchronizers, 'malformed-party-refused'),
  conflicting('updates', on.updates, UPDATES),
  conflicting('updates-page', on.updatesPage, UPDATES_PAGE),
  conflicting('completions', on.completions, COMPLETIONS),
  conflicting('transaction-by-offset', on.transactionByOffset, NOT_FOUND),
  conflicting('transaction-by-id', on.transactionById, NO_ID),
  conflicting('transaction-tree-by-offset', on.treeByOffset, NOT_FOUND),
  conflicting('transaction-tree-by-id', on.treeById, NO_ID),
  conflicting('update-by-id', on.updateById, 'malformed-id-refused'),
  conflicting('prepare', on.prepare, '{unknown-template-not-found,extra-argument-refused}'),
  conflicting('packages-upload', on.uploadPackage, 'same-as-replacement'),
  conflicting('parties-allocate', on.allocate, 'malformed-name-refused', 'irreversible'),
  conflicting(
    'external-parties-allocate',
    on.allocateExternal,
    'wrong-signature-refused',
    'irreversible',
  ),
  conflicting(
    'party-update',
    on.updateParty,
    '{other-party-refused,unknown-path-refused}',
    'irreversible',
  ),
  conflicting('user-delete', on.deleteUser, 'second-removal-refused', 'writes'),
  conflicting('user-update', on.updateUser, UPDATE_USER, 'writes'),
  conflicting('user-rights-grant', on.grant, RIGHTS, 'writes'),
  conflicting('user-rights-revoke', on.revoke, RIGHTS, 'writes'),
  conflicting(
    'user-identity-provider',
    on.moveUser,
    '{unknown-provider,other-id-refused}',
    'writes',
  ),
  conflicting('identity-provider-update', on.updateIdp, UPDATE_IDP, 'writes'),
  conflicting('identity-provider-delete', on.deleteIdp, 'second-removal-refused', 'writes'),
  conflicting(
    'submit-and-wait',
    on.submitAndWait,
    '{unknown-template,unknown-field}-refused',
    'irreversible',
  ),
];
