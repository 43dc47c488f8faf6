/** Requests that no client means: bodies that are no objects, numbers that are too large, ids with strange bytes. */
import { call, finding, type Operation, type Requirement, requirement } from '../../src/index.ts';
import { expects200, INFRASTRUCTURE } from '../answers.ts';
import { ownProbe, refusals } from './asking.ts';
import type { Area } from './chapter.ts';
import { each } from './probes.ts';

const SHAPED = 'ledger-requests-have-their-shape';
/** More than 32 bits hold. */
const TOO_LARGE = 3_000_000_000;
/** Longer than any id, and shorter than any limit of a URI. */
const LONG = 'a'.repeat(300);

export const oddRequests: Area = ({ operation: byChapter }) => [
  ...['active-contracts', 'updates'].flatMap((chapter) => noObject(byChapter(chapter))),
  nulls(byChapter('package-vetting-list')),
  ...['users-list', 'parties-list'].flatMap((chapter) => tooLarge(byChapter(chapter))),
  ...['package', 'user'].map((chapter) => oddIds(byChapter(chapter))),
];

/** Even where a missing member counts as its default, a request without any format is refused. */
function noObject(operation: Operation): readonly Requirement[] {
  const contentType = 'application/json';
  return refusals(operation, [
    {
      name: 'only-objects-are-bodies',
      clause: SHAPED,
      statement: 'A list, or null, in place of the object is refused with 400.',
      cause:
        'The handler takes members of whatever was parsed, and falls over or finds none of them.',
      fix: 'Insist on an object where the body is read, and answer 400.',
      sends: 'a list in place of the object, and null',
      wrong: 'schema',
      status: 400,
      asks: () => ['[]', 'null'].map((text) => ({ text, contentType })),
    },
  ]);
}

/** The schema knows no null, and the ledger sends it for whatever has no value. */
function nulls(operation: Operation): Requirement {
  const json = { packageMetadataFilter: null, topologyStateFilter: null };
  const probe = ownProbe(operation, 'nulls', {
    sends: 'nulls in place of optional objects',
    wrong: 'schema',
    caseGroups: () => each([call(operation, { json })], 'nulls'),
  });
  return requirement({
    id: 'ledger/package-vetting-list/null-is-left-out',
    level: 'SHOULD',
    clause: 'nulls-in-requests-mean-absent',
    statement: 'An optional object that is null in a request is one that was left out.',
    cause: 'The decoder wants the type of the member wherever its name stands.',
    fix: 'Take null for absent, as the answers of the ledger mean it.',
    probes: [probe],
    withControl: true,
    check: ({ response: { status } }) => expects200(status),
  });
}

function tooLarge(operation: Operation): readonly Requirement[] {
  return refusals(operation, [
    {
      name: 'oversized-page-size-refused',
      level: 'SHOULD',
      clause: SHAPED,
      statement: 'A page size that 32 bits do not hold is refused with 400.',
      cause: 'The number is cut to 32 bits, and what is left is negative or small.',
      fix: 'Check its range where the query is read, and answer 400.',
      sends: 'a page size that 32 bits do not hold',
      status: 400,
      asks: () => [{ query: { pageSize: TOO_LARGE } }],
    },
  ]);
}

function oddIds(operation: Operation): Requirement {
  const [name = ''] = operation.pathParameters;
  const probe = ownProbe(operation, 'odd-ids', {
    sends: 'ids of 300 letters, with a zero byte, and of bytes that are no UTF-8',
    wrong: 'identifier',
    caseGroups: () => {
      const plain = call(operation, { path: { [name]: LONG } });
      const paths = [LONG, 'assay%00', 'assay%FF%C0'].map((id) => plain.path.replace(LONG, id));
      return each(
        paths.map((path) => ({ ...plain, path })),
        'odd',
      );
    },
  });
  return requirement({
    id: `ledger/${operation.name}/odd-ids-refused`,
    level: 'SHOULD',
    clause: SHAPED,
    statement:
      'Ids that are far too long or hold bytes that no id has are refused like any that nobody has.',
    cause:
      'The id goes to the database as it came, where its length or a zero byte is an error of the server.',
    fix: 'Check length and letters where the path is read, and answer 400.',
    probes: [probe],
    withControl: true,
    check: ({ response: { status } }) => {
      if (status >= 400 && status < 500) return [];
      if (INFRASTRUCTURE.has(status) || (status >= 300 && status < 400)) return undefined;
      return [finding('status', '400', `${status}`)];
    },
  });
}
