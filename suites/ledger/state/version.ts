/** Version and health: the version and its limits, liveness and readiness. */
import { call, describe } from '../../../src/kit.ts';
import { member } from '../../kit/json.ts';
import { isAccepted, shown, unless, unlessStatus } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { stepsOf } from '../../kit/steps.ts';
import type { Area } from '../area.ts';
import { DOCUMENT_PATH } from '../foreign-document.ts';
import type { Subject } from '../laws/forms.ts';
import { across, lawsOf, onAnyBody, onGood, onGoodBody, ownProbe } from '../laws/forms.ts';
import { withoutToken } from '../requests/probes.ts';
import { unguarded } from '../requests/request-parts.ts';
import { hasThisApi, isVersion } from '../versions.ts';

/** https://semver.org, without its rule against leading zeros in the last part. */
const SEMANTIC = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** The version under `info`, in YAML or in JSON. */
const STATED = /^[ \t]+"?version"?: *["']?([^"'\s,]+)/m;

const STEPS = stepsOf('first', 'document', 'again');

/**
 * Two versions and the document between them; sent alone, because other requests may change the node behind a gateway.
 */
const documents = once(({ operation }: Subject) =>
  across(operation, 'own-document', {
    sends: 'the version, the OpenAPI document that the ledger may serve, and the version again',
    alone: true,
    steps: () => {
      const plain = call(operation);
      const document = { ...plain, path: DOCUMENT_PATH };
      return { both: STEPS.requests({ first: plain, document, again: plain }) };
    },
  }),
);

const VERSION: readonly Law<Subject>[] = [
  must('version-is-semantic', {
    statement: 'The version is a semantic version, such as 3.5.1 or 3.5.2-SNAPSHOT.',
    cause: 'The version is a commit, a date, two numbers only, or has a prefix v.',
    fix: 'Send major, minor and patch of the ledger, with a suffix at most.',
    test: onAnyBody((body) => {
      const found = member(body, 'version');
      const isSemantic = typeof found === 'string' && SEMANTIC.test(found);
      return unless(isSemantic, '/version', 'a semantic version', describe(found));
    }),
  }),
  must('version-has-this-api', {
    statement: 'The version is 3.0 or later: earlier ones do not have this API.',
    cause: 'The version is that of a gateway, of a container image or of another product.',
    fix: 'Send the version of the ledger.',
    followsFrom: ['version-is-semantic'],
    test: onAnyBody((body) => {
      const found = member(body, 'version');
      if (typeof found !== 'string' || !isVersion(found)) return 'inapplicable';
      return unless(hasThisApi(found), '/version', '3.0 or later', describe(found));
    }),
  }),
  must('user-limits-are-0-without-users', {
    statement: 'The limits of user management are 0 if users are not supported.',
    cause: 'Default limits are shown for a feature that is disabled.',
    fix: 'Send 0 for maxUsersPageSize and maxRightsPerUser.',
    test: onAnyBody((body) => {
      const users = member(body, 'features', 'userManagement');
      if (member(users, 'supported') !== false) return 'inapplicable';
      return ['maxRightsPerUser', 'maxUsersPageSize'].flatMap((name) => {
        const limit = member(users, name);
        return unless(limit === 0, `/features/userManagement/${name}`, '0', describe(limit));
      });
    }),
  }),
  must('user-limits-are-large-enough', 'user-limits-are-large-enough', {
    statement: 'Each limit of user management is 0, for no limit, or at least 100.',
    cause: 'A small page size of a gateway or of a test is shown as the limit of the ledger.',
    fix: 'Support at least 100 rights for each user and 100 users in a page, and show the limits in force.',
    test: onAnyBody((body) => {
      const users = member(body, 'features', 'userManagement');
      return ['maxRightsPerUser', 'maxUsersPageSize'].flatMap((name) => {
        const limit = member(users, name);
        const isTooSmall = typeof limit === 'number' && limit > 0 && limit < 100;
        const at = `/features/userManagement/${name}`;
        return unless(!isTooSmall, at, '0, or 100 and more', `${limit}`);
      });
    }),
  }),
  should('version-matches-own-document', {
    statement: 'An OpenAPI document that the ledger serves has the same version.',
    cause: 'The document is a file of an older release, or a gateway serves it for several nodes.',
    fix: 'Generate it from what is served, with the version of the node.',
    followsFrom: ['version-is-semantic'],
    test: STEPS.inCase(documents, ({ first, document }) => {
      if (!isAccepted(first)) return undefined;
      if (document?.response.status !== 200) return 'inapplicable';
      const [, info = ''] = document.response.text.split(/^ *"?info"?:/m);
      const [, stated] = STATED.exec(info) ?? [];
      const version = shown(first, 'version');
      if (stated === undefined || typeof version !== 'string') return 'inapplicable';
      const isSame = release(stated) === release(version);
      return unless(isSame, 'info.version', describe(version), describe(stated));
    }),
  }),
];

/** Without the suffix of a build between two releases. */
function release(text: string): string {
  return text.replace(/[-+].*/, '');
}

const LIVENESS: Law<Subject> = must('liveness-is-200', {
  statement: 'The liveness check gets a 200.',
  cause: 'The check depends on a database or on a synchronizer, which belongs to readiness.',
  fix: 'Respond with 200 whenever the process can respond.',
  test: onGood(({ response: { status } }) => unlessStatus(status === 200, 200, status)),
});

const READINESS: readonly Law<Subject>[] = [
  must('readiness-is-200-or-503', {
    statement: 'The readiness check gets a 200, or a 503 while the ledger is not ready.',
    cause: 'A gateway responds instead of the node, or the check has no route.',
    fix: 'Respond with 503 until the ledger is ready, and then with 200.',
    test: onGood(({ response: { status } }) =>
      unlessStatus(status === 200 || status === 503, [200, 503], status),
    ),
  }),
  should('readiness-names-serving', 'readiness-names-the-ledger', {
    statement: 'A readiness check with a 200 has a line of the ledger with SERVING.',
    cause: 'A gateway responds instead of the node, or NOT_SERVING comes with a 200.',
    fix: 'Respond with 503 until the ledger is ready, and then with a line for it that has SERVING.',
    test: onGoodBody((_, { response: { text } }) => {
      const lines = text.split('\n').filter((line) => /ledger/i.test(line));
      const isServing = lines.some((line) => /(?<!NOT_)\bSERVING\b/.test(line));
      return unless(isServing, 'body', 'a line of the ledger with SERVING', describe(text));
    }),
  }),
];

const OPEN: Law<Subject> = should('needs-no-token', {
  statement: 'A request without a token is accepted.',
  cause: 'The whole API requires authentication.',
  fix: 'Allow the version and the health checks without a token: clients send them before they have one.',
  on: ({ operation }) =>
    ownProbe(operation, 'without-a-token', {
      sends: 'the request without a token',
      aboutCredentials: true,
      notApplicableWhen: unguarded,
      steps: () => ({ 'no-token-1': [withoutToken(call(operation))] }),
    }),
  check: ({ response: { status } }) => unlessStatus(status !== 401 && status !== 403, 200, status),
});

export const version: Area = ({ has, operation }) => {
  const at = (name: string, clause: string): Subject[] =>
    has(name) ? [{ operation: operation(name), clause }] : [];
  return [
    ...lawsOf([...VERSION, OPEN], ...at('version', 'version-is-reported')),
    ...lawsOf([LIVENESS, OPEN], ...at('livez', 'liveness-is-reported')),
    ...lawsOf([...READINESS, OPEN], ...at('readyz', 'readiness-is-reported')),
  ];
};
