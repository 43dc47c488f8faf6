/** Uploads of archives at both paths. No request removes a package. */
import {
  type CheckResult,
  call,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import { type Area, type Ledger, named } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { packagesInside } from '../requests/package-names.ts';
import { presence } from '../requests/probes.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { accepted, listIn, type Sequence, sequence, textIn } from '../requests/sequences.ts';
import { vettedBy } from './vetting.ts';

export const archives: Area = (ledger) => {
  const upload = ledger.operation('dars-upload');
  const older = ledger.operation('packages-upload');
  return [
    ...uploadsOf(upload, upload, ledger, 'archives-are-uploaded'),
    ...uploadsOf(older, upload, ledger, 'package-upload-has-two-paths'),
    rejectsUnreadable(upload, 'archives-are-uploaded'),
    rejectsUnreadable(older, 'package-upload-has-two-paths'),
  ];
};

function rejectsUnreadable(operation: Operation, clause: string): Requirement {
  return requirement({
    id: `ledger/${named(operation, 'rejects-unreadable-archive')}`,
    level: 'MUST',
    clause,
    statement: 'Bytes that are no archive are rejected.',
    cause: 'The response is sent before the bytes are read, or a failure to read is only logged.',
    fix: 'Read the archive first; respond with 400 if that fails.',
    probes: [presence(operation)],
    check: ({ response: { status } }) => expectsRejection(status, '400'),
  });
}

type Uploads = Sequence<
  'before' | 'upload' | 'after' | 'participant' | 'vetted' | 'again' | 'last'
>;

/** An upload by `first`, and the same archive once more by `second`. */
function uploadsOf(
  first: Operation,
  second: Operation,
  ledger: Ledger,
  clause: string,
): readonly Requirement[] {
  const life: Uploads = sequence(first, {
    name: 'upload',
    sends: 'an archive that may be uploaded, twice, and the list of packages around it',
    effect: 'irreversible',
    needs: 'dars',
    // Two uploads at a time would show in each other's lists.
    alone: true,
    steps: ({ dars: [bytes = ''] }) => {
      const list = call(ledger.operation('packages-list'));
      return {
        before: list,
        upload: call(first, { bytes }),
        after: ({ before }) =>
          retryUntilShown(list, (body) => missingFrom(body, bytes, before) === undefined),
        participant: call(ledger.operation('participant-id')),
        vetted: ({ participant }) =>
          retryUntilShown(vettedBy(ledger, participant), (body) => vets(body, bytes)),
        again: call(second, { bytes }),
        last: list,
      };
    },
  });
  return [
    life.expects({
      name: 'accepts-archive',
      clause,
      statement: 'An archive that the operator declares is accepted.',
      cause:
        'The archive is not compatible with the vetted packages, or a gateway changes its bytes.',
      fix: 'Check the error code; let bodies of application/octet-stream pass unchanged.',
      judge: ({ upload }) => expects200(upload.response.status),
    }),
    life.expects({
      name: 'uploaded-packages-are-listed',
      clause,
      statement: 'After an upload the packages of the archive and all earlier ones are listed.',
      cause: 'Only the main package is stored, or the list comes from a cache.',
      fix: 'Store all packages of the archive; update the cache before the response.',
      given: ['before', 'upload', 'after'],
      judge: ({ before, upload, after }): CheckResult => {
        const bytes = upload.request.body ?? '';
        const missing = missingFrom(after.response.body, bytes, before.response.body);
        return missing === undefined
          ? []
          : [finding('/packageIds', `${missing} among them`, 'not there')];
      },
    }),
    life.expects({
      name: 'uploaded-packages-are-vetted',
      level: 'SHOULD',
      clause,
      statement: 'After an upload without vetAllPackages the participant vets its packages.',
      cause: 'A missing vetAllPackages counts as false.',
      fix: 'Treat a missing vetAllPackages as true.',
      given: ['upload', 'participant', 'vetted'],
      judge: ({ upload, vetted }) => {
        const bytes = upload.request.body ?? '';
        if (packagesInside(bytes).length === 0) return undefined;
        return vets(vetted.response.body, bytes)
          ? []
          : [finding('/vettedPackages', 'a package of the archive', 'none')];
      },
    }),
    life.expects({
      name: 'repeated-upload-changes-nothing',
      clause,
      statement: 'A repeated upload of an archive is accepted and changes nothing.',
      cause: 'The second upload is rejected because its packages are known.',
      fix: 'Skip known packages; respond with 200.',
      given: ['before', 'after', 'last'],
      judge: ({ before, upload, again: repeated, after, last }) => {
        const known = new Set(listIn(before.response.body, 'packageIds'));
        const ids = packagesInside(upload.request.body ?? '');
        const there = ids.length > 0 && ids.every((id) => known.has(id));
        // If an earlier run uploaded the archive, the first upload is already a repeated one.
        const { status } = (there && !accepted(upload) ? upload : repeated).response;
        if (!there && !accepted(upload)) return undefined;
        if (status >= 500) return expects200(status, true);
        if (status !== 200) return [finding('status', '200', `${status}`)];
        return difference(after.response.body, last.response.body);
      },
    }),
  ];
}

/** True where one of the packages that an archive brings is vetted. */
function vets(body: unknown, archive: string): boolean {
  const ids = packagesInside(archive);
  return listIn(body, 'vettedPackages')
    .flatMap((row) => listIn(row, 'packages'))
    .some((one) => ids.includes(textIn(one, 'packageId') ?? ''));
}

/** The first package of an archive, or of an earlier list, that a list leaves out. */
function missingFrom(list: unknown, archive: string, earlier: unknown): unknown {
  const ids = new Set(listIn(list, 'packageIds'));
  return [...packagesInside(archive), ...listIn(earlier, 'packageIds')].find((id) => !ids.has(id));
}
