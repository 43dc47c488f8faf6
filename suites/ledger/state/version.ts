/** Version and health: the version and its limits, liveness and readiness. */
import { BODY_TEXT, call, describe } from '../../../src/kit.ts';
import { member } from '../../kit/json.ts';
import { isAccepted, shown, unless, unlessStatus } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { stepsOf } from '../../kit/steps.ts';
import type { Area } from '../area.ts';
import { DOCUMENT_PATH } from '../foreign-document.ts';
import type { Subject } from '../laws/forms.ts';
import { across, lawsOf, onAnyBody, onGood, onGoodBody, ownProbe } from '../laws/forms.ts';
import { withoutToken } from '../requests/probes.ts';
import { unguarded } from '../requests/request-parts.ts';
import { rulesIn } from '../rules.ts';
import { hasThisApi, isVersion } from '../versions.ts';

const rule = rulesIn('4.2-state', 'state/version.ts');

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
  rule('version-is-semantic', {
    test: onAnyBody((body) => {
      const found = member(body, 'version');
      const isSemantic = typeof found === 'string' && SEMANTIC.test(found);
      return unless(isSemantic, '/version', 'a semantic version', describe(found));
    }),
  }),
  rule('version-has-this-api', {
    test: onAnyBody((body) => {
      const found = member(body, 'version');
      if (typeof found !== 'string' || !isVersion(found)) return 'inapplicable';
      return unless(hasThisApi(found), '/version', '3.0 or later', describe(found));
    }),
  }),
  rule('user-limits-are-0-without-users', {
    test: onAnyBody((body) => {
      const users = member(body, 'features', 'userManagement');
      if (member(users, 'supported') !== false) return 'inapplicable';
      return ['maxRightsPerUser', 'maxUsersPageSize'].flatMap((name) => {
        const limit = member(users, name);
        return unless(limit === 0, `/features/userManagement/${name}`, '0', describe(limit));
      });
    }),
  }),
  rule('user-limits-are-large-enough', {
    test: onAnyBody((body) => {
      const users = member(body, 'features', 'userManagement');
      return ['maxRightsPerUser', 'maxUsersPageSize'].flatMap((name) => {
        const limit = member(users, name);
        const isTooSmall = typeof limit === 'number' && limit > 0 && limit < 100;
        const at = `/features/userManagement/${name}` as const;
        return unless(!isTooSmall, at, '0, or 100 and more', `${limit}`);
      });
    }),
  }),
  rule('version-matches-own-document', {
    test: STEPS.inCase(documents, ({ first, document }) => {
      if (!isAccepted(first)) return undefined;
      if (document?.response.status !== 200) return 'inapplicable';
      const [, info = ''] = document.response.text.split(/^ *"?info"?:/m);
      const [, stated] = STATED.exec(info) ?? [];
      const version = shown(first, 'version');
      if (stated === undefined || typeof version !== 'string') return 'inapplicable';
      const isSame = release(stated) === release(version);
      return unless(isSame, '/info/version', describe(version), describe(stated));
    }),
  }),
];

/** Without the suffix of a build between two releases. */
function release(text: string): string {
  return text.replace(/[-+].*/, '');
}

const LIVENESS: Law<Subject> = rule('liveness-is-200', {
  test: onGood(({ response: { status } }) => unlessStatus(status === 200, 200, status)),
});

const READINESS: readonly Law<Subject>[] = [
  rule('readiness-is-200-or-503', {
    test: onGood(({ response: { status } }) =>
      unlessStatus(status === 200 || status === 503, [200, 503], status),
    ),
  }),
  rule('readiness-names-serving', {
    test: onGoodBody((_, { response: { text } }) => {
      const lines = text.split('\n').filter((line) => /ledger/i.test(line));
      const isServing = lines.some((line) => /(?<!NOT_)\bSERVING\b/.test(line));
      return unless(isServing, BODY_TEXT, 'a line of the ledger with SERVING', describe(text));
    }),
  }),
];

const OPEN: Law<Subject> = rule('needs-no-token', {
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
