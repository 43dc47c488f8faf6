/** What the node tells of itself: its version and limits, that it is alive, and that it is ready. */
import {
  type CheckResult,
  call,
  describe,
  type Exchange,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { across, ownProbe, row } from './asking.ts';
import type { Area } from './chapter.ts';
import { member } from './members.ts';
import { each, sharedProbes } from './probes.ts';

const VERSION = 'version-is-answered';
/** https://semver.org, without its rule against leading zeros in the last part. */
const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** The version under `info`, in YAML or in JSON. */
const STATED = /^[ \t]+"?version"?: *["']?([^"'\s,]+)/m;

/** Requirements on the version and, from 3.5 on, on the health checks. */
export const version: Area = (ledger) => {
  const told = ledger.operation('version');
  const good = sharedProbes(told)?.good as Probe;
  const inARow = across(told, 'own-document', {
    sends:
      'the version, the OpenAPI document that the ledger may serve of itself, and the version again',
    caseGroups: () => [
      row('both', call(told), { ...call(told), path: '/docs/openapi' }, call(told)),
    ],
  });
  // Where nodes take turns, what others ask in between would hide it.
  const documents: Probe = { ...inARow, alone: true };
  return [
    requirement({
      id: 'ledger/version/semantic',
      level: 'MUST',
      clause: VERSION,
      statement: 'The version is a semantic one, such as 3.5.1 or 3.5.2-SNAPSHOT.',
      cause: 'A commit, a date or a v in front is sent, or only two numbers.',
      fix: 'Send major, minor and patch of the ledger, with a suffix at most.',
      probes: [good],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const found = member(body, 'version');
        return typeof found === 'string' && SEMANTIC.test(found)
          ? []
          : [finding('/version', 'a semantic version', describe(found))];
      },
    }),
    requirement({
      id: 'ledger/version/no-limits-without-users',
      level: 'MUST',
      clause: VERSION,
      statement: 'Where users are not supported, the limits that are told for them are 0.',
      cause: 'Defaults are told for what is switched off.',
      fix: 'Send 0 for maxUsersPageSize and maxRightsPerUser there.',
      probes: [good],
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const users = member(body, 'features', 'userManagement');
        if (member(users, 'supported') !== false) return 'inapplicable';
        return ['maxRightsPerUser', 'maxUsersPageSize'].flatMap((name): Finding[] => {
          const limit = member(users, name);
          const at = `/features/userManagement/${name}`;
          return limit === 0 ? [] : [finding(at, '0', describe(limit))];
        });
      },
    }),
    withoutToken(told, VERSION),
    requirement({
      id: 'ledger/version/as-in-own-document',
      level: 'SHOULD',
      clause: VERSION,
      statement: 'Where the ledger serves its own OpenAPI document, that is of the same version.',
      cause:
        'The document is a file from an older release, or a gateway serves it for several nodes.',
      fix: 'Make it from what is served, with the version of the node.',
      probes: [documents],
      relation: ([asked, document]): CheckResult => {
        if (asked?.response.status !== 200) return undefined;
        if (document?.response.status !== 200) return 'inapplicable';
        const [, info = ''] = document.response.text.split(/^ *"?info"?:/m);
        const [, stated] = STATED.exec(info) ?? [];
        const told = member(asked.response.body, 'version');
        if (stated === undefined || typeof told !== 'string') return 'inapplicable';
        return release(stated) === release(told)
          ? []
          : [finding('info.version', describe(told), describe(stated))];
      },
    }),
    requirement({
      id: 'ledger/version/stays',
      level: 'SHOULD',
      clause: VERSION,
      statement: 'The version is the same when it is asked for again.',
      cause:
        'A gateway spreads requests over nodes of several releases, and a client that chose its documents by one answer is served by another.',
      fix: 'Keep a caller at nodes of one release.',
      probes: [documents],
      relation: ([asked, , again]): CheckResult => {
        if (asked?.response.status !== 200 || again?.response.status !== 200) return undefined;
        const [owed, told] = [asked, again].map(({ response: { body } }) =>
          member(body, 'version'),
        );
        return owed === told ? [] : [finding('/version', describe(owed), describe(told))];
      },
    }),
    ...(ledger.has('livez') ? health(ledger.operation('livez'), ledger.operation('readyz')) : []),
  ] satisfies Requirement[];
};

/** Without the suffix of a build between releases. */
function release(version: string): string {
  return version.replace(/[-+].*/, '');
}

function health(livez: Operation, readyz: Operation): readonly Requirement[] {
  return [
    requirement({
      id: 'ledger/livez/alive',
      level: 'MUST',
      clause: 'liveness-is-answered',
      statement: 'As long as anything is answered, the liveness check answers 200.',
      cause: 'The check looks at a database or at a synchronizer, which belongs to readiness.',
      fix: 'Answer 200 whenever the process answers at all.',
      probes: [sharedProbes(livez)?.good as Probe],
      check: ({ response: { status } }) => is200(status),
    }),
    withoutToken(livez, 'liveness-is-answered'),
    requirement({
      id: 'ledger/readyz/answers-200-or-503',
      level: 'MUST',
      clause: 'readiness-is-answered',
      statement:
        'The readiness check is answered with 200, or with 503 while the ledger is not ready.',
      cause: 'A gateway answers in place of the node, or the check is not routed.',
      fix: 'Answer 503 until the ledger serves, and then 200.',
      probes: [sharedProbes(readyz)?.good as Probe],
      check: ({ response: { status } }) =>
        status === 200 || status === 503 ? [] : [finding('status', '200 or 503', `${status}`)],
    }),
    requirement({
      id: 'ledger/readyz/says-whether-it-serves',
      level: 'SHOULD',
      clause: 'readiness-names-the-ledger',
      statement: 'A readiness check that answers 200 has a line that says SERVING.',
      cause: 'A gateway answers in place of the node, or NOT_SERVING comes with 200.',
      fix: 'Answer 503 until the ledger serves, and then one line for it that says SERVING.',
      probes: [sharedProbes(readyz)?.good as Probe],
      check: ({ response: { status, text } }) => {
        if (status !== 200) return undefined;
        const lines = text.split('\n').filter((line) => /ledger/i.test(line));
        return lines.some((line) => /(?<!NOT_)\bSERVING\b/.test(line))
          ? []
          : [finding('body', 'a line of the ledger that says SERVING', describe(text))];
      },
    }),
    withoutToken(readyz, 'readiness-is-answered'),
  ];
}

function is200(status: number): readonly Finding[] {
  return status === 200 ? [] : [finding('status', '200', `${status}`)];
}

/** Asked without a token although the others need one. */
function withoutToken(operation: Operation, clause: string): Requirement {
  const probe = ownProbe(operation, 'without-a-token', {
    sends: 'the request without a token',
    aboutCredentials: true,
    notApplicableWhen: ({ caller }: Fixtures) =>
      caller.some(({ mode }: Fixtures['caller'][number]) => mode === 'open')
        ? 'the ledger asks nobody for a token'
        : undefined,
    caseGroups: () => each([{ ...call(operation), anonymous: true }], 'no-token'),
  });
  return requirement({
    id: `ledger/${operation.name}/answers-without-a-token`,
    level: 'SHOULD',
    clause,
    statement: 'No token is needed.',
    cause: 'The whole API stands behind the authentication.',
    fix: 'Let the version and the health checks through: clients ask for them before they have a token.',
    probes: [probe],
    check: ({ response: { status } }: Pick<Required<Exchange>, 'response'>) =>
      status === 401 || status === 403 ? [finding('status', '200', `${status}`)] : [],
  });
}
