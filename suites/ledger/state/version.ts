/** Checks of the document that the ledger itself serves, and of requests without a token, which chapters name. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { describe } from '../../../src/kit.ts';
import { isAccepted, shown, unless, unlessStatus } from '../../kit/judges.ts';

/** The version under `info`, in YAML or in JSON. */
const STATED = /^[ \t]+"?version"?: *["']?([^"'\s,]+)/m;

/** The document states the version that the ledger reports. */
function matchesOwnDocument(version: CompleteExchange, document: CompleteExchange): CheckResult {
  if (!isAccepted(version)) return undefined;
  if (document.response.status !== 200) return 'inapplicable';
  const [, info = ''] = document.response.text.split(/^ *"?info"?:/m);
  const [, stated] = STATED.exec(info) ?? [];
  const reported = shown(version, 'version');
  if (stated === undefined || typeof reported !== 'string') return 'inapplicable';
  const isSame = release(stated) === release(reported);
  return unless(isSame, '/info/version', describe(reported), describe(stated));
}

/** Without the suffix of a build between two releases. */
function release(text: string): string {
  return text.replace(/[-+].*/, '');
}

const needsNoToken = ({ response: { status } }: CompleteExchange): CheckResult =>
  unlessStatus(status !== 401 && status !== 403, 200, status);

export const VERSION_CHECKS = { matchesOwnDocument, needsNoToken };
