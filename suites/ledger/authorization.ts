/** What a token is good for: judged with the one token of the run, as far as its rights are known. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { isGatewayError } from '../answers.ts';
import { ownProbe } from './asking.ts';
import type { Area } from './chapter.ts';
import { isPastTheGuard } from './errors.ts';
import { ABSENT, eventsOf, limitFor } from './formats.ts';
import type { Json } from './members.ts';
import { endOf, wholeRange } from './offsets.ts';
import { each } from './probes.ts';
import { acceptableCalls, requestsOf } from './questions.ts';

/** Why there is nothing to deny: without a known token, or with rights like these. */
export function mootWith(...enough: readonly string[]): (fixtures: Fixtures) => string | undefined {
  return ({ caller: [caller] }) => {
    if (caller === undefined) return undefined;
    if (caller.mode !== 'token') return 'the run has no token of a known user';
    if (caller.rights === undefined) return 'the rights of the token could not be read';
    const has = caller.rights.find((right) => enough.includes(right));
    return has === undefined ? undefined : `the token has the right ${has}`;
  };
}

/** Who lacks the right is rejected. A 400 may be about the request, and says nothing. */
export function denied(exchange: CompleteExchange): CheckResult {
  const { status } = exchange.response;
  if (isPastTheGuard(exchange)) return [finding('status', '403', `${status}`)];
  if (status === 401 || status === 403 || status === 404) return [];
  if (status === 400 || (status >= 300 && status < 400)) return undefined;
  return isGatewayError(status) ? undefined : [finding('status', '403', `${status}`)];
}

/** 403 is owed to nobody here; other refusals are not about rights. */
export function admitted(status: number): CheckResult {
  if (status === 200) return [];
  return status === 403 ? [finding('status', '200', '403')] : undefined;
}

/** What a party sees. */
const READS = [
  ...['active-contracts', 'active-contracts-page', 'events-by-contract-id', 'contract-by-id'],
  ...['updates', 'updates-page', 'updates-flats', 'updates-trees', 'completions'],
  ...['update-by-offset', 'update-by-id', 'transaction-by-offset', 'transaction-by-id'],
  ...['transaction-tree-by-offset', 'transaction-tree-by-id', 'prepare'],
];

/** What an administrator of the ledger or of an identity provider may look at. */
const ADMINISTRATION = [
  'users-list',
  'user',
  'user-rights',
  'identity-providers-list',
  'parties-list',
];

/** What an administrator of the ledger alone may try, though nothing comes of it. */
const TRIALS = ['dars-validate', 'package-vetting-update', 'package-vetting-change'];

/** What whoever the ledger knows may look at. */
const OPEN_TO_USERS = [
  ...['ledger-end', 'latest-pruned-offsets', 'connected-synchronizers'],
  ...['participant-id', 'packages-list', 'package', 'package-status', 'package-vetting-list'],
  ...['generate-topology', 'preferred-package-version', 'preferred-packages'],
];

export const authorization: Area = (ledger) => {
  const present = (chapters: readonly string[]): readonly Operation[] =>
    ledger.contract.operations.filter(({ name }) => chapters.includes(name));
  return [
    ...present(READS).map(needsReadAs),
    ...['active-contracts', 'updates'].map((chapter) => anyParty(ledger.operation(chapter))),
    ...present(ADMINISTRATION).map((operation) =>
      needsAnAdministrator(operation, ['ParticipantAdmin', 'IdentityProviderAdmin']),
    ),
    ...present(TRIALS).map((operation) => needsAnAdministrator(operation, ['ParticipantAdmin'])),
    ...present(OPEN_TO_USERS).map(forEveryUser),
  ];
};

function needsReadAs(operation: Operation): Requirement {
  const prepares = operation.name === 'prepare';
  return denial(operation, 'party-of-others', ['CanReadAsAnyParty'], {
    name: 'needs-read-as',
    clause: prepares ? 'prepare-needs-read-as' : 'missing-rights-are-denied',
    statement: 'What a party sees is refused with 403 to those who may not read as it.',
    cause:
      'Only the token is checked and not its rights, or parties without rights fall out of the filter in silence.',
    fix: 'Ask for the right to read as each party of the request, also where nothing is changed, and answer 403.',
    sends: 'a good request, for a party that who asks may not read as',
    asks: (f) => [prepares ? preparedForOthers(operation, f) : forOthers(operation, f)].flat(),
  });
}

