/** Faults in the codes of rejections: an operation reports every rejection as a conflict. */

import { LedgerError } from '../failures.ts';
import { rejecting } from '../fault.ts';
import { on } from '../operators/operations.ts';
import type { LedgerFault } from './table.ts';

/** The gRPC codes of a missing right and of a missing token: these rejections are alike everywhere. */
const DENIED = new Set([7, 16]);
const CONFLICT = { code: 'IN_CONFLICT', grpcCodeValue: 10, errorCategory: 9 };

/** An operation that reports every rejection by the ledger as a conflict. */
const conflicting = (
  operation: string,
  operationId: string,
  names: string,
  allow?: 'writes' | 'irreversible',
): LedgerFault => ({
  id: `${operation}-rejects-as-conflict`,
  description: `The operation ${operation} reports every rejection as a conflict.`,
  killedBy: `ledger/${operation}/${names}`,
  ...(allow && { allow }),
  change: rejecting((reply, error, _incoming, route) =>
    error instanceof LedgerError && !DENIED.has(error.grpc) && route?.operationId === operationId
      ? { ...reply, status: 409, json: { ...(reply.json as object), ...CONFLICT } }
      : reply,
  ),
});

const NOT_FOUND =
  '{rejects-unknown-update,unknown-update-error,rejects-other-kind,other-kind-error}';
const NO_ID =
  '{rejects-malformed-contract-id,malformed-contract-id-error,rejects-malformed-package-id,malformed-package-id-error,rejects-malformed-update-id,malformed-update-id-error,rejects-malformed-id,malformed-id-error,rejects-unknown-update,unknown-update-error,rejects-other-kind,other-kind-error}';
const RIGHTS =
  '{rejects-unknown-resource,unknown-resource-error,rejects-other-id,other-id-error,rejects-right-without-kind,right-without-kind-error}';
const CONTRACTS =
  '{rejects-command-of-unknown-template,command-of-unknown-template-error,unknown-template-category,rejects-unknown-template,unknown-template-error,rejects-format-without-filters,format-without-filters-error,rejects-unknown-package-name,unknown-package-name-error,rejects-both-formats,both-formats-error,rejects-missing-format,missing-format-error,rejects-package-id-in-filter,package-id-in-filter-error}';
const CONTRACTS_PAGE =
  '{rejects-command-of-unknown-template,command-of-unknown-template-error,unknown-template-category,rejects-unknown-template,unknown-template-error,rejects-format-without-filters,format-without-filters-error,rejects-offset-after-end,offset-after-end-error,rejects-negative-offset,negative-offset-error,rejects-unknown-package-name,unknown-package-name-error}';
const UPDATES =
  '{rejects-both-formats,both-formats-error,rejects-format-without-filters,format-without-filters-error,rejects-missing-parties,missing-parties-error,rejects-unspecified-shape,unspecified-shape-error,rejects-unknown-package-name,unknown-package-name-error,rejects-unknown-template,unknown-template-error,rejects-unknown-command-template,unknown-command-template-error,rejects-package-id-in-filter,package-id-in-filter-error,rejects-missing-format,missing-format-error}';
const UPDATES_PAGE =
  '{rejects-forged-token,rejects-offset-after-end,offset-after-end-error,rejects-unreadable-page-token,unreadable-page-token-error}';
const COMPLETIONS =
  '{rejects-offset-after-end,offset-after-end-error,rejects-negative-offset,negative-offset-error,rejects-pruned-offset,pruned-offset-error}';
const UPDATE_USER =
  '{rejects-unknown-mask-path,unknown-mask-path-error,rejects-unknown-resource,unknown-resource-error,rejects-other-id,other-id-error}';
const UPDATE_IDP =
  '{rejects-unknown-mask-path,unknown-mask-path-error,rejects-other-id,other-id-error,rejects-unknown-provider,unknown-provider-error,rejects-unknown-resource,unknown-resource-error}';

