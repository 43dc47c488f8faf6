/** Operations that are not there, though the version has them. */
import { dropping } from '../fault.ts';
import { AMONG_UPDATES, type LedgerFault, of } from './tools.ts';

/** A ledger that does not serve that operation. */
function missing(
  id: string,
  chapter: string,
  operationId: string,
  more: Partial<LedgerFault> = {},
): LedgerFault {
  return {
    id: `${id}-not-served`,
    description: `The operation of ${chapter} is not served.`,
    killedBy: of(chapter, '{offered,added-in-3-5,replaces-what-is-deprecated}'),
    change: dropping(operationId),
    ...more,
    collateral: [of(chapter, '*'), ...(more.collateral ?? [])],
  };
}

const both = { versions: ['3.4', '3.5'] } as const;

export const lifecycleFaults: readonly LedgerFault[] = [
  missing('livez', 'livez', 'getLivez'),
  missing('readyz', 'readyz', 'getReadyz'),
  missing('contracts-page', 'active-contracts-page', 'getV2StateActive-contracts-page'),
  missing('updates-page', 'updates-page', 'postV2UpdatesGet-updates-page'),
  missing('completions', 'completions', 'postV2CommandsCompletions', both),
  missing('prepare', 'prepare', 'postV2Interactive-submissionPrepare'),
  missing('idp', 'identity-provider-delete', 'deleteV2IdpsIdp-id'),
  missing('user-rights-grant', 'user-rights-grant', 'postV2UsersUser-idRights'),
  missing('update-by-id', 'update-by-id', 'postV2UpdatesUpdate-by-id', {
    collateral: [AMONG_UPDATES],
  }),
  missing('flats', 'updates-flats', 'postV2UpdatesFlats', both),
  missing('trees', 'updates-trees', 'postV2UpdatesTrees', both),
  missing(
    'tree-by-offset',
    'transaction-tree-by-offset',
    'getV2UpdatesTransaction-tree-by-offsetOffset',
    { versions: ['3.4'] },
  ),
  missing('transaction-by-id', 'transaction-by-id', 'postV2UpdatesTransaction-by-id', {
    versions: ['3.4'],
  }),
  missing('vetting-list-by-get', 'package-vetting', 'getV2Package-vetting', { versions: ['3.4'] }),
];
