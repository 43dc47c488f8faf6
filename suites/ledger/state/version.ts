/** Version and health: the version and its limits, liveness and readiness. */
import {
  type CheckResult,
  call,
  describe,
  type Finding,
  finding,
  type Operation,
  type Probe,
  type Requirement,
} from '../../../src/index.ts';
import { type Law, requirementsOf, type Test } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { member } from '../requests/members.ts';
import { each, sharedProbes, unguarded, withoutToken } from '../requests/probes.ts';

const VERSION = 'version-is-answered';
/** https://semver.org, without its rule against leading zeros in the last part. */
const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** The version under `info`, in YAML or in JSON. */
const STATED = /^[ \t]+"?version"?: *["']?([^"'\s,]+)/m;

interface Subject {
  readonly operation: Operation;
  /** The clause that asks for the operation. */
  readonly clause: string;
}

const is =
  (name: string) =>
  ({ operation }: Subject): boolean =>
    operation.name === name;

/** A check of the responses to the good requests. */
const onGood = (
  { operation }: Subject,
  check: Extract<Test, { check: unknown }>['check'],
): Test => ({ probes: [sharedProbes(operation)?.good as Probe], check });

/** Two versions with the document in between; sent alone, since other requests may change the node behind a gateway. */
const inARow = new WeakMap<Operation, Probe>();

function documents(operation: Operation): Probe {
  const known = inARow.get(operation) ?? {
    ...across(operation, 'own-document', {
      sends: 'the version, the OpenAPI document that the ledger may serve, and the version again',
      caseGroups: () => [
        row(
          'both',
          call(operation),
          { ...call(operation), path: '/docs/openapi' },
          call(operation),
        ),
      ],
    }),
    alone: true,
  };
  inARow.set(operation, known);
  return known;
}

const LAWS: readonly Law<Subject>[] = [
  {
    name: 'version-is-semantic',
    level: 'MUST',
    clause: VERSION,
    statement: 'The version is a semantic version, such as 3.5.1 or 3.5.2-SNAPSHOT.',
    cause: 'The version is a commit, a date, two numbers only, or has a prefix v.',
    fix: 'Send major, minor and patch of the ledger, with a suffix at most.',
    appliesTo: is('version'),
    test: (subject) =>
      onGood(subject, ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const found = member(body, 'version');
        return typeof found === 'string' && SEMANTIC.test(found)
          ? []
          : [finding('/version', 'a semantic version', describe(found))];
      }),
  },
  {
    name: 'user-limits-are-0-without-users',
    level: 'MUST',
    clause: VERSION,
    statement: 'The limits of user management are 0 if users are not supported.',
    cause: 'Default limits are shown for a feature that is disabled.',
    fix: 'Send 0 for maxUsersPageSize and maxRightsPerUser.',
    appliesTo: is('version'),
    test: (subject) =>
      onGood(subject, ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const users = member(body, 'features', 'userManagement');
        if (member(users, 'supported') !== false) return 'inapplicable';
        return ['maxRightsPerUser', 'maxUsersPageSize'].flatMap((name): Finding[] => {
          const limit = member(users, name);
          const at = `/features/userManagement/${name}`;
          return limit === 0 ? [] : [finding(at, '0', describe(limit))];
        });
      }),
  },
  {
    name: 'version-matches-own-document',
    level: 'SHOULD',
    clause: VERSION,
    statement: 'An OpenAPI document that the ledger serves has the same version.',
    cause: 'The document is a file of an older release, or a gateway serves it for several nodes.',
    fix: 'Generate it from what is served, with the version of the node.',
    appliesTo: is('version'),
    test: ({ operation }) => ({
      probes: [documents(operation)],
      relation: ([first, document]): CheckResult => {
        if (first?.response.status !== 200) return undefined;
        if (document?.response.status !== 200) return 'inapplicable';
        const [, info = ''] = document.response.text.split(/^ *"?info"?:/m);
        const [, stated] = STATED.exec(info) ?? [];
        const version = member(first.response.body, 'version');
        if (stated === undefined || typeof version !== 'string') return 'inapplicable';
        return release(stated) === release(version)
          ? []
          : [finding('info.version', describe(version), describe(stated))];
      },
    }),
  },
  {
    name: 'version-is-stable',
    level: 'SHOULD',
    clause: VERSION,
    statement: 'A second request gets the same version.',
    cause: 'A gateway spreads requests over nodes of several releases.',
    fix: 'Keep a client at nodes of one release.',
    appliesTo: is('version'),
    test: ({ operation }) => ({
      probes: [documents(operation)],
      relation: ([first, , again]): CheckResult => {
        if (first?.response.status !== 200 || again?.response.status !== 200) return undefined;
        const [left, right] = [first, again].map(({ response }) =>
          member(response.body, 'version'),
        );
        return left === right ? [] : [finding('/version', describe(left), describe(right))];
      },
    }),
  },
  {
    name: 'liveness-is-200',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The liveness check gets a 200.',
    cause: 'The check depends on a database or on a synchronizer, which belongs to readiness.',
    fix: 'Respond with 200 whenever the process can respond.',
    appliesTo: is('livez'),
    test: (subject) =>
      onGood(subject, ({ response: { status } }) =>
        status === 200 ? [] : [finding('status', '200', `${status}`)],
      ),
  },
  {
    name: 'readiness-is-200-or-503',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The readiness check gets a 200, or a 503 while the ledger is not ready.',
    cause: 'A gateway responds instead of the node, or the check has no route.',
    fix: 'Respond with 503 until the ledger is ready, and then with 200.',
    appliesTo: is('readyz'),
    test: (subject) =>
      onGood(subject, ({ response: { status } }) =>
        status === 200 || status === 503 ? [] : [finding('status', '200 or 503', `${status}`)],
      ),
  },
  {
    name: 'readiness-names-serving',
    level: 'SHOULD',
    clause: 'readiness-names-the-ledger',
    statement: 'A readiness check with a 200 has a line of the ledger with SERVING.',
    cause: 'A gateway responds instead of the node, or NOT_SERVING comes with a 200.',
    fix: 'Respond with 503 until the ledger is ready, and then with a line for it that has SERVING.',
    appliesTo: is('readyz'),
    test: (subject) =>
      onGood(subject, ({ response: { status, text } }) => {
        if (status !== 200) return undefined;
        const lines = text.split('\n').filter((line) => /ledger/i.test(line));
        return lines.some((line) => /(?<!NOT_)\bSERVING\b/.test(line))
          ? []
          : [finding('body', 'a line of the ledger with SERVING', describe(text))];
      }),
  },
  {
    name: 'needs-no-token',
    level: 'SHOULD',
    clause: ({ clause }) => clause,
    statement: 'A request without a token is accepted.',
    cause: 'The whole API requires authentication.',
    fix: 'Allow the version and the health checks without a token: clients send them before they have one.',
    test: ({ operation }) => ({
      probes: [
        ownProbe(operation, 'without-a-token', {
          sends: 'the request without a token',
          aboutCredentials: true,
          notApplicableWhen: unguarded,
          caseGroups: () => each([withoutToken(call(operation))], 'no-token'),
        }),
      ],
      check: ({ response: { status } }) =>
        status === 401 || status === 403 ? [finding('status', '200', `${status}`)] : [],
    }),
  },
];

export const version: Area = (ledger): readonly Requirement[] =>
  requirementsOf(
    LAWS,
    Object.entries({
      version: VERSION,
      livez: 'liveness-is-answered',
      readyz: 'readiness-is-answered',
    })
      .filter(([name]) => ledger.has(name))
      .map(([name, clause]) => ({ operation: ledger.operation(name), clause })),
    ({ operation }) => `ledger/${operation.name}`,
  );

/** Without the suffix of a build between releases. */
function release(text: string): string {
  return text.replace(/[-+].*/, '');
}
