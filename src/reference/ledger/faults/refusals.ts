/** Operations that refuse with codes of their own, so that nobody can tell why. */
import { refusing } from '../fault.ts';
import { LedgerError } from '../route.ts';
import { type LedgerFault, of } from './tools.ts';

/** Refusals for want of a right are told alike everywhere. */
const DENIED = new Set([7, 16]);

/** An operation whose refusals by the ledger are all conflicts. */
function conflicting(
  chapter: string,
  operationId: string,
  names: string,
  more: Partial<LedgerFault> = {},
): LedgerFault {
  return {
    id: `${chapter}-refuses-otherwise`,
    description: `What ${chapter} refuses is told as a conflict.`,
    killedBy: of(chapter, names),
    collateral: [of(chapter, '*'), ...(more.collateral ?? [])],
    ...(more.allow === undefined ? {} : { allow: more.allow }),
    change: refusing((reply, error, _incoming, route) => {
      const own = error instanceof LedgerError && !DENIED.has(error.grpc);
      if (!own || route?.operationId !== operationId) return reply;
      const told = { code: 'IN_CONFLICT', grpcCodeValue: 10, errorCategory: 9 };
      return { ...reply, status: 409, json: { ...(reply.json as object), ...told } };
    }),
  };
}

const writes = { allow: 'writes' } as const;
const commands = { allow: 'irreversible' } as const;
const lookUps = 'same-as-{replacement,by-offset}';
const transactions = of('{transaction-*,update-by-*}', lookUps);

export const refusalFaults: readonly LedgerFault[] = [
  conflicting(
    'events-by-contract-id',
    'postV2EventsEvents-by-contract-id',
    '{malformed-id,format-without-filters}-refused',
  ),
  conflicting('contract-by-id', 'postV2ContractsContract-by-id', 'malformed-id-refused'),
  conflicting('package', 'getV2PackagesPackage-id', 'malformed-id-refused'),
  conflicting('package-status', 'getV2PackagesPackage-idStatus', 'malformed-id-refused'),
  conflicting('package-vetting-list', 'postV2Package-vettingList', 'unreadable-token-refused', {
    collateral: [of('package-vetting', 'same-as-replacement')],
  }),
  conflicting('parties-list', 'getV2Parties', '{larger-page-refused,wrong-pages-refused}'),
  conflicting('users-list', 'getV2Users', 'wrong-pages-refused'),
  conflicting('party', 'getV2PartiesParty', 'malformed-party'),
  conflicting('user', 'getV2UsersUser-id', 'malformed-user', {
    collateral: [of('user-delete', 'user-is-gone')],
  }),
  conflicting('user-rights', 'getV2UsersUser-idRights', 'malformed-user', {
    collateral: [of('user-delete', 'rights-are-gone')],
  }),
  conflicting('identity-provider', 'getV2IdpsIdp-id', 'unknown-provider', {
    collateral: [of('identity-provider-delete', 'provider-is-gone')],
  }),
  conflicting(
    'active-contracts',
    'postV2StateActive-contracts',
    '{format-without-filters,unknown-package-name,unknown-template,two-formats,no-format,package-id-in-filter}-refused',
  ),
  conflicting(
    'active-contracts-page',
    'getV2StateActive-contracts-page',
    '{offset-after-the-end,negative-offset,format-without-filters,unknown-package-name,unknown-template}-refused',
  ),
  conflicting(
    'connected-synchronizers',
    'getV2StateConnected-synchronizers',
    'malformed-party-refused',
  ),
  conflicting(
    'updates',
    'postV2Updates',
    '{one-format-only,parties-are-needed,some-format-needed,shape-is-needed,unknown-package-name-not-found,unknown-template-not-found,package-ids-refused-in-filters}',
  ),
  conflicting(
    'updates-page',
    'postV2UpdatesGet-updates-page',
    '{offsets-are-within-the-ledger,unknown-page-token-refused,bad-token-refused}',
  ),
  conflicting(
    'completions',
    'postV2CommandsCompletions',
    '{offsets-are-within-the-ledger,negative-begin-refused,pruned-begin-refused}',
  ),
  conflicting(
    'transaction-by-offset',
    'postV2UpdatesTransaction-by-offset',
    '{unknown-is,other-kinds-are}-not-found',
  ),
  conflicting(
    'transaction-by-id',
    'postV2UpdatesTransaction-by-id',
    '{unknown-is-not-found,other-kinds-are-not-found,malformed-id-refused}',
  ),
  conflicting(
    'transaction-tree-by-offset',
    'getV2UpdatesTransaction-tree-by-offsetOffset',
    '{unknown-is,other-kinds-are}-not-found',
  ),
  conflicting(
    'transaction-tree-by-id',
    'getV2UpdatesTransaction-tree-by-idUpdate-id',
    '{unknown-is-not-found,other-kinds-are-not-found,malformed-id-refused}',
  ),
  conflicting('update-by-id', 'postV2UpdatesUpdate-by-id', 'malformed-id-refused', {
    collateral: [transactions],
  }),
  conflicting(
    'prepare',
    'postV2Interactive-submissionPrepare',
    '{unknown-template-not-found,extra-argument-refused}',
  ),
  conflicting('packages-upload', 'postV2Packages', 'same-as-replacement'),
  conflicting('parties-allocate', 'postV2Parties', 'malformed-name-refused', commands),
  conflicting(
    'external-parties-allocate',
    'postV2PartiesExternalAllocate',
    'wrong-signature-refused',
    commands,
  ),
  conflicting(
    'party-update',
    'patchV2PartiesParty',
    '{other-party-refused,unknown-path-refused}',
    commands,
  ),
  conflicting('user-delete', 'deleteV2UsersUser-id', 'second-removal-refused', writes),
  conflicting(
    'user-update',
    'patchV2UsersUser-id',
    '{unknown-path-refused,unknown-user,other-id-refused}',
    writes,
  ),
  conflicting(
    'user-rights-grant',
    'postV2UsersUser-idRights',
    '{right-without-kind-refused,other-id-refused,unknown-user}',
    writes,
  ),
  conflicting(
    'user-rights-revoke',
    'patchV2UsersUser-idRights',
    '{right-without-kind-refused,other-id-refused,unknown-user}',
    writes,
  ),
  conflicting(
    'user-identity-provider',
    'patchV2UsersUser-idIdentity-provider-id',
    '{unknown-provider,other-id-refused}',
    writes,
  ),
  conflicting(
    'identity-provider-update',
    'patchV2IdpsIdp-id',
    '{other-id-refused,unknown-path-refused,unknown-provider}',
    writes,
  ),
  conflicting('identity-provider-delete', 'deleteV2IdpsIdp-id', 'second-removal-refused', writes),
  conflicting(
    'submit-and-wait',
    'postV2CommandsSubmit-and-wait',
    '{unknown-template,unknown-field}-refused',
    commands,
  ),
];
