/** Faults in authorization: operations without a guard, unverified tokens, data of other users. */
import { altering, unguarded, type Which } from '../fault.ts';
import { acceptToken, below, callerNamed } from '../operators/access.ts';
import * as edit from '../operators/edits.ts';
import { isRecord } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { rejectAs } from '../operators/rejections.ts';
import { respond } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** An area of the API that needs no token. */
const open = (id: string, what: string, which: Which, operations: string): LedgerFault => ({
  id: `${id}-without-a-token`,
  description: `The server ${what} without a token.`,
  killedBy: `ledger/${operations}/rejects-missing-token`,
  change: unguarded(which),
});

const USERS = '{users-list,user,user-rights}';
const PARTIES = '{parties-list,party,participant-id,generate-topology}';
const PACKAGES = '{packages-list,package,package-status}';
const STATE =
  '{ledger-end,latest-pruned-offsets,connected-synchronizers,active-contracts,active-contracts-page}';
const UPDATES = '{updates*,update-by-*,transaction-*}';
const CONTRACTS = '{contract-by-id,events-by-contract-id}';
const IDPS = '{identity-providers-list,identity-provider}';
const VETTING =
  '{package-vetting,package-vetting-list,package-vetting-change,package-vetting-update}';
const PREPARE = '{prepare,preferred-package-version,preferred-packages}';

const openAreas: readonly LedgerFault[] = [
  open('users', 'shows users and their rights', below('/v2/users'), USERS),
  open('parties', 'shows parties', below('/v2/parties'), PARTIES),
  open('packages', 'shows packages', below('/v2/packages'), PACKAGES),
  open('state', 'shows the state of the ledger', below('/v2/state'), STATE),
  open('updates', 'shows updates', below('/v2/updates'), UPDATES),
  open('contracts', 'shows contracts and events', below('/v2/contracts', '/v2/events'), CONTRACTS),
  open('idps', 'shows identity providers', below('/v2/idps'), IDPS),
  open('vetting', 'shows vetted packages', below('/v2/package-vetting'), VETTING),
  open('own-user', 'shows the current user', on.self, 'authenticated-user'),
  open('completions', 'shows completions', on.completions, 'completions'),
  open('preparing', 'prepares submissions', below('/v2/interactive-submission'), PREPARE),
];

const otherFaults: readonly LedgerFault[] = table({
  'forged-tokens-accepted': {
    description: "The server does not verify tokens: each counts as the administrator's.",
    killedBy: 'ledger/*/rejects-forged-token',
    versions: EVERY_VERSION,
    change: acceptToken(({ authorization }, _route, ledger) =>
      authorization === undefined ? undefined : callerNamed(ledger, 'auditor'),
    ),
  },
  'opaque-tokens-accepted': {
    description: "The server treats a token that is no JSON Web Token as the administrator's.",
    killedBy: 'ledger/*/rejects-forged-token',
    versions: EVERY_VERSION,
    change: acceptToken(({ authorization }, _route, ledger) =>
      /^Bearer [^.]+$/.test(authorization ?? '') ? callerNamed(ledger, 'auditor') : undefined,
    ),
  },
  'no-token-as-403': {
    description: 'A request without a token is rejected with 403.',
    killedBy: 'ledger/participant-id/missing-token-is-401',
    change: rejectAs({ status: 401 }, 403),
  },
  'no-token-as-404': {
    description: 'A request without a token is rejected with 404.',
    killedBy: 'ledger/participant-id/missing-token-is-401',
    change: rejectAs({ status: 401 }, 404),
  },
  'authenticated-user-is-another': {
    description: 'The current user has the id of another user.',
    killedBy: 'ledger/authenticated-user/equals-user-by-id',
    change: respond(on.self, 'user.id', edit.to('reader')),
  },
  'own-primary-party-hidden': {
    description: 'The current user has no primary party, though the lookup by id shows one.',
    killedBy: 'ledger/authenticated-user/equals-user-by-id',
    change: respond(on.self, 'user.primaryParty', edit.to('')),
  },
  'own-rights-include-all-users': {
    description: 'The rights of a user include those of all other users.',
    killedBy: 'ledger/user-rights/lists-each-once',
    change: altering(on.rights, ({ handle }) => ({
      handle: async (call, ledger) => {
        const all = [];
        for (const { id } of ledger.users.of('')) {
          const { json } = await handle({ ...call, path: { 'user-id': id } }, ledger);
          all.push(...(isRecord(json) ? (json['rights'] as unknown[]) : []));
        }
        return { status: 200, json: { rights: all } };
      },
    })),
  },
});

export const accessFaults: readonly LedgerFault[] = [...openAreas, ...otherFaults];
