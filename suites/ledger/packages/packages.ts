/** Packages and archives: their list, their ids, and rejections. */
import { type CompleteExchange, call, describe } from '../../../src/kit.ts';
import { elements, string, strings } from '../../kit/json.ts';
import { lacking, noOther, shownText, unless } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { each } from '../../kit/probes.ts';
import type { Rejection } from '../../kit/rejections.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import type { Subject } from '../laws/forms.ts';
import {
  lawsOf,
  onAnyBody,
  onGood,
  onGoodBody,
  ownProbe,
  rejections,
  scenario,
} from '../laws/forms.ts';
import { ESCAPED_TWICE, idIn } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { placeFor } from '../requests/request-parts.ts';
import { categoryFindings } from '../responses/errors.ts';
import { CODES } from '../surface.ts';
import { idsIn, packagesIn, rowsOf, vettedBy } from './vetting-rows.ts';

const TEXT = Buffer.from('no archive').toString('base64');
/** An empty zip archive. */
const EMPTY_ARCHIVE = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
/** The first bytes of an archive. */
const CUT_ARCHIVE = 'UEsDBAoAAAAAAGFzc2F5';

export const packages: Area = (ledger) => {
  const content = { operation: ledger.operation('package') };
  const status = { operation: ledger.operation('package-status') };
  return [
    ...lawsOf([HASHES], { operation: ledger.operation('packages-list') }),
    ...vettedAreListed(ledger),
    ...lawsOf(CONTENT, content),
    ...lawsOf(STATUS, status),
    ...lawsOf(VALIDATION, { operation: ledger.operation('dars-validate') }),
    ...rejections([UNKNOWN], [content]),
    ...rejections([MALFORMED], [content, status]),
  ];
};

const HASHES: Law<Subject> = should('package-ids-are-hashes', 'package-hash-is-its-id', {
  statement: 'The ids of packages are SHA-256 hashes in lower-case hex.',
  cause: 'The list holds names with versions, capitals or base64.',
  fix: 'List package ids as 64 digits of lower-case hex.',
  test: onAnyBody((body) => {
    const other = strings(body, 'packageIds').find((id) => !/^[0-9a-f]{64}$/.test(id));
    return noOther(other, '/packageIds', 'a SHA-256 hash in hex');
  }),
});

function vettedAreListed(ledger: Ledger) {
  return scenario(ledger.operation('packages-list'), {
    name: 'vetted',
    clause: 'packages-are-listed',
    sends: 'the name of the participant, what it vets under this name, and the list of packages',
    steps: () => ({
      self: call(ledger.operation('participant-id')),
      rows: ({ self }) => vettedBy(ledger, self),
      listed: call(ledger.operation('packages-list')),
    }),
  }).rules(
    should('vetted-packages-are-listed', {
      statement: 'A package that the participant vets is in its list.',
      cause: 'The list is made once, at the start, or holds only main packages of archives.',
      fix: 'Read the packages of the store for each request.',
      followsFrom: ['package-ids-are-hashes'],
      given: ['self', 'rows', 'listed'],
      judge: ({ rows, listed }) => {
        const known = new Set(elements(listed.response.body, 'packageIds'));
        const missing = rowsOf(rows)
          .flatMap(idsIn)
          .find((id) => !known.has(id));
        return missing === undefined ? [] : [lacking(missing, '/packageIds')];
      },
    }),
    should('vetted-packages-have-versions', 'vetted-packages-are-listed', {
      statement: 'A vetted package that the participant holds has its name and its version.',
      cause: 'Both come from the request or from another store, and are empty there.',
      fix: 'Read both from the package.',
      given: ['self', 'rows', 'listed'],
      judge: ({ rows, listed }) => {
        const ids = new Set(elements(listed.response.body, 'packageIds'));
        const held = rowsOf(rows)
          .flatMap(packagesIn)
          .filter((one) => ids.has(string(one, 'packageId')));
        if (held.length === 0) return 'inapplicable';
        return ['packageName', 'packageVersion'].flatMap((name) =>
          unless(
            held.every((one) => string(one, name) !== ''),
            `/vettedPackages/packages/${name}`,
            'a text, since the package is uploaded',
            'nothing',
          ),
        );
      },
    }),
  );
}

