/** What chapters check of packages, their content and their status, and of unreadable archives. */
import {
  BODY_TEXT,
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  describe,
  headerPlace,
  worded,
} from '../../../src/kit.ts';
import { kindOfBytes } from '../../http/bodies.ts';
import { member, strings } from '../../kit/json.ts';
import { isAccepted, noOther, shownText, unless } from '../../kit/judges.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { idIn } from '../requests/members.ts';
import { categoryFindings } from '../responses/errors.ts';

const HASH = 'canton-package-hash';

function idsAreHashes(list: CompleteExchange): CheckResult {
  if (!isAccepted(list)) return undefined;
  const other = strings(list.response.body, 'packageIds').find((id) => !/^[0-9a-f]{64}$/.test(id));
  return noOther(other, '/packageIds', 'a SHA-256 hash in hex');
}

/** A list that is missing breaks the shape only. */
function listsPackages(list: CompleteExchange): CheckResult {
  const listed = member(list.response.body, 'packageIds');
  if (!isAccepted(list) || !Array.isArray(listed)) return undefined;
  return unless(listed.length > 0, '/packageIds', 'a package', 'none');
}

const hasContent = ({ response: { status, bytes } }: CompleteExchange): CheckResult =>
  status === 200 ? unless(bytes > 0, BODY_TEXT, 'the content', undefined) : expects200(status);

function contentHashIsId(content: CompleteExchange): CheckResult {
  const { sha256 } = content.response;
  if (!isAccepted(content) || sha256 === undefined) return undefined;
  const id = idIn(content);
  const kind = kindOfBytes(content.response.text);
  const came = kind === undefined ? sha256 : worded`${sha256} of ${kind}`;
  return unless(sha256 === id, bodyPlace('', { of: 'SHA-256 of the body' }), id, came);
}

function hasHashHeader(content: CompleteExchange): CheckResult {
  const { headers, bytes } = content.response;
  // An empty body holds no package that the header could name: another rule rejects it.
  if (!isAccepted(content) || bytes === 0) return undefined;
  return unless(
    (headers[HASH] ?? '') !== '',
    headerPlace(HASH),
    'the id of the package',
    'no such header',
  );
}

function hashHeaderIsId(content: CompleteExchange): CheckResult {
  const { headers, bytes } = content.response;
  const { [HASH]: hash = '' } = headers;
  if (!isAccepted(content) || bytes === 0 || hash === '') return undefined;
  const id = idIn(content);
  return unless(hash === id, headerPlace(HASH), id, hash);
}

const hasStatus =
  (expected: string) =>
  (exchange: CompleteExchange): CheckResult => {
    const { status } = exchange.response;
    if (status !== 200) return expects200(status);
    const found = shownText(exchange, 'packageStatus') ?? '';
    return unless(found === expected, '/packageStatus', expected, describe(found));
  };

const isServed = ({ response: { status } }: CompleteExchange): CheckResult => expects200(status);

const isUnreadable = ({ response: { status } }: CompleteExchange): CheckResult =>
  expectsRejection(status, 400);

/** It is rejected with a code of its category. */
function isMalformedArchive(exchange: CompleteExchange): CheckResult {
  const rejected = isUnreadable(exchange);
  return rejected?.length === 0 ? categoryFindings(exchange, 8) : rejected;
}

export const CONTENT_OF_PACKAGE_CHECKS = {
  ...{ idsAreHashes, listsPackages, hasContent, contentHashIsId, hasHashHeader, hashHeaderIsId },
  ...{ isServed, isUnreadable, isMalformedArchive },
  isRegistered: hasStatus('PACKAGE_STATUS_REGISTERED'),
  isUnspecified: hasStatus('PACKAGE_STATUS_UNSPECIFIED'),
};