export const rejectionFaults: readonly LedgerFault[] = [
  conflicting(
    'events-by-contract-id',
    on.events,
    '{rejects-malformed-contract-id,malformed-contract-id-error,rejects-malformed-package-id,malformed-package-id-error,rejects-malformed-update-id,malformed-update-id-error,rejects-malformed-id,malformed-id-error,rejects-format-without-filters,format-without-filters-error}',
  ),
  conflicting(
    'contract-by-id',
    on.contract,
    '{rejects-malformed-contract-id,malformed-contract-id-error}',
  ),
  conflicting('package', on.package, '{rejects-malformed-package-id,malformed-package-id-error}'),
  conflicting(
    'package-status',
    on.packageStatus,
    '{rejects-malformed-package-id,malformed-package-id-error}',
  ),
  conflicting(
    'package-vetting-list',
    on.vetted,
    '{rejects-unreadable-page-token,unreadable-page-token-error}',
  ),
  conflicting(
    'parties-list',
    on.parties,
    '{rejects-unreadable-page-token,unreadable-page-token-error,rejects-negative-page-size,negative-page-size-error,rejects-page-size-above-maximum,page-size-above-maximum-error}',
  ),
  conflicting(
    'users-list',
    on.users,
    '{rejects-unreadable-page-token,unreadable-page-token-error,rejects-negative-page-size,negative-page-size-error}',
  ),
  conflicting('party', on.party, '{rejects-malformed-id,malformed-id-error}'),
  conflicting('user', on.user, '{rejects-malformed-id,malformed-id-error}'),
  conflicting('user-rights', on.rights, '{rejects-malformed-id,malformed-id-error}'),
  conflicting('identity-provider', on.idp, '{rejects-unknown-resource,unknown-resource-error}'),
  conflicting('active-contracts', on.contracts, CONTRACTS),
  conflicting('active-contracts-page', on.contractsPage, CONTRACTS_PAGE),
  conflicting(
    'connected-synchronizers',
    on.synchronizers,
    '{rejects-malformed-party,malformed-party-error}',
  ),
  conflicting('updates', on.updates, UPDATES),
  conflicting('updates-page', on.updatesPage, UPDATES_PAGE),
  conflicting('completions', on.completions, COMPLETIONS),
  conflicting('transaction-by-offset', on.transactionByOffset, NOT_FOUND),
  conflicting('transaction-by-id', on.transactionById, NO_ID),
  conflicting('transaction-tree-by-offset', on.treeByOffset, NOT_FOUND),
  conflicting('transaction-tree-by-id', on.treeById, NO_ID),
  conflicting(
    'update-by-id',
    on.updateById,
    '{rejects-malformed-update-id,malformed-update-id-error}',
  ),
  conflicting(
    'prepare',
    on.prepare,
    '{rejects-unknown-template,unknown-template-error,rejects-unknown-command-template,unknown-command-template-error,rejects-unknown-argument,unknown-argument-error}',
  ),
  conflicting('packages-upload', on.uploadPackage, 'matches-replacement'),
  conflicting(
    'parties-allocate',
    on.allocate,
    '{rejects-malformed-id,malformed-id-error}',
    'irreversible',
  ),
  conflicting(
    'external-parties-allocate',
    on.allocateExternal,
    '{rejects-wrong-signature,wrong-signature-error}',
    'irreversible',
  ),
  conflicting(
    'party-update',
    on.updateParty,
    '{rejects-other-id,other-id-error,rejects-unknown-mask-path,unknown-mask-path-error}',
    'irreversible',
  ),
  conflicting(
    'user-delete',
    on.deleteUser,
    '{rejects-second-removal,second-removal-error}',
    'writes',
  ),
  conflicting('user-update', on.updateUser, UPDATE_USER, 'writes'),
  conflicting('user-rights-grant', on.grant, RIGHTS, 'writes'),
  conflicting('user-rights-revoke', on.revoke, RIGHTS, 'writes'),
  conflicting(
    'user-identity-provider',
    on.moveUser,
    '{rejects-other-id,other-id-error,rejects-unknown-provider,unknown-provider-error,rejects-unknown-resource,unknown-resource-error}',
    'writes',
  ),
  conflicting('identity-provider-update', on.updateIdp, UPDATE_IDP, 'writes'),
  conflicting(
    'identity-provider-delete',
    on.deleteIdp,
    '{rejects-second-removal,second-removal-error}',
    'writes',
  ),
  conflicting(
    'submit-and-wait',
    on.submitAndWait,
    '{rejects-command-of-unknown-template,command-of-unknown-template-error,unknown-template-category,rejects-unknown-template,unknown-template-error,rejects-command-with-unknown-field,command-with-unknown-field-error}',
    'irreversible',
  ),
];