const CONTENT: readonly Law<Subject>[] = [
  must('listed-package-has-content', 'package-content-is-returned', {
    statement: 'A listed package has content.',
    cause: 'Dependencies of an archive are listed but not stored.',
    fix: 'Store the bytes of every package that is listed.',
    followsFrom: ['packages-list/package-ids-are-hashes'],
    test: onGood(({ response: { status, bytes } }) =>
      status === 200 ? unless(bytes > 0, 'body', 'the content', undefined) : expects200(status),
    ),
  }),
  should('content-hash-is-package-id', 'package-hash-is-its-id', {
    statement: 'The SHA-256 of the content is the id of the package.',
    cause: 'The content is wrapped, compressed or converted, possibly by a proxy.',
    fix: 'Send the stored bytes of the package as application/octet-stream.',
    test: onGoodBody((_, exchange) => {
      const id = idIn(exchange);
      const { sha256 } = exchange.response;
      return sha256 === undefined
        ? undefined
        : unless(sha256 === id, 'SHA-256 of the body', id, sha256);
    }),
  }),
  should('hash-header-is-package-id', 'package-hash-is-its-id', {
    statement: 'The header Canton-Package-Hash is the id of the package.',
    cause: 'A gateway drops unknown headers, or the header holds another hash.',
    fix: 'Send the package id in Canton-Package-Hash, and let the header pass.',
    followsFrom: ['response-matches-request'],
    test: onAnyBody((_, exchange) => {
      const { 'canton-package-hash': hash = 'no such header' } = exchange.response.headers;
      // An empty body holds no package that the header could name: another rule rejects it.
      if (exchange.response.bytes === 0) return undefined;
      const id = idIn(exchange);
      return unless(hash === id, 'canton-package-hash', id, hash);
    }),
  }),
];

const STATUS: readonly Law<Subject>[] = [
  should('listed-package-is-registered', 'package-status-is-returned', {
    statement: 'A listed package has the status PACKAGE_STATUS_REGISTERED.',
    cause: 'The status is read from vetting, so an unvetted package counts as unknown.',
    fix: 'Respond with PACKAGE_STATUS_REGISTERED for every listed package.',
    followsFrom: ['package/listed-package-has-content', 'packages-list/package-ids-are-hashes'],
    test: onGood((exchange) => hasStatus(exchange, 'PACKAGE_STATUS_REGISTERED')),
  }),
  must('unknown-package-is-unspecified', 'package-status-is-returned', {
    statement: 'An unknown package has the status PACKAGE_STATUS_UNSPECIFIED.',
    cause:
      'An unknown package is rejected with 404, as for its content, or each id counts as registered.',
    fix: 'Respond with 200 and PACKAGE_STATUS_UNSPECIFIED.',
    on: ({ operation }) => sharedProbes(operation)?.unknown ?? [],
    check: (exchange) => hasStatus(exchange, 'PACKAGE_STATUS_UNSPECIFIED'),
  }),
];

const VALIDATION: readonly Law<Subject>[] = [
  must('accepts-compatible-archive', 'upgrades-are-validated', {
    statement: 'An archive that may be uploaded is compatible with the vetted packages.',
    cause: 'The archive is compared with unvetted packages too, or its bytes are changed.',
    fix: 'Check upgrades against the packages that are vetted on the synchronizer.',
    test: onGood(({ response: { status } }) => expects200(status)),
  }),
  must('rejects-malformed-archive', 'archives-are-validated', {
    statement: 'Bytes that are no archive, an empty archive and a part of one are rejected.',
    cause: 'The error of the archive reader becomes a 500, or the archive is not read.',
    fix: 'Respond with 400 and the code of what is wrong with the archive.',
    followsFrom: ['category-matches-code'],
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

const UNKNOWN: Rejection<Subject> = must('unknown-package', 'package-content-is-returned', {
  statement: 'A request for an unknown package is rejected.',
  cause: 'A missing package gets 200 without bytes, or a page of the web server.',
  fix: 'Respond with 404 PACKAGE_NOT_FOUND as JSON.',
  sends: 'a well-formed id that no package has',
  status: 404,
  codes: ['PACKAGE_NOT_FOUND'],
  requests: () => [{ path: { 'package-id': 'a55b'.repeat(16) } }],
});

const MALFORMED: Rejection<Subject> = should('malformed-package-id', CODES, {
  statement: 'A request with a malformed package id is rejected.',
  cause: 'The id is looked up unchecked, or a path that is decoded twice makes it valid.',
  fix: 'Decode the path once, then check the characters of the id; respond with 400 INVALID_ARGUMENT.',
  sends: 'ids with characters that no package id has',
  codes: ['INVALID_ARGUMENT'],
  requests: () => ['assay!no$package', ESCAPED_TWICE].map((id) => ({ path: { 'package-id': id } })),
});

function hasStatus(exchange: CompleteExchange, expected: string) {
  const { status } = exchange.response;
  if (status !== 200) return expects200(status);
  const found = shownText(exchange, 'packageStatus') ?? '';
  return unless(found === expected, '/packageStatus', expected, describe(found));
}
