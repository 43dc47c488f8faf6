/** Dry runs of vetting changes at the newer path: what they show, and that they change nothing. */
import {
  type CheckResult,
  type CompleteExchange,
  type Exchange,
  finding,
  type Operation,
  type Probe,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { type Area, type Ledger, named } from '../area.ts';
import { lawsOf } from '../laws/laws.ts';
import { difference } from '../requests/alike.ts';
import { ABSENT } from '../requests/formats.ts';
import { elements, member, string } from '../requests/members.ts';
import { inARow } from '../updates/requests.ts';
import { askedOf } from '../updates/rules.ts';
import { beforeTrials, isPlace, trial } from './vetting-changes.ts';
import { olderPathChangesNothing, validationKeepsNothing } from './vetting-trials.ts';

const PAST = 'pastVettedPackages';
const NEW = 'newVettedPackages';

export const packageVettingUpdate: Area = (ledger) => {
  const { operation: at } = ledger;
  return [
    ...lawsOf(at('package-vetting-update'), lawsWith(ledger)),
    olderPathChangesNothing(ledger),
    validationKeepsNothing(at('dars-validate'), at('package-status')),
  ];
};

const UPDATED = { level: 'MUST', clause: 'vetting-is-updated' } as const;

function lawsWith(ledger: Ledger): readonly Law<Operation>[] {
  const dryRuns = once(
    (operation: Operation): Probe => ({
      operation,
      id: named(operation, 'dry-run'),
      sends:
        'the list of vetted packages, a dry run of a change, the list again, and a dry run that vets an unknown package. A package that a server changes nevertheless gets its former state back',
      effect: 'irreversible',
      weight: 0,
      acrossOperations: true,
      // A dry run that did change something would be undone by the other one.
      alone: true,
      needs: 'packages',
      caseGroups: (f) =>
        (['Vet', 'Unvet'] as const).map((kind) => {
          const [self, vetted] = beforeTrials(ledger);
          const change = trial(ledger, operation, f, kind);
          const unknown = trial(ledger, operation, f, 'Vet', ABSENT.packageId);
          return kind === 'Vet'
            ? inARow('vet', [self, vetted, change, vetted, unknown])
            : inARow('unvet', [self, vetted, change, vetted]);
        }),
    }),
  );
  const test =
    (relation: (exchanges: readonly CompleteExchange[]) => CheckResult): Law<Operation>['test'] =>
    (operation) => ({ probes: [dryRuns(operation)], relation });

  return [
    {
      ...UPDATED,
      name: 'dry-run-shows-change',
      statement: 'The new packages of a dry run include a vetted one, and not an unvetted one.',
      cause: 'newVettedPackages is read from the topology, which a dry run does not change.',
      fix: 'Compute it from the change of the request, also with dryRun.',
      test: test(([, , change]) =>
        ofTrial(change, ({ after, packageId, isVetted }) => {
          const there = idsOf(after).includes(packageId);
          if (there === isVetted) return [];
          const words = (is: boolean): string => `${is ? 'with' : 'without'} ${packageId}`;
          return [finding(`/${NEW}/packages`, words(isVetted), words(there))];
        }),
      ),
    },
    {
      ...UPDATED,
      name: 'dry-run-changes-nothing',
      statement: 'A dry run leaves the vetted packages unchanged.',
      cause: 'dryRun is lost on its way, and its default of false applies the change.',
      fix: 'Read dryRun first; stop before the topology is written.',
      test: test(([, before, change, after]) => {
        const all = [before, change, after].every((one) => one?.response.status === 200);
        return all ? difference(before?.response.body, after?.response.body) : undefined;
      }),
    },
    {
      ...UPDATED,
      name: 'rejects-dry-run-of-unknown-package',
      level: 'SHOULD',
      statement: 'A dry run that vets an unknown package is rejected.',
      cause: 'Unknown references are dropped, and the empty change succeeds.',
      fix: 'Resolve each reference first; reject the whole change if one matches no package.',
      test: test(([, , change, , unknown]) =>
        change?.response.status === 200 && unknown !== undefined
          ? expectsRejection(unknown.response.status, '400 or 404')
          : undefined,
      ),
    },
    {
      ...UPDATED,
      name: 'dry-run-keeps-other-packages',
      statement: 'A dry run shows every package that it does not name unchanged.',
      cause: 'The new state has only the named packages, or loses a whole name or row.',
      fix: 'Begin with all that is vetted; add or remove what the change names.',
      test: test(([, , change]) =>
        ofTrial(change, ({ past, after, packageId }) => {
          if (past === undefined) return 'inapplicable';
          const others = (row: unknown): readonly string[] =>
            idsOf(row).filter((one) => one !== packageId);
          return difference(others(past), others(after), `/${NEW}/packages`);
        }),
      ),
    },
    {
      ...UPDATED,
      name: 'dry-run-shows-requested-place',
      statement: 'Both states of a dry run are of one participant on the requested synchronizer.',
      cause: 'synchronizerId is ignored, or the former state is read from another row.',
      fix: 'Find the row of this participant on that synchronizer; respond with both its states.',
      test: test(([, , change]) =>
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
      ),
    },
    {
      ...UPDATED,
      name: 'dry-run-starts-from-list',
      level: 'SHOULD',
      statement: 'The former state of a dry run is the row in the list of vetted packages.',
      cause: 'The state is read from another topology than the list.',
      fix: 'Read the state before the change from where the list reads it.',
      test: test(([, before, change, after]) =>
        ofTrial(change, ({ past }) => {
          const [listed, again] = [before, after].map((list) => rowLike(past, list));
          // A row that is not on this page, or that changes, is inconclusive.
          if (listed === undefined || again === undefined) return undefined;
          if (difference(idsOf(listed), idsOf(again)).length > 0) return undefined;
          return difference(idsOf(listed), idsOf(past), `/${PAST}/packages`);
        }),
      ),
    },
  ];
}

interface Trial {
  readonly past: unknown;
  readonly after: unknown;
  readonly packageId: string;
  /** True if the change vets the package. */
  readonly isVetted: boolean;
  readonly synchronizerId: string;
}

function ofTrial(
  change: CompleteExchange | undefined,
  judge: (trial: Trial) => CheckResult,
): CheckResult {
  if (change?.response.status !== 200) return undefined;
  const request = askedOf(change);
  const text = JSON.stringify(request);
  const [past, after] = [PAST, NEW].map((name) => member(change.response.body, name));
  return judge({
    past,
    after,
    packageId: /"packageId":"([^"]*)"/.exec(text)?.[1] ?? '',
    isVetted: text.includes('"Vet"'),
    synchronizerId: string(request, 'synchronizerId'),
  });
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
