/** Packages and archives: which ones there are, whether they match their ids, and what is rejected. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  finding,
  type Operation,
  type Probe,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { categoryFindings } from '../laws/errors.ts';
import { lawsOf } from '../laws/laws.ts';
import { type Rejection, rejections } from '../laws/rejections.ts';
import { ownProbe } from '../requests/asking.ts';
import { elements, member, string, strings } from '../requests/members.ts';
import { each, sharedProbes } from '../requests/probes.ts';
import { type Sequence, sequence } from '../requests/sequences.ts';
import { vettedBy } from './vetting.ts';

/** An archive of the zip format with nothing in it. */
const EMPTY_ARCHIVE = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
/** The begin of an archive. */
const CUT_ARCHIVE = 'UEsDBAoAAAAAAGFzc2F5';

const good = (operation: Operation): readonly Probe[] => [sharedProbes(operation)?.good as Probe];

export const packages: Area = (ledger) => {
  const [content, status] = [ledger.operation('package'), ledger.operation('package-status')];
  return [
    ...lawsOf(ledger.operation('packages-list'), LIST),
    vettedAreListed(ledger),
    ...lawsOf(content, CONTENT),
    ...lawsOf(status, STATUS),
    ...lawsOf(ledger.operation('dars-validate'), VALIDATION),
    ...rejections([UNKNOWN], [{ operation: content }]),
    ...rejections([MALFORMED], [{ operation: content }, { operation: status }]),
  ];
};

const LIST: readonly Law<Operation>[] = [
  {
    name: 'package-ids-are-hashes',
    level: 'SHOULD',
    clause: 'package-hash-is-its-id',
    statement: 'The ids of packages are SHA-256 hashes in lower-case hex.',
    cause: 'The list holds names with versions, capitals or base64.',
    fix: 'List package ids as 64 digits of lower-case hex.',
    test: (operation) => ({
      probes: good(operation),
      check: ({ response: { status, body } }) => {
        if (status !== 200) return undefined;
        const other = strings(body, 'packageIds').find((id) => !/^[0-9a-f]{64}$/.test(id));
        return other === undefined
          ? []
          : [finding('/packageIds', 'a SHA-256 hash in hex', describe(other))];
      },
    }),
  },
];

function vettedAreListed(ledger: Ledger): ReturnType<Sequence<'told'>['expects']> {
  return sequence(ledger.operation('packages-list'), {
    name: 'vetted',
    sends: 'the name of the participant, what it vets under this name, and the list of packages',
    steps: () => ({
      self: call(ledger.operation('participant-id')),
      rows: ({ self }) => vettedBy(ledger, self),
      listed: call(ledger.operation('packages-list')),
    }),
  }).expects({
    name: 'vetted-packages-are-listed',
    level: 'SHOULD',
    clause: 'packages-are-listed',
    statement: 'A package that the participant vets is in its list.',
    cause: 'The list is made once, at the start, or holds only main packages of archives.',
    fix: 'Read the packages of the store for each request.',
    given: ['self', 'rows', 'listed'],
    judge: ({ rows, listed }) => {
      const ids = member(listed.response.body, 'packageIds');
      if (!Array.isArray(ids)) return undefined;
      const known = new Set(ids);
      const missing = elements(rows.response.body, 'vettedPackages')
        .flatMap((one) => elements(one, 'packages'))
        .map((vetted) => string(vetted, 'packageId'))
        .find((id) => !known.has(id));
      return missing === undefined ? [] : [finding('/packageIds', missing, 'not there')];
    },
  });
}

const CONTENT: readonly Law<Operation>[] = [
  {
    name: 'listed-package-has-content',
    level: 'MUST',
    clause: 'package-content-is-returned',
    statement: 'A listed package has content.',
    cause: 'Dependencies of an archive are listed but not stored.',
    fix: 'Store the bytes of every package that is listed.',
    test: (operation) => ({
      probes: good(operation),
      check: ({ response: { status, bytes } }) => {
        if (status !== 200) return expects200(status);
        return bytes > 0 ? [] : [finding('body', 'the content', 'nothing')];
      },
    }),
  },
  {
    name: 'content-hash-is-package-id',
    level: 'SHOULD',
    clause: 'package-hash-is-its-id',
    statement: 'The SHA-256 of the content is the id of the package.',
    cause: 'The content is wrapped, compressed or converted, possibly by a proxy.',
    fix: 'Send the stored bytes of the package as application/octet-stream.',
    test: (operation) => ({
      probes: good(operation),
      check: ({ request, response: { status, sha256 } }) => {
        if (status !== 200 || sha256 === undefined) return undefined;
        const id = idIn(request.path);
        return sha256 === id ? [] : [finding('SHA-256 of the body', id, sha256)];
      },
    }),
  },
  {
    name: 'hash-header-is-package-id',
    level: 'SHOULD',
    clause: 'package-hash-is-its-id',
    statement: 'The header Canton-Package-Hash is the id of the package.',
    cause: 'A gateway drops unknown headers, or the header holds another hash.',
    fix: 'Send the package id in Canton-Package-Hash, and let the header pass.',
    test: (operation) => ({
      probes: good(operation),
      check: ({ request, response: { status, headers } }) => {
        if (status !== 200) return undefined;
        const [id, shown] = [idIn(request.path), headers['canton-package-hash']];
        return shown === id ? [] : [finding('canton-package-hash', id, shown ?? 'no such header')];
      },
    }),
  },
];

