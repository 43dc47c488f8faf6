/** Packages and archives: which there are, that they are what their ids say, and what is refused. */
import {
  type CompleteExchange,
  call,
  describe,
  finding,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { ownProbe, type Refusal, refusals } from './asking.ts';
import type { Area, Ledger } from './chapter.ts';
import { categoryFindings } from './errors.ts';
import { elements, member, repeated, string, strings } from './members.ts';
import { each, sharedProbes } from './probes.ts';
import { type Sequence, sequence } from './sequences.ts';
import { vettedBy } from './vetting.ts';

const LISTED = 'packages-are-listed';
const HASH = 'package-hash-is-its-id';
const STATUS = 'package-status-is-returned';
const VALID = 'archives-are-validated';
/** An archive of the zip format with nothing in it. */
const EMPTY_ARCHIVE = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
/** What begins like an archive and breaks off. */
const CUT_ARCHIVE = 'UEsDBAoAAAAAAGFzc2F5';

/** Requirements on packages and on the validation of archives. */
export const packages: Area = (ledger) => {
  const list = ledger.operation('packages-list');
  const content = ledger.operation('package');
  const status = ledger.operation('package-status');
  const validate = ledger.operation('dars-validate');
  const good = (operation: typeof list): Probe => sharedProbes(operation)?.good as Probe;
  const noDar = ownProbe(validate, 'no-dar', {
    sends: 'bytes that are no archive, an archive with nothing in it, and one that breaks off',
    wrong: 'identifier',
    caseGroups: () =>
      each([
        call(validate, { bytes: Buffer.from('no archive').toString('base64') }),
        call(validate, { bytes: EMPTY_ARCHIVE }),
        call(validate, { bytes: CUT_ARCHIVE }),
      ]),
  });

  return [
    requirement({
      id: 'ledger/packages-list/each-once',
      level: 'MUST',
      clause: LISTED,
      statement: 'Each package stands once in the list.',
      cause: 'Lists of several archives are joined, and what they share is repeated.',
      fix: 'Make the list unique by package id.',
      probes: [good(list)],
      check: ({ response: { status: got, body } }) =>
        got === 200 ? repeated('/packageIds', strings(body, 'packageIds')) : undefined,
    }),
    requirement({
      id: 'ledger/packages-list/ids-are-hashes',
      level: 'MUST',
      clause: HASH,
      statement: 'The ids of packages are SHA-256 hashes in lower-case hex.',
      cause: 'Names with versions, capitals or base64 are listed.',
      fix: 'List the package ids of the ledger, 64 digits of lower-case hex.',
      probes: [good(list)],
      check: ({ response: { status: got, body } }) => {
        if (got !== 200) return undefined;
        const other = strings(body, 'packageIds').find((id) => !/^[0-9a-f]{64}$/.test(id));
        return other === undefined
          ? []
          : [finding('/packageIds', 'a SHA-256 hash in hex', describe(other))];
      },
    }),
    vettedOf(ledger).expects({
      name: 'has-what-is-vetted',
      level: 'SHOULD',
      clause: LISTED,
      statement: 'A package that the participant vets stands in its list.',
      cause: 'The list is made once, at the start, or holds only what came in the main archives.',
      fix: 'Read the packages of the store at each question.',
      given: ['told', 'rows', 'listed'],
      judge: ({ rows, listed }) => {
        const ids = member(listed.response.body, 'packageIds');
        if (!Array.isArray(ids)) return undefined;
        const known = new Set(ids);
        const vetted = elements(rows.response.body, 'vettedPackages').flatMap((one) =>
          elements(one, 'packages').map((vetted) => string(vetted, 'packageId')),
        );
        const missing = vetted.find((id) => !known.has(id));
        return missing === undefined ? [] : [finding('/packageIds', missing, 'not there')];
      },
    }),
    requirement({
      id: 'ledger/package/listed-package-has-content',
      level: 'MUST',
      clause: 'package-content-is-returned',
      statement: 'The content of a listed package is returned.',
      cause: 'Packages that came along in an archive are listed but not kept.',
      fix: 'Keep the bytes of every package that is listed.',
      probes: [good(content)],
      check: ({ response: { status: got, bytes } }) => {
        if (got !== 200) return expects200(got);
        return bytes > 0 ? [] : [finding('body', 'the content', 'nothing')];
      },
    }),
    requirement({
      id: 'ledger/package/content-hashes-to-the-id',
      level: 'MUST',
      clause: HASH,
      statement: 'The SHA-256 of the content is the id of the package.',
      cause:
        'The content is wrapped, compressed or converted to text on its way, perhaps by a proxy.',
      fix: 'Send the bytes of the package as the ledger keeps them, as application/octet-stream.',
      probes: [good(content)],
      check: ({ request, response: { status: got, sha256 } }) => {
        if (got !== 200 || sha256 === undefined) return undefined;
        const id = idIn(request.path);
        return sha256 === id ? [] : [finding('SHA-256 of the body', id, sha256)];
      },
    }),
    requirement({
      id: 'ledger/package/hash-header-is-the-id',
      level: 'MUST',
      clause: HASH,
      statement: 'The header Canton-Package-Hash holds the id of the package.',
      cause: 'A gateway drops headers that it does not know, or the header holds another hash.',
      fix: 'Let Canton-Package-Hash through, with the package id in it.',
      probes: [good(content)],
      check: ({ request, response: { status: got, headers } }) => {
        if (got !== 200) return undefined;
        const [id, told] = [idIn(request.path), headers['canton-package-hash']];
        return told === id ? [] : [finding('canton-package-hash', id, told ?? 'no such header')];
      },
    }),
    requirement({
      id: 'ledger/package-status/listed-package-is-registered',
      level: 'SHOULD',
      clause: STATUS,
      statement: 'A listed package is registered.',
      cause: 'The status is read from vetting, and a package that nobody vets counts as unknown.',
      fix: 'Whatever the list names is PACKAGE_STATUS_REGISTERED.',
      probes: [good(status)],
      check: (exchange) => hasStatus(exchange, 'PACKAGE_STATUS_REGISTERED'),
    }),
    requirement({
      id: 'ledger/package-status/unknown-package-is-unspecified',
      level: 'MUST',
      clause: STATUS,
      statement: 'The status of a package that nobody knows is answered, and is unspecified.',
      cause: 'An unknown package is answered with 404, as for its content.',
      fix: 'Answer 200 with PACKAGE_STATUS_UNSPECIFIED.',
      probes: [sharedProbes(status)?.unknown as Probe],
      check: (exchange) => hasStatus(exchange, 'PACKAGE_STATUS_UNSPECIFIED'),
    }),
    requirement({
      id: 'ledger/dars-validate/archive-fits-the-vetted-packages',
      level: 'MUST',
      clause: 'upgrades-are-validated',
      statement: 'An archive that may be uploaded is found to fit the packages that are vetted.',
      cause:
        'The archive is compared with all packages that are known and not with the vetted ones, or its bytes are changed on the way.',
      fix: 'Check upgrades against what is vetted on the synchronizer.',
      probes: [good(validate)],
      check: ({ response: { status: got } }) => expects200(got),
    }),
    requirement({
      id: 'ledger/dars-validate/no-archive-refused',
      level: 'MUST',
      clause: VALID,
      statement: 'What is no archive is refused with an error about the request.',
      cause:
        'The error of the archive reader escapes as a 500, or nothing is checked and the answer is 200.',
      fix: 'Answer 400 with the code that says what is wrong with the archive.',
      probes: [noDar],
      withControl: true,
      check: (exchange) => {
        const refused = expectsRejection(exchange.response.status, '400');
        if (refused === undefined || refused.length > 0) return refused;
        return categoryFindings(exchange, 8);
      },
    }),
    requirement({
      id: 'ledger/dars-validate/other-bytes-not-valid',
      level: 'MUST',
      clause: VALID,
      statement: 'Bytes that are no archive are not found valid.',
      cause: 'The check is left out and the answer is always 200.',
      fix: 'Read the archive, and answer 400 where that fails.',
      // Told of any node: the answer to a good archive has no part in it.
      probes: [sharedProbes(validate)?.unknown as Probe],
      check: ({ response: { status: got } }) => expectsRejection(got, '400'),
    }),
    ...refusals(content, [UNKNOWN, malformed('package-content-is-returned')]),
    ...refusals(status, [malformed(STATUS)]),
  ] satisfies Requirement[];
};

const UNKNOWN: Refusal = {
  name: 'unknown-package-not-found',
  clause: 'package-content-is-returned',
  statement: 'The content of a package that nobody knows is refused with PACKAGE_NOT_FOUND.',
  cause: 'A missing package is answered with 200 and no bytes, or with a page of the web server.',
  fix: 'Answer 404 PACKAGE_NOT_FOUND as JSON.',
  sends: 'a well-formed id that no package has',
  status: 404,
  codes: ['PACKAGE_NOT_FOUND'],
  asks: () => [{ path: { 'package-id': 'a55b'.repeat(16) } }],
};

function malformed(clause: string): Refusal {
  return {
    name: 'malformed-id-refused',
    clause,
    statement: 'A text that cannot be the id of a package is refused with INVALID_ARGUMENT.',
    cause: 'The text goes to the look-up unread and is not found.',
    fix: 'Check the characters of package ids first, and answer 400 INVALID_ARGUMENT.',
    sends: 'a text with characters that no id has',
    status: 400,
    codes: ['INVALID_ARGUMENT'],
    asks: () => [{ path: { 'package-id': 'assay!no$package' } }],
  };
}

/** What the participant vets itself, and then the packages that it has. */
function vettedOf(ledger: Ledger): Sequence<'told' | 'rows' | 'listed'> {
  const list = ledger.operation('packages-list');
  return sequence(list, {
    name: 'vetted',
    sends: 'the name of the participant, what it vets under this name, and the list of packages',
    steps: () => ({
      told: call(ledger.operation('participant-id')),
      rows: ({ told }) => vettedBy(ledger, told),
      listed: call(list),
    }),
  });
}

function idIn(path: string): string {
  return path.split('/').at(-1) ?? '';
}

function hasStatus({ response: { status, body } }: CompleteExchange, owed: string) {
  if (status !== 200) return expects200(status);
  const told = string(body, 'packageStatus');
  return told === owed ? [] : [finding('/packageStatus', owed, describe(told))];
}
