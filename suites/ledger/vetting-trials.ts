/** What a change of vetted packages that is only tried tells: where, from what, and nothing beside the change. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { difference } from './alike.ts';
import { type Ledger, named } from './chapter.ts';
import { elements, member, string } from './members.ts';
import { inARow } from './update-requests.ts';
import { askedOf } from './update-rules.ts';
import { beforeTrials, isPlace, trial } from './vetting-changes.ts';

const CLAUSE = 'vetting-is-updated';
const PAST = 'pastVettedPackages';
const NEW = 'newVettedPackages';

/** Judged on the list, the trial and the list again, which `probe` sends after one other request. */
export function trials(probe: Probe): readonly Requirement[] {
  const id = (name: string): string => `ledger/${named(probe.operation, name)}`;
  return [
    requirement({
      id: id('dry-run-keeps-the-rest'),
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A change leaves every package that it does not name as it was, vetted or not.',
      cause:
        'The new state is made of the named packages alone, or a whole name or row goes with one of them.',
      fix: 'Begin with all that is vetted, and put in or take out what the change names.',
      probes: [probe],
      relation: ([, , change]) =>
        ofTrial(change, ({ past, after, packageId }) => {
          if (past === undefined) return 'inapplicable';
          const others = (row: unknown): readonly string[] =>
            idsOf(row).filter((one) => one !== packageId);
          return difference(others(past), others(after), `/${NEW}/packages`);
        }),
    }),
    requirement({
      id: id('dry-run-tells-its-place'),
      level: 'MUST',
      clause: CLAUSE,
      statement:
        'The packages before and after a change are of one participant, on the synchronizer that the change is for.',
      cause:
        'synchronizerId is not read and the first synchronizer is taken, or the state before is read from another row.',
      fix: 'Find the row of this participant on the asked synchronizer, and answer with both states of it.',
      probes: [probe],
      relation: ([, , change]) =>
        ofTrial(change, ({ past, after, synchronizerId }) => {
          const [place, before] = [after, past].map((row) => string(row, 'synchronizerId'));
          if (!place) return undefined;
          if (synchronizerId && !isPlace(synchronizerId, place))
            return [finding(`/${NEW}/synchronizerId`, synchronizerId, place)];
          if (!before) return [];
          const at = ['participantId', 'synchronizerId'] as const;
          return at
            .flatMap((name) =>
              difference(string(after, name), string(past, name), `/${PAST}/${name}`),
            )
            .slice(0, 1);
        }),
    }),
    requirement({
      id: id('dry-run-starts-from-the-list'),
      level: 'SHOULD',
      clause: CLAUSE,
      statement:
        'What was vetted before a change is what the list shows of that participant and synchronizer.',
      cause:
        'The answer is made from a topology of its own, which is behind the list or holds other rows.',
      fix: 'Read the state before the change from where the list reads it.',
      probes: [probe],
      relation: ([, before, change, after]) =>
        ofTrial(change, ({ past }) => {
          const [listed, again] = [before, after].map((list) => rowLike(past, list));
          // A row that is not on this page, or that moves, says nothing.
          if (listed === undefined || again === undefined) return undefined;
          if (difference(idsOf(listed), idsOf(again)).length > 0) return undefined;
          return difference(idsOf(listed), idsOf(past), `/${PAST}/packages`);
        }),
    }),
  ];
}

interface Trial {
  readonly past: unknown;
  readonly after: unknown;
  readonly packageId: string;
  readonly synchronizerId: string;
}

function ofTrial(
  change: CompleteExchange | undefined,
  judge: (trial: Trial) => CheckResult,
): CheckResult {
  if (change?.response.status !== 200) return undefined;
  const asked = askedOf(change);
  const { body } = change.response;
  const packageId = /"packageId":"([^"]*)"/.exec(JSON.stringify(asked))?.[1] ?? '';
  const [past, after] = [PAST, NEW].map((name) => member(body, name));
  return judge({ past, after, packageId, synchronizerId: string(asked, 'synchronizerId') });
}

function idsOf(row: unknown): readonly string[] {
  return elements(row, 'packages').map((one) => string(one, 'packageId'));
}

