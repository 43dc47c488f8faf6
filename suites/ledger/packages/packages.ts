/** Packages and archives: their list, their ids, and rejections. */
import {
  BODY_TEXT,
  bodyPlace,
  type CompleteExchange,
  call,
  describe,
  headerPlace,
} from '../../../src/kit.ts';
import { strings } from '../../kit/json.ts';
import { noOther, shownText, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { each } from '../../kit/probes.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import type { Subject } from '../laws/forms.ts';
import { lawsOf, onAnyBody, onGood, onGoodBody, ownProbe } from '../laws/forms.ts';
import { idIn } from '../requests/members.ts';
import { presence, sharedProbes } from '../requests/probes.ts';
import { placeFor } from '../requests/request-parts.ts';
import { categoryFindings } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-packages', 'packages/packages.ts');

const TEXT = Buffer.from('no archive').toString('base64');
/** An empty zip archive. */
const EMPTY_ARCHIVE = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
const HASH = 'canton-package-hash';
/** The first bytes of an archive. */
const CUT_ARCHIVE = 'UEsDBAoAAAAAAGFzc2F5';

export const packages: Area = (ledger) => {
  const at = (name: string): Subject => ({ operation: ledger.operation(name) });
  return [
    ...lawsOf([HASHES], at('packages-list')),
    ...lawsOf(CONTENT, at('package')),
    ...lawsOf(STATUS, at('package-status')),
    ...lawsOf(VALIDATION, at('dars-validate')),
  ];
};

/** Bytes that are no archive, at each path that takes one. */
export const unreadableArchives: Area = ({ operation }) =>
  lawsOf(
    [UNREADABLE],
    { operation: operation('dars-upload'), clause: 'archives-are-uploaded' },
    { operation: operation('packages-upload'), clause: 'package-upload-has-two-paths' },
    { operation: operation('dars-validate'), clause: 'archives-are-validated' },
  );

const UNREADABLE: Law<Subject> = rule('rejects-unreadable-archive', {
  on: ({ operation }) => sharedProbes(operation)?.unknown ?? presence(operation),
  check: ({ response: { status } }) => expectsRejection(status, 400),
});

const HASHES: Law<Subject> = rule('package-ids-are-hashes', {
  test: onAnyBody((body) => {
    const other = strings(body, 'packageIds').find((id) => !/^[0-9a-f]{64}$/.test(id));
    return noOther(other, '/packageIds', 'a SHA-256 hash in hex');
  }),
});

const CONTENT: readonly Law<Subject>[] = [
  rule('listed-package-has-content', {
    test: onGood(({ response: { status, bytes } }) =>
      status === 200 ? unless(bytes > 0, BODY_TEXT, 'the content', undefined) : expects200(status),
    ),
  }),
  rule('content-hash-is-package-id', {
    test: onGoodBody((_, exchange) => {
      const id = idIn(exchange);
      const { sha256 } = exchange.response;
      return sha256 === undefined
        ? undefined
        : unless(sha256 === id, bodyPlace('', { of: 'SHA-256 of the body' }), id, sha256);
    }),
  }),
  rule('hash-header-is-sent', {
    test: onAnyBody((_, { response: { headers, bytes } }) => {
      // An empty body holds no package that the header could name: another rule rejects it.
      if (bytes === 0) return undefined;
      return unless(
        (headers[HASH] ?? '') !== '',
        headerPlace(HASH),
        'the id of the package',
        'no such header',
      );
    }),
  }),
  rule('hash-header-is-package-id', {
    test: onAnyBody((_, exchange) => {
      const { [HASH]: hash = '' } = exchange.response.headers;
      if (exchange.response.bytes === 0 || hash === '') return undefined;
      const id = idIn(exchange);
      return unless(hash === id, headerPlace(HASH), id, hash);
    }),
  }),
];

const STATUS: readonly Law<Subject>[] = [
  rule('listed-package-is-registered', {
    test: onGood((exchange) => hasStatus(exchange, 'PACKAGE_STATUS_REGISTERED')),
  }),
  rule('unknown-package-is-unspecified', {
    on: ({ operation }) => sharedProbes(operation)?.unknown ?? [],
    check: (exchange) => hasStatus(exchange, 'PACKAGE_STATUS_UNSPECIFIED'),
  }),
];

const VALIDATION: readonly Law<Subject>[] = [
  rule('accepts-compatible-archive', {
    test: onGood(({ response: { status } }) => expects200(status)),
  }),
  rule('rejects-malformed-archive', {
    on: ({ operation }) =>
      ownProbe(operation, 'no-dar', {
        sends: 'bytes that are no archive, an empty archive, and a part of one',
        wrong: 'identifier',
        caseGroups: (f) =>
          each(
            [TEXT, EMPTY_ARCHIVE, CUT_ARCHIVE].map((bytes) =>
              call(operation, { bytes, query: placeFor(f) }),
            ),
          ),
      }),
    withControl: true,
    check: (exchange) => {
      const rejected = expectsRejection(exchange.response.status, 400);
      return rejected?.length === 0 ? categoryFindings(exchange, 8) : rejected;
    },
  }),
];

function hasStatus(exchange: CompleteExchange, expected: string) {
  const { status } = exchange.response;
  if (status !== 200) return expects200(status);
  const found = shownText(exchange, 'packageStatus') ?? '';
  return unless(found === expected, '/packageStatus', expected, describe(found));
}
