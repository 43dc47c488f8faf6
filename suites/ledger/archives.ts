/** Archives that are uploaded, by either of the two paths. Nothing takes a package away again. */
import {
  type CheckResult,
  call,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { difference } from './alike.ts';
import { type Area, type Ledger, named } from './chapter.ts';
import { packagesInside } from './package-names.ts';
import { retryUntilShown } from './patience.ts';
import { presence } from './probes.ts';
import { accepted, changes, listIn, type Sequence, sequence, textIn } from './sequences.ts';
import { vettedBy } from './vetting.ts';

export const archives: Area = (ledger) => {
  const upload = ledger.operation('dars-upload');
  const control = ledger.operation('packages-upload');
  return [
    ...uploadsOf(upload, upload, ledger, {
      clause: 'archives-are-uploaded',
      again: 'Uploading the same archive again is accepted and changes nothing.',
    }),
    ...uploadsOf(control, upload, ledger, {
      clause: 'package-upload-has-two-paths',
      again: 'Uploading the same archive at the path of archives is accepted and changes nothing.',
    }),
    noArchiveRefused(upload, 'archives-are-uploaded'),
    noArchiveRefused(control, 'package-upload-has-two-paths'),
  ];
};

function noArchiveRefused(operation: Operation, clause: string): Requirement {
  return requirement({
    id: `ledger/${named(operation, 'no-archive-refused')}`,
    level: 'MUST',
    clause,
    statement: 'Bytes that are no archive are refused.',
    cause:
      'The answer is sent before the bytes are read, or a failure to read them is only logged.',
    fix: 'Read the archive first, and answer 400 where that fails.',
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
  { clause, again }: { readonly clause: string; readonly again: string },
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
    ...changes(life, {
      clause,
      statement: 'An archive that the operator declares is accepted.',
      cause: 'First see whether the archive still fits what is vetted.',
      fix: 'Else a gateway limits or changes bodies of application/octet-stream, which must pass byte by byte; the code in the answer tells which.',
      good: ['upload'],
    }),
    life.expects({
      name: 'packages-known-afterwards',
      clause,
      statement:
        'After the upload the packages that its files are named after are listed, and those from before.',
      cause: 'Only the main package of the archive is stored, or the list comes from a cache.',
      fix: 'Store all packages of the archive, and renew the cache before you answer.',
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
      name: 'vetted-afterwards',
      level: 'SHOULD',
      clause,
      statement:
        'After the upload, which asks for nothing else, the participant vets what the archive brought.',
      cause:
        'vetAllPackages counts as false where it is left out, so that nothing of the archive can be used.',
      fix: 'Take it as true.',
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
      name: 'same-again',
      clause,
      statement: again,
      cause: 'The second upload is refused because its packages are there already.',
      fix: 'Take packages that are known as done, and answer 200.',
      given: ['before', 'after', 'last'],
      judge: ({ before, upload, again: repeated, after, last }) => {
        const known = new Set(listIn(before.response.body, 'packageIds'));
        const ids = packagesInside(upload.request.body ?? '');
        const there = ids.length > 0 && ids.every((id) => known.has(id));
        // Where an earlier run left the archive, the first upload is a second one already.
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