/** The plainest good request, in which somebody else takes the place of the parties. */
function forOthers(operation: Operation, f: Fixtures): readonly Call[] {
  return acceptableCalls(operation, { ...f, parties: [ABSENT.party] }).slice(0, 1);
}

function preparedForOthers(operation: Operation, f: Fixtures): readonly Call[] {
  const [good] = acceptableCalls(operation, f);
  const body = good && (sent(good) as Json);
  return body ? [call(operation, { json: { ...body, actAs: [ABSENT.party] } })] : [];
}

function anyParty(operation: Operation): Requirement {
  return denial(operation, 'any-party', ['CanReadAsAnyParty'], {
    name: 'any-party-needs-its-right',
    clause: 'missing-rights-are-denied',
    statement: 'A filter for any party is refused with 403 to those who may not read as any party.',
    cause: 'The guard looks at the parties of the filter, of which there are none.',
    fix: 'Ask for the right to read as any party where filtersForAnyParty is there, and answer 403.',
    sends: 'a good request with a filter for any party instead of its parties',
    asks: (f) => {
      const { filtersByParty, ...format } = eventsOf([ABSENT.party]);
      const [filter] = Object.values(filtersByParty);
      const eventFormat = { ...format, filtersForAnyParty: filter };
      const json =
        operation.name === 'updates'
          ? { ...wholeRange(f), updateFormat: { includeReassignments: eventFormat } }
          : { activeAtOffset: endOf(f), eventFormat };
      return [call(operation, { query: { limit: limitFor(f) }, json })];
    },
  });
}

function needsAnAdministrator(operation: Operation, enough: readonly string[]): Requirement {
  const isVetting = operation.name.startsWith('package-vetting');
  return denial(operation, 'as-a-plain-user', enough, {
    name: 'needs-an-administrator',
    clause: 'missing-rights-are-denied',
    statement: 'What is for administrators is refused with 403 to users who administrate nothing.',
    cause: 'Any valid token opens the administration.',
    fix: 'Ask for ParticipantAdmin, or IdentityProviderAdmin where that is enough; a user may look at itself only. Answer 403.',
    sends: isVetting
      ? 'the trial to take out a package that is not there'
      : 'a good request of an administrator that leaves nothing behind',
    ...(isVetting ? { effect: 'undecodable' } : {}),
    asks: (f) =>
      isVetting
        ? [call(operation, { json: operation.harmless })]
        : acceptableCalls(operation, { ...f, users: [ABSENT.user] }).slice(0, 1),
  });
}

interface Denial extends Required<Pick<Requirement, 'cause' | 'clause' | 'statement' | 'fix'>> {
  readonly name: string;
  readonly sends: string;
  readonly effect?: Probe['effect'];
  readonly asks: (fixtures: Fixtures) => readonly Call[];
}

/** A request that goes beyond the rights of the token. */
function denial(
  operation: Operation,
  probe: string,
  enough: readonly string[],
  { name, clause, statement, cause, fix, sends, effect, asks }: Denial,
): Requirement {
  const notApplicableWhen = mootWith(...enough);
  return requirement({
    id: `ledger/${operation.name}/${name}`,
    level: 'MUST',
    clause,
    statement,
    cause,
    fix,
    probes: [
      ownProbe(operation, probe, {
        sends,
        ...(effect === undefined ? {} : { effect }),
        aboutCredentials: true,
        notApplicableWhen: (f) =>
          notApplicableWhen(f) ?? requestsOf(operation)?.notApplicableWhen?.(f),
        caseGroups: (f) => each(asks(f), probe),
      }),
    ],
    check: denied,
  });
}

function forEveryUser(operation: Operation): Requirement {
  const isVetting = operation.name === 'package-vetting-list';
  const known = mootWith();
  return requirement({
    id: `ledger/${operation.name}/for-every-user`,
    level: isVetting ? 'MUST' : 'SHOULD',
    clause: isVetting ? 'vetting-list-is-for-every-user' : 'state-is-for-every-user',
    statement: 'Whoever the ledger knows by their token may ask this.',
    cause: 'The look-up stands behind the right of an administrator, like changes beside it.',
    fix: 'Let every authenticated user ask.',
    probes: [
      ownProbe(operation, 'any-user', {
        sends: 'the plainest good request, whatever the rights of the token',
        aboutCredentials: true,
        notApplicableWhen: (f) => known(f) ?? requestsOf(operation)?.notApplicableWhen?.(f),
        caseGroups: (f) => each(acceptableCalls(operation, f).slice(0, 1), 'plain'),
      }),
    ],
    check: ({ response: { status } }) => admitted(status),
  });
}
