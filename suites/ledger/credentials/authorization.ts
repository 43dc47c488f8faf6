/** Rights: what a token permits, judged with the token of the run if its rights are known. */
import type {
  Call,
  CheckResult,
  CompleteExchange,
  Fixtures,
  Operation,
  Probe,
} from '../../../src/kit.ts';
import { call, wrongStatus } from '../../../src/kit.ts';
import { isAccepted, unlessStatus } from '../../kit/judges.ts';
import type { Check, Law, Test } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { each } from '../../kit/probes.ts';
import { isGatewayError, isRedirect } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { goodProbe, lawsOf, ownProbe, type Subject } from '../laws/forms.ts';
import { actors } from '../laws/submissions.ts';
import { ABSENT } from '../requests/formats.ts';
import { acceptableCalls, requestsOf } from '../requests/requests.ts';
import { ANY_PARTY, rightNeededFor, rightOf, SUFFICIENT } from '../requests/rights.ts';
import { admitted, errorOf, isDenial, isPastTheGuard } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import {
  archival,
  forAnyParty,
  forOthers,
  namesUnknownParty,
  onlyReadable,
  withUser,
} from './denied-requests.ts';

const rule = rulesIn('5-authentication', 'credentials/authorization.ts');

/** Why a right cannot be tested: the token is unknown, or it has one of these rights. */
export function notTestableWith(
  ...enough: readonly string[]
): (fixtures: Fixtures) => string | undefined {
  return ({ caller: [caller] }) => {
    if (caller?.mode !== 'token') return 'the run has no token of a known user';
    if (caller.rights === undefined) return 'the rights of the token could not be read';
    const has = caller.rights.find((right) => enough.includes(right));
    return has === undefined ? undefined : `the token has the right ${has}`;
  };
}

/** A caller without the right is rejected. No document states whether names and values or rights are checked first. */
export function denied(exchange: CompleteExchange): CheckResult {
  const { status } = exchange.response;
  if (status === 401 || status === 403) return [];
  if (status === 404) return isPastTheGuard(exchange) ? undefined : [];
  if (status === 400 || isRedirect(status) || isGatewayError(status)) return undefined;
  return [wrongStatus(403, status)];
}

/** The same for commands: only names of packages and templates may be looked up before rights. */
function deniedOrUnnamed(exchange: CompleteExchange): CheckResult {
  if (!isPastTheGuard(exchange)) return denied(exchange);
  const isAboutNames = /PACKAGE|TEMPLATE/.test(errorOf(exchange)?.code ?? '');
  return isAboutNames ? undefined : [wrongStatus(403, exchange.response.status)];
}

function clauseOf(operation: Operation): string {
  if (operation.name === 'prepare') return 'prepare-needs-read-as';
  if (operation.name === 'package-vetting-list') return 'vetting-list-is-for-every-user';
  const isOpen = rightOf(operation) === 'any-user';
  return isOpen ? 'state-is-for-every-user' : 'missing-rights-are-rejected';
}

const sufficiencyOf = ({ operation }: Subject): string =>
  operation.name === 'prepare' ? 'prepare-needs-read-as' : 'rights-are-sufficient';

const isVetting = ({ name }: Operation): boolean => name.startsWith('package-vetting');

/** The rights of the caller could be read with this token, so it is good and only the right is missing. */
export function lacksRight({ response: { status } }: CompleteExchange): CheckResult {
  return status === 401 || status === 403 ? unlessStatus(status === 403, 403, status) : undefined;
}

