/** Version and health: the version in the document of the ledger itself, and requests without a token. */
import { call, describe } from '../../../src/kit.ts';
import { isAccepted, shown, unless, unlessStatus } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { stepsOf } from '../../kit/steps.ts';
import type { Area } from '../area.ts';
import { DOCUMENT_PATH } from '../foreign-document.ts';
import type { Subject } from '../laws/forms.ts';
import { across, lawsOf, ownProbe } from '../laws/forms.ts';
import { withoutToken } from '../requests/probes.ts';
import { unguarded } from '../requests/request-parts.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-state', 'state/version.ts');

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

const OF_ITS_DOCUMENT: Law<Subject> = rule('version-matches-own-document', {
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
});

/** Without the suffix of a build between two releases. */
function release(text: string): string {
  return text.replace(/[-+].*/, '');
}

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
    ...lawsOf([OF_ITS_DOCUMENT, OPEN], ...at('version', 'version-is-reported')),
    ...lawsOf([OPEN], ...at('livez', 'liveness-is-reported')),
    ...lawsOf([OPEN], ...at('readyz', 'readiness-is-reported')),
  ];
};
