/** Faults in who may ask what: operations without a guard, tokens that are not looked at, the data of others. */
import { altering, answeringJson, refusing, unguarded, type Which } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Caller, Reply, Route } from '../route.ts';
import type { Change } from '../steps.ts';
import { edited, everywhere, isRecord, type LedgerFault, of } from './tools.ts';

const below =
  (...paths: readonly string[]): ((route: Route) => boolean) =>
  (route) =>
    paths.some((path) => route.path === path || route.path.startsWith(`${path}/`));

/** An area of the API that asks nobody for a token. */
function unguardedArea(
  id: string,
  description: string,
  which: Which,
  chapters: string,
): LedgerFault {
  return {
    id: `${id}-without-a-token`,
    description: `${description} without a token.`,
    killedBy: of(chapters, 'needs-a-token'),
    collateral: [of(chapters, '{bad-token-refused,needs-read-as}')],
    change: unguarded(which),
  };
}

/** A change that takes whoever sends a token for somebody. */
const believing =
  (whom: (ledger: Ledger) => Caller): Change =>
  ({ identify }, ledger) => ({
    identify: (headers, route) => {
      const caller = identify(headers, route);
      const nobody = caller.userId === undefined && !caller.open;
      return nobody && headers.authorization !== undefined ? whom(ledger) : caller;
    },
  });

/** A change that refuses otherwise what comes without a token. */
export const withoutToken = (edit: (reply: Reply) => Reply): Change =>
  refusing((reply) => (reply.status === 401 ? edit(reply) : reply));

export const accessFaults: readonly LedgerFault[] = [
  unguardedArea(
    'users',
    'Users and their rights are shown',
    below('/v2/users'),
    '{users-list,user,user-rights}',
  ),
  unguardedArea(
    'parties',
    'Parties are shown',
    below('/v2/parties'),
    '{parties-list,party,participant-id,generate-topology}',
  ),
  unguardedArea(
    'packages',
    'Packages are shown',
    below('/v2/packages'),
    '{packages-list,package,package-status}',
  ),
  unguardedArea(
    'state',
    'The state of the ledger is shown',
    below('/v2/state'),
    '{ledger-end,latest-pruned-offsets,connected-synchronizers,active-contracts,active-contracts-page}',
  ),
  unguardedArea(
    'updates',
    'Updates are shown',
    below('/v2/updates'),
    '{updates*,update-by-*,transaction-*}',
  ),
  unguardedArea(
    'contracts',
    'Contracts and their events are shown',
    below('/v2/contracts', '/v2/events'),
    '{contract-by-id,events-by-contract-id}',
  ),
  unguardedArea(
    'idps',
    'Identity providers are shown',
    below('/v2/idps'),
    '{identity-providers-list,identity-provider}',
  ),
  unguardedArea(
    'vetting',
    'Vetted packages are shown',
    below('/v2/package-vetting'),
    '{package-vetting,package-vetting-list,package-vetting-change,package-vetting-update}',
  ),
  unguardedArea(
    'own-user',
    'Whoever asks who they are is answered',
    'getV2Authenticated-user',
    'authenticated-user',
  ),
  unguardedArea('completions', 'Completions are shown', 'postV2CommandsCompletions', 'completions'),
  unguardedArea(
    'preparing',
    'Submissions are prepared',
    below('/v2/interactive-submission'),
    '{prepare,preferred-package-version,preferred-packages}',
  ),
  {
    id: 'forged-tokens-believed',
    description:
      'The signature of a token is not checked: every token is taken for the administrator.',
    killedBy: everywhere('bad-token-refused'),
    collateral: [
      of('participant-id', '{basic-is-no-token,slashes-lead-past-no-check,head-needs-a-token}'),
      everywhere('altered-token-refused'),
    ],
    versions: ['3.4', '3.5'],
    change: believing(({ users }) => {
      const user = users.get('auditor');
      return { userId: user.id, rights: [...user.rights.values()], open: false };
    }),
  },
  {
    id: 'no-token-as-403',
    description: 'A request without a token is refused as if its rights were too small.',
    killedBy: of('participant-id', 'missing-token-is-401'),
    collateral: [everywhere('status-matches-code')],
    change: withoutToken((reply) => ({ ...reply, status: 403 })),
  },
  {
    id: 'no-token-as-404',
    description: 'A request without a token is told that there is nothing.',
    killedBy: of('participant-id', 'missing-token-is-401'),
    collateral: [everywhere('status-matches-code')],
    change: withoutToken((reply) => ({ ...reply, status: 404 })),
  },
  {
    id: 'authenticated-user-is-another',
    description: 'Who asks for themselves is shown the id of another user.',
    killedBy: of('authenticated-user', 'same-as-by-id'),
    collateral: ['ledger/**'],
    change: answeringJson('getV2Authenticated-user', (json) =>
      edited(json, 'user.id', () => 'reader'),
    ),
  },
  {
    id: 'own-primary-party-hidden',
    description:
      'Who asks for themselves is not shown their primary party, which stands under their id.',
    killedBy: of('authenticated-user', 'same-as-by-id'),
    change: answeringJson('getV2Authenticated-user', (json) =>
      edited(json, 'user.primaryParty', () => ''),
    ),
  },
  {
    id: 'own-rights-are-everybodys',
    description: 'The rights of a user are shown with those of all other users.',
    killedBy: of('user-rights', 'each-once'),
    collateral: [of('user-rights', 'unknown-user')],
    change: altering('getV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const all = [];
        for (const { id } of ledger.users.of('')) {
          const { json } = await handle({ ...ask, path: { 'user-id': id } }, ledger);
          all.push(...(isRecord(json) ? (json['rights'] as unknown[]) : []));
        }
        return { status: 200, json: { rights: all } };
      },
    })),
  },
];