const STATUS: readonly Law<Operation>[] = [
  {
    name: 'listed-package-is-registered',
    level: 'SHOULD',
    clause: 'package-status-is-returned',
    statement: 'A listed package has the status PACKAGE_STATUS_REGISTERED.',
    cause: 'The status is read from vetting, so an unvetted package counts as unknown.',
    fix: 'Respond with PACKAGE_STATUS_REGISTERED for every listed package.',
    test: (operation) => ({
      probes: good(operation),
      check: (exchange) => hasStatus(exchange, 'PACKAGE_STATUS_REGISTERED'),
    }),
  },
  {
    name: 'unknown-package-is-unspecified',
    level: 'MUST',
    clause: 'package-status-is-returned',
    statement: 'An unknown package has the status PACKAGE_STATUS_UNSPECIFIED.',
    cause: 'An unknown package is rejected with 404, as for its content.',
    fix: 'Respond with 200 and PACKAGE_STATUS_UNSPECIFIED.',
    test: (operation) => ({
      probes: [sharedProbes(operation)?.unknown as Probe],
      check: (exchange) => hasStatus(exchange, 'PACKAGE_STATUS_UNSPECIFIED'),
    }),
  },
];

const VALIDATION: readonly Law<Operation>[] = [
  {
    name: 'accepts-compatible-archive',
    level: 'MUST',
    clause: 'upgrades-are-validated',
    statement: 'An archive that may be uploaded is compatible with the vetted packages.',
    cause: 'The archive is compared with unvetted packages too, or its bytes are changed.',
    fix: 'Check upgrades against the packages that are vetted on the synchronizer.',
    test: (operation) => ({
      probes: good(operation),
      check: ({ response: { status } }) => expects200(status),
    }),
  },
  {
    name: 'rejects-malformed-archive',
    level: 'MUST',
    clause: 'archives-are-validated',
    statement: 'Bytes that are no archive, an empty archive and a part of one are rejected.',
    cause: 'The error of the archive reader becomes a 500, or the archive is not read.',
    fix: 'Respond with 400 and the code of what is wrong with the archive.',
    test: (operation) => ({
      probes: [
        ownProbe(operation, 'no-dar', {
          sends: 'bytes that are no archive, an empty archive, and a part of one',
          wrong: 'identifier',
          caseGroups: () =>
            each(
              [Buffer.from('no archive').toString('base64'), EMPTY_ARCHIVE, CUT_ARCHIVE].map(
                (bytes) => call(operation, { bytes }),
              ),
            ),
        }),
      ],
      withControl: true,
      check: (exchange): CheckResult => {
        const rejected = expectsRejection(exchange.response.status, '400');
        if (rejected === undefined || rejected.length > 0) return rejected;
        return categoryFindings(exchange, 8);
      },
    }),
  },
  {
    name: 'rejects-unreadable-archive',
    level: 'MUST',
    clause: 'archives-are-validated',
    statement: 'Bytes that are no archive are rejected, whatever a good archive gets.',
    cause: 'The check is missing, and the response is always 200.',
    fix: 'Read the archive; respond with 400 if that fails.',
    test: (operation) => ({
      probes: [sharedProbes(operation)?.unknown as Probe],
      check: ({ response: { status } }) => expectsRejection(status, '400'),
    }),
  },
];

const UNKNOWN: Rejection<{ readonly operation: Operation }> = {
  name: 'unknown-package',
  level: 'MUST',
  clause: 'package-content-is-returned',
  statement: 'A request for an unknown package is rejected.',
  cause: 'A missing package gets 200 without bytes, or a page of the web server.',
  fix: 'Respond with 404 PACKAGE_NOT_FOUND as JSON.',
  sends: 'a well-formed id that no package has',
  status: 404,
  codes: ['PACKAGE_NOT_FOUND'],
  requests: () => [{ path: { 'package-id': 'a55b'.repeat(16) } }],
};

const MALFORMED: Rejection<{ readonly operation: Operation }> = {
  name: 'malformed-package-id',
  level: 'SHOULD',
  clause: 'refusals-name-their-reason',
  statement: 'A request with a malformed package id is rejected.',
  cause: 'The id is looked up unchecked, and is not found.',
  fix: 'Check the characters of package ids first; respond with 400 INVALID_ARGUMENT.',
  sends: 'an id with characters that no package id has',
  status: 400,
  codes: ['INVALID_ARGUMENT'],
  requests: () => [{ path: { 'package-id': 'assay!no$package' } }],
};

function idIn(path: string): string {
  return path.split('/').at(-1) ?? '';
}

function hasStatus(
  { response: { status, body } }: CompleteExchange,
  expected: string,
): CheckResult {
  if (status !== 200) return expects200(status);
  const shown = string(body, 'packageStatus');
  return shown === expected ? [] : [finding('/packageStatus', expected, describe(shown))];
}