/** The row of a list that is of the same participant and synchronizer. */
function rowLike(row: unknown, list: Exchange | undefined): unknown {
  const place = (one: unknown): string =>
    `${string(one, 'synchronizerId')} ${string(one, 'participantId')}`;
  return elements(list?.response?.body, 'vettedPackages').find((one) => place(one) === place(row));
}

/**
 * The older path, which may have a handler of its own. Both ways are tried, so that a package which was vetted
 * or taken out in earnest is so no longer when the case is sent again.
 */
export function olderPathChangesNothing(ledger: Ledger): Requirement {
  const operation = ledger.operation('package-vetting-change');
  const probe: Probe = {
    operation,
    id: named(operation, 'dry-run'),
    sends:
      'the list of vetted packages, and again after each of two changes that are only tried. A package that a server changes all the same gets its former state back',
    effect: 'irreversible',
    weight: 0,
    acrossOperations: true,
    alone: true,
    needs: 'packages',
    caseGroups: (f) => {
      const [self, vetted] = beforeTrials(ledger);
      const [packageId] = f.packages;
      const isVetted = ([, rows]: readonly Exchange[]): boolean =>
        elements(rows?.response?.body, 'vettedPackages').some((row) =>
          idsOf(row).includes(packageId ?? ''),
        );
      const change = (first: boolean) => (before: readonly Exchange[]) =>
        trial(ledger, operation, f, isVetted(before) === first ? 'Unvet' : 'Vet')(before);
      return [inARow('both-ways', [self, vetted, change(true), vetted, change(false), vetted])];
    },
  };
  return requirement({
    id: `ledger/${named(operation, 'dry-run-changes-nothing')}`,
    level: 'MUST',
    clause: 'vetting-changes-at-the-older-path',
    statement:
      'A change that is only tried at the older path leaves the vetted packages as they were.',
    cause: 'The older path drops dryRun, and its default of false lets the change happen.',
    fix: 'Use one handler for both paths.',
    probes: [probe],
    relation: ([, before, one, between, other, after]) => {
      const lists = [before, between, after];
      if (!lists.every((list) => list?.response.status === 200)) return undefined;
      if (one?.response.status !== 200 && other?.response.status !== 200) return undefined;
      const [first, ...later] = lists.map((list) => list?.response.body);
      return later.flatMap((body) => difference(first, body)).slice(0, 1);
    },
  });
}

/** An archive that is only looked at brings nothing: what was not known at the beginning is not known now. */
export function validationKeepsNothing(validate: Operation, status: Operation): Requirement {
  const probe: Probe = {
    operation: validate,
    id: named(validate, 'keeps-nothing'),
    sends: 'an archive that is validated, and the status of a package that only this archive has',
    weight: 0,
    acrossOperations: true,
    needs: 'dars',
    notApplicableWhen: ({ dars, newPackages }) =>
      dars.length > 0 && newPackages.length === 0
        ? 'no package of the archive was seen to be new to the ledger'
        : undefined,
    // Every archive of the run has been validated once before this, to see that the operation is there.
    caseGroups: ({ dars, newPackages: [packageId = ''] }) =>
      dars
        .slice(0, 1)
        .map((bytes) =>
          inARow('new', [
            call(validate, { bytes }),
            call(status, { path: { 'package-id': packageId } }),
          ]),
        ),
  };
  return requirement({
    id: `ledger/${named(validate, 'nothing-is-uploaded')}`,
    level: 'MUST',
    clause: 'archives-are-validated',
    statement:
      'A package that only a validated archive has is as unknown after the validation as before.',
    cause: 'The validation goes through the upload and is to be taken back at its end.',
    fix: 'Check the archive without storing anything of it.',
    probes: [probe],
    relation: ([validated, told]) => {
      if (validated?.response.status !== 200 || told?.response.status !== 200) return undefined;
      const is = string(told.response.body, 'packageStatus');
      return is === 'PACKAGE_STATUS_REGISTERED'
        ? [finding('/packageStatus', 'PACKAGE_STATUS_UNSPECIFIED', describe(is))]
        : [];
    },
  });
}
