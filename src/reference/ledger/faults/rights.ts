/** Faults in what the rights of a token open and close. */
import { adminOnly, anyCaller } from '../auth.ts';
import { altering } from '../fault.ts';
import type { Route } from '../route.ts';
import { type LedgerFault, of } from './tools.ts';

type Rule = Route['authorise'];

const below =
  (path: string): ((route: Route) => boolean) =>
  (route) =>
    route.path.startsWith(path);

/** A rule that looks only at parties that are named one by one. */
function onlyNamedParties({ authorise }: Route): Partial<Route> {
  const named: Rule = (ask, ledger) => {
    const text = JSON.stringify(ask.body);
    if (!text.includes('"filtersForAnyParty"') || text.includes('"filtersForAnyParty":null'))
      authorise(ask, ledger);
  };
  return { authorise: named };
}

export const rightsFaults: readonly LedgerFault[] = [
  {
    id: 'everybody-reads-updates',
    description: 'Updates of all parties are shown to everybody who has a token.',
    killedBy: of('{updates*,update-by-*,transaction-*}', 'needs-read-as'),
    collateral: [of('updates', 'any-party-needs-its-right')],
    token: 'reader',
    versions: ['3.4', '3.5'],
    change: altering(below('/v2/updates'), () => ({ authorise: anyCaller })),
  },
  {
    id: 'everybody-reads-completions',
    description: 'Completions of all parties are shown to everybody who has a token.',
    killedBy: of('completions', 'needs-read-as'),
    token: 'reader',
    change: altering('postV2CommandsCompletions', () => ({ authorise: anyCaller })),
  },
  {
    id: 'everybody-finds-contracts',
    description: 'Single contracts are shown to everybody who has a token.',
    killedBy: of('{contract-by-id,events-by-contract-id}', 'needs-read-as'),
    token: 'reader',
    change: altering(
      ({ path }) => path.startsWith('/v2/contracts') || path.startsWith('/v2/events'),
      () => ({ authorise: anyCaller }),
    ),
  },
  {
    id: 'any-party-needs-no-right',
    description: 'A filter for any party passes the guard, which looks at named parties only.',
    killedBy: of('{active-contracts,updates}', 'any-party-needs-its-right'),
    token: 'reader',
    change: altering(['postV2StateActive-contracts', 'postV2Updates'], onlyNamedParties),
  },
  {
    id: 'everybody-administrates',
    description: 'Users and identity providers are shown to everybody who has a token.',
    killedBy: of('{users-list,user,user-rights,identity-providers-list}', 'needs-an-administrator'),
    token: 'reader',
    change: altering(
      ({ method, path }) => method === 'GET' && /^\/v2\/(users|idps)/.test(path),
      () => ({ authorise: anyCaller }),
    ),
  },
  {
    id: 'everybody-lists-parties',
    description:
      'Parties are listed, archives validated and changes of vetting tried for everybody who has a token.',
    killedBy: of(
      '{parties-list,dars-validate,package-vetting-update,package-vetting-change}',
      'needs-an-administrator',
    ),
    token: 'reader',
    change: altering(
      [
        ...['getV2Parties', 'postV2DarsValidate', 'postV2Package-vetting'],
        ...['postV2Package-vettingUpdate'],
      ],
      () => ({ authorise: anyCaller }),
    ),
  },
  {
    id: 'packages-for-administrators-only',
    description: 'Only administrators may load packages, and ask for their status.',
    killedBy: of('{package,package-status}', 'for-every-user'),
    token: 'reader',
    change: altering(below('/v2/packages/{'), () => ({ authorise: adminOnly })),
  },
  {
    id: 'preferences-for-administrators-only',
    description:
      'Only administrators are told which packages are preferred, and what a new party needs.',
    killedBy: of(
      '{generate-topology,preferred-package-version,preferred-packages}',
      'for-every-user',
    ),
    token: 'reader',
    change: altering(
      ({ path }) => /preferred-package|generate-topology/.test(path),
      () => ({ authorise: adminOnly }),
    ),
  },
  {
    id: 'own-user-for-administrators-only',
    description: 'Only administrators are told which user their token stands for.',
    killedBy: of('authenticated-user', 'told-to-every-user'),
    token: 'reader',
    change: altering('getV2Authenticated-user', () => ({ authorise: adminOnly })),
  },
  {
    id: 'own-rights-for-administrators-only',
    description: 'Only administrators may look at a user and its rights, even at their own.',
    killedBy: of('{user,user-rights}', 'own-is-shown'),
    token: 'reader',
    change: altering(['getV2UsersUser-id', 'getV2UsersUser-idRights'], () => ({
      authorise: adminOnly,
    })),
  },
  {
    id: 'state-for-administrators-only',
    description: 'Only administrators are told where the ledger stands and which packages it has.',
    killedBy: of('{ledger-end,latest-pruned-offsets,packages-list}', 'for-every-user'),
    token: 'reader',
    change: altering(
      ['getV2StateLedger-end', 'getV2StateLatest-pruned-offsets', 'getV2Packages'],
      () => ({ authorise: adminOnly }),
    ),
  },
];
