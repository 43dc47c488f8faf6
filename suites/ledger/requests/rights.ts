/** The rights that each operation requires, by the documents and §5 of the contract. */
import type { Fixtures, Operation } from '../../../src/kit.ts';
import { strings } from '../../kit/json.ts';

/**
 * `read-as`: the right to read as each party of the request. `act-as`: to act as each party. `administrator`: of the
 * participant or of an identity provider. `participant-administrator`: of the participant. `any-user`: every
 * authenticated user.
 */
export type Right =
  | 'read-as'
  | 'act-as'
  | 'administrator'
  | 'participant-administrator'
  | 'any-user';

const OPERATIONS: Readonly<Record<Right, readonly string[]>> = {
  'read-as': [
    ...['active-contracts', 'active-contracts-page', 'contracts-page'],
    ...['events-by-contract-id', 'contract-by-id', 'completions', 'command-completions'],
    ...['updates', 'updates-page', 'updates-flats', 'updates-trees'],
    ...['update-by-offset', 'update-by-id', 'transaction-by-offset', 'transaction-by-id'],
    ...['transaction-tree-by-offset', 'transaction-tree-by-id', 'prepare'],
  ],
  'act-as': [
    ...['submit-and-wait', 'submit-and-wait-for-transaction', 'submit'],
    'submit-and-wait-for-transaction-tree',
  ],
  administrator: ['users-list', 'user', 'user-rights', 'identity-providers-list', 'parties-list'],
  'participant-administrator': [
    ...['dars-validate', 'package-vetting-update', 'package-vetting-change'],
  ],
  'any-user': [
    ...['ledger-end', 'latest-pruned-offsets', 'connected-synchronizers'],
    ...[
      'party-keys',
      'participant-id',
      'packages-list',
      'package',
      'package-status',
      'package-vetting-list',
    ],
    ...['generate-topology', 'preferred-package-version', 'preferred-packages'],
  ],
};

const RIGHTS = new Map(
  Object.entries(OPERATIONS).flatMap(([right, names]) =>
    names.map((name) => [name, right as Right] as const),
  ),
);

/** The right that an operation needs; `undefined` if no rule tests it. */
export function rightOf({ name }: Operation): Right | undefined {
  return RIGHTS.get(name);
}

/** Operations with requests for any party, which need the right to read as any party. */
export const ANY_PARTY: readonly string[] = ['active-contracts', 'updates', 'contract-by-id'];

/** The rights that each right includes. */
export const SUFFICIENT: Readonly<Record<Right, readonly string[]>> = {
  'read-as': ['CanReadAsAnyParty', 'CanActAsAnyParty'],
  'act-as': ['CanActAsAnyParty'],
  administrator: ['ParticipantAdmin', 'IdentityProviderAdmin'],
  'participant-administrator': ['ParticipantAdmin'],
  'any-user': [],
};

/** Lookups of what an administrator lists; no rule tests whether others may send them. */
const ADMINISTERED: ReadonlySet<string> = new Set(['party', 'identity-provider']);

/** The right that a valid request needs, also if no rule tests who lacks it. */
export function rightNeededFor(operation: Operation): Right | undefined {
  return ADMINISTERED.has(operation.name) ? 'administrator' : rightOf(operation);
}

/** True if the rights of the caller, as the ledger lists them, include the one that a valid request needs. */
export function isPermitted(
  operation: Operation,
  { caller: [caller], parties, commands: [command] }: Fixtures,
): boolean {
  if (caller?.mode !== 'token' || caller.rights === undefined) return false;
  const { rights, readAs = [] } = caller;
  const right = rightNeededFor(operation);
  if (right === 'any-user') return true;
  // An administrator of one identity provider may not see others.
  if (right?.endsWith('administrator')) return rights.includes('ParticipantAdmin');
  if (right !== 'read-as') return false;
  if (rights.includes('CanReadAsAnyParty')) return true;
  // The submission that is prepared names its own parties.
  const ofCommand = [...strings(command, 'actAs'), ...strings(command, 'readAs')];
  const named = operation.name === 'prepare' ? ofCommand : parties;
  return named.length > 0 && named.every((party) => readAs.includes(party));
}