const LAWS: readonly Law<Subject>[] = [
  rule('rejects-party-without-read-right', {
    appliesTo: ({ operation }) => rightOf(operation) === 'read-as',
    test: ({ operation }) =>
      deniedTest(operation, 'party-of-others', {
        sends:
          'a valid request for a party that the caller may not read as, alone and together with one that it may read as',
        requests: (f) =>
          [[], f.parties.slice(0, 1)]
            .slice(0, f.parties.length + 1)
            .flatMap((own) => acceptableCalls(operation, forOthers(f, own)).slice(0, 1))
            .filter(namesUnknownParty),
      }),
  }),
  rule('rejects-party-without-act-right', {
    appliesTo: ({ operation }) => rightOf(operation) === 'act-as',
    test: ({ operation }) =>
      deniedTest(operation, 'act-as-another', {
        sends:
          'the archival of an unknown contract: for an unknown party, for that party and those of the declared command, and for a party that the caller may only read as',
        effect: 'irreversible',
        requests: (f) =>
          [[...actors(f), ABSENT.party], ...onlyReadable(f).map((party) => [party])].map((actAs) =>
            call(operation, { json: archival(operation, f, actAs) }),
          ),
        judge: deniedOrUnnamed,
      }),
  }),
  rule('rejects-reader-without-right', {
    // One check of rights stands before every submission.
    appliesTo: ({ operation }) => operation.name === 'submit-and-wait',
    test: ({ operation }) =>
      deniedTest(operation, 'read-as-another', {
        sends: 'the archival of an unknown contract, with an unknown reading party',
        effect: 'irreversible',
        enough: ['CanReadAsAnyParty', 'CanActAsAnyParty'],
        requests: (f) => {
          const json = { ...archival(operation, f, actors(f)), readAs: [ABSENT.party] };
          return [call(operation, { json })];
        },
        judge: deniedOrUnnamed,
      }),
  }),
  rule('rejects-any-party-without-right', {
    except: ({ operation }) =>
      operation.name === 'contract-by-id'
        ? { level: 'SHOULD', reason: 'the documents state the right only for filters' }
        : undefined,
    appliesTo: ({ operation }) => ANY_PARTY.includes(operation.name),
    test: ({ operation }) =>
      deniedTest(operation, 'any-party', {
        sends: 'a valid request for any party',
        requests: (f) => [forAnyParty(operation, f)],
      }),
  }),
  rule('rejects-completions-of-another-user', {
    appliesTo: ({ operation }) => operation.name === 'completions',
    test: ({ operation }) =>
      deniedTest(operation, 'of-another-user', {
        sends:
          'the completions of a user that does not exist, for parties that the caller may read as',
        requests: (f) =>
          acceptableCalls(operation, f)
            .slice(0, 1)
            .map((good) => ({ ...good, body: withUser(good.body, ABSENT.user) })),
      }),
  }),
  rule('rejects-plain-user', {
    appliesTo: ({ operation }) => rightOf(operation)?.endsWith('administrator') === true,
    test: ({ operation }) =>
      deniedTest(operation, 'as-a-plain-user', {
        sends: isVetting(operation)
          ? 'a request to unvet an unknown package'
          : 'a valid administrative request that changes nothing',
        ...(isVetting(operation) ? { effect: 'undecodable' } : {}),
        requests: (f) =>
          isVetting(operation)
            ? [call(operation, { json: operation.harmless })]
            : acceptableCalls(operation, { ...f, users: [ADMINISTRATOR] }).slice(0, 1),
      }),
  }),
  rule('missing-right-is-403', {
    test: ({ operation }) => {
      const probes = [...deniedProbes(operation).values()];
      return probes.length === 0 ? undefined : { probes, check: lacksRight };
    },
  }),
  rule('accepts-every-user', {
    except: ({ operation }) =>
      operation.name === 'package-vetting-list'
        ? { level: 'MUST', reason: 'the contract names this operation in §5' }
        : undefined,
    appliesTo: ({ operation }) => rightNeededFor(operation) === 'any-user',
    on: goodProbe,
    check: ({ request, response }) =>
      request.permitted ? admitted(response.status) : 'inapplicable',
  }),
  rule('accepts-sufficient-rights', sufficiencyOf, {
    except: ({ operation }) =>
      operation.name === 'prepare'
        ? { level: 'MUST', reason: 'the contract names the right in §5' }
        : undefined,
    appliesTo: ({ operation }) => !['any-user', undefined].includes(rightNeededFor(operation)),
    on: goodProbe,
    // A gateway that denies a path has another error.
    check: (exchange) => {
      if (!exchange.request.permitted) return 'inapplicable';
      if (isAccepted(exchange)) return [];
      return isDenial(exchange) ? [wrongStatus(200, 403)] : undefined;
    },
  }),
];

/** The user that every ledger has from the start: a lookup of one that does not exist may be rejected for that. */
const ADMINISTRATOR = 'participant_admin';

export const authorization: Area = (ledger) =>
  lawsOf(
    LAWS,
    ...ledger.contract.operations.map((operation) => ({ operation, clause: clauseOf(operation) })),
  );

interface About extends Pick<Probe, 'sends' | 'effect'> {
  readonly requests: (fixtures: Fixtures) => readonly Call[];
  /** The rights with which the request is permitted; by default those of the operation. */
  readonly enough?: readonly string[];
  /** Judges the responses; by default only their status counts. */
  readonly judge?: Check;
}

/** A request beyond the rights of the token. */
function deniedTest(operation: Operation, name: string, about: About): Test {
  const { judge = denied, enough = sufficientFor(operation), ...own } = about;
  const probes = deniedProbes(operation);
  const probe = probes.get(name) ?? rightProbe(operation, name, enough, own);
  probes.set(name, probe);
  return { probes: [probe], check: judge };
}

function sufficientFor(operation: Operation): readonly string[] {
  const right = rightOf(operation);
  return right === undefined ? [] : SUFFICIENT[right];
}

/** The requests beyond the rights of the token from the rules above, which a later rule judges too. */
const deniedProbes = once((_: Operation): Map<string, Probe> => new Map());

function rightProbe(
  operation: Operation,
  name: string,
  enough: readonly string[],
  { requests, ...about }: About,
): Probe {
  const notApplicableWhen = notTestableWith(...enough);
  return ownProbe(operation, name, {
    ...about,
    aboutCredentials: true,
    notApplicableWhen: (f) => notApplicableWhen(f) ?? requestsOf(operation)?.notApplicableWhen?.(f),
    caseGroups: (f) => each(requests(f), name),
  });
}
