/** Dry runs of vetting changes change nothing, at both paths. */
import type {
  CheckResult,
  CompleteExchange,
  Exchange,
  Operation,
  Probe,
} from '../../../src/kit.ts';
import { between, finding, sent } from '../../../src/kit.ts';
import { difference, string } from '../../kit/json.ts';
import { all, isAccepted, shown, unless } from '../../kit/judges.ts';
import { type Law, must } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { probe } from '../../kit/probes.ts';
import { expectsRejection } from '../../kit/statuses.ts';
import { stepsOf } from '../../kit/steps.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, type Subject } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { isPlace } from '../requests/members.ts';
import { unconnected } from '../requests/request-parts.ts';
import { rulesIn } from '../rules.ts';
import { beforeTrials, trial } from './vetting-changes.ts';
import { idsIn, placeOf, rowsOf, vettingDifference } from './vetting-rows.ts';

const rule = rulesIn('4.2-package-vetting', 'packages/dry-runs.ts');

const PAST = 'pastVettedPackages';
const NEW = 'newVettedPackages';

export const dryRuns: Area = (ledger) => [
  ...lawsOf(updateLaws(trialsOf(ledger)), {
    operation: ledger.operation('package-vetting-update'),
    clause: 'vetting-is-updated',
  }),
  ...lawsOf([olderPathChangesNothing(ledger)], {
    operation: ledger.operation('package-vetting-change'),
  }),
];

type TriedSteps = Required<Pick<Parameters<typeof probe>[2], 'sends' | 'steps'>>;

/** Dry runs of vetting changes in pairs, so that the second change undoes the first if a server executes both. */
const dryRun = (operation: Operation, { sends, steps }: TriedSteps): Probe =>
  probe(operation, 'dry-run', {
    sends: `${sends}. A package that a server changes nevertheless gets its former state back`,
    effect: 'irreversible',
    acrossOperations: true,
    alone: true,
    needs: 'packages',
    notApplicableWhen: unconnected,
    steps,
  });

const TRIED = stepsOf('self', 'before', 'change', 'after', 'unknown');

/** A change that is tried between two lists. */
const trialsOf = (ledger: Ledger) =>
  once(({ operation }: Subject) =>
    dryRun(operation, {
      sends:
        'the list of vetted packages, a dry run of a change, the list again, and a dry run that vets an unknown package',
      steps: (f) => {
        const [self, vetted] = beforeTrials(ledger);
        const around = { self, before: vetted, after: vetted };
        const change =
          (kind: 'Vet' | 'Unvet', packageId?: string) =>
          (_: unknown, earlier: readonly Exchange[]) =>
            trial(ledger, operation, f, kind, packageId)(earlier);
        return {
          vet: TRIED.requests({
            ...around,
            change: change('Vet'),
            unknown: change('Vet', ABSENT.packageId),
          }),
          unvet: TRIED.requests({ ...around, change: change('Unvet') }),
        };
      },
    }),
  );

function inRequestedPlace({ past, after, synchronizerId }: Trial): CheckResult {
  const place = string(after, 'synchronizerId');
  if (!place) return undefined;
  if (synchronizerId && !isPlace(synchronizerId, place))
    return [finding(`/${NEW}/synchronizerId`, synchronizerId, place)];
  if (!string(past, 'synchronizerId')) return [];
  const compared = ['participantId', 'synchronizerId'].flatMap((name) =>
    difference(string(after, name), string(past, name), `/${PAST}/${name}`),
  );
  return compared.slice(0, 1);
}

/** Judges the dry run of each case that is accepted. */
const onTrial = (probeOf: Trials, judge: (trial: Trial) => CheckResult): Law<Subject>['test'] =>
  TRIED.inCase(probeOf, ({ change }) =>
    change && isAccepted(change) ? between([change], judge(trialIn(change))) : undefined,
  );

/** The same, with the lists of vetted packages before and after the dry run. */
const inLists = (
  probeOf: Trials,
  judge: (trial: Trial, ...lists: Lists) => CheckResult,
): Law<Subject>['test'] =>
  TRIED.inCase(probeOf, ({ before, change, after }) =>
    before && change && after && isAccepted(change)
      ? between([before, change, after], judge(trialIn(change), before, after))
      : undefined,
  );

function updateLaws(probeOf: Trials): readonly Law<Subject>[] {
  return [
    rule('dry-run-shows-change', {
      test: onTrial(probeOf, ({ after, packageId, isVetted }) => {
        const there = idsIn(after).includes(packageId);
        const words = (is: boolean): string => `${is ? 'with' : 'without'} ${packageId}`;
        return unless(there === isVetted, `/${NEW}/packages`, words(isVetted), words(there));
      }),
    }),
    rule('dry-run-changes-nothing', {
      test: inLists(probeOf, (_, before, after) =>
        [before, after].every(isAccepted)
          ? vettingDifference(before.response.body, after.response.body)
          : undefined,
      ),
    }),
    rule('rejects-dry-run-of-unknown-package', {
      test: TRIED.inCase(probeOf, ({ change, unknown }) =>
        change && unknown && isAccepted(change)
          ? between([change, unknown], expectsRejection(unknown.response.status, [400, 404]))
          : undefined,
      ),
    }),
    rule('dry-run-keeps-other-packages', {
      test: onTrial(probeOf, ({ past, after, packageId }) => {
        if (past === undefined) return 'inapplicable';
        const [before, now] = [past, after].map((one) =>
          idsIn(one).filter((id) => id !== packageId),
        );
        return difference(before, now, `/${NEW}/packages`);
      }),
    }),
    rule('dry-run-shows-requested-place', {
      test: onTrial(probeOf, inRequestedPlace),
    }),
    rule('dry-run-starts-from-list', {
      test: inLists(probeOf, ({ past }, ...lists) => {
        const [listed, again] = lists.map((list) =>
          rowsOf(list).find((one) => placeOf(one) === placeOf(past)),
        );
        // A row that is not on this page, or that changes, is inconclusive.
        if (listed === undefined || again === undefined) return undefined;
        if (difference(idsIn(listed), idsIn(again)).length > 0) return undefined;
        return difference(idsIn(listed), idsIn(past), `/${PAST}/packages`);
      }),
    }),
  ];
}

/** The lists of vetted packages before and after a dry run. */
type Lists = readonly [before: CompleteExchange, after: CompleteExchange];

type Trial = ReturnType<typeof trialIn>;
type Trials = ReturnType<typeof trialsOf>;

/** The states in the response of a dry run, and the names in its request. */
function trialIn(change: CompleteExchange) {
  const request = sent(change.request);
  const text = JSON.stringify(request);
  return {
    past: shown(change, PAST),
    after: shown(change, NEW),
    packageId: /"packageId":"([^"]*)"/.exec(text)?.[1] ?? '',
    /** True if the change vets the package. */
    isVetted: text.includes('"Vet"'),
    synchronizerId: string(request, 'synchronizerId'),
  };
}

/**
 * The older path, which may have its own handler. Both changes are sent, so that a server that executes them has the
 * former state again when the case is repeated.
 */
const OLDER = stepsOf('self', 'before', 'one', 'between', 'other', 'after');

const olderPathChangesNothing = (ledger: Ledger): Law<Subject> =>
  must('dry-run-changes-nothing', 'vetting-changes-at-the-older-path', {
    statement: 'A dry run leaves the vetted packages unchanged.',
    cause: 'The older path loses dryRun, and its default of false applies the change.',
    fix: 'Use one handler for both paths.',
    on: ({ operation }) =>
      dryRun(operation, {
        sends: 'the list of vetted packages, and again after each of two dry runs',
        steps: (f) => {
          const [self, vetted] = beforeTrials(ledger);
          const change =
            (first: boolean) =>
            ({ before }: { readonly before?: Exchange }, earlier: readonly Exchange[]) => {
              const ids = rowsOf(before).flatMap(idsIn);
              const isVetted = ids.includes(f.packages[0] ?? '');
              return trial(ledger, operation, f, isVetted === first ? 'Unvet' : 'Vet')(earlier);
            };
          const lists = { before: vetted, between: vetted, after: vetted };
          return {
            'both-ways': OLDER.requests({
              self,
              ...lists,
              one: change(true),
              other: change(false),
            }),
          };
        },
      }),
    relation: OLDER.judged(({ before, one, between: afterOne, other, after: afterOther }) => {
      if (!before || !one || !afterOne || !other || !afterOther) return undefined;
      if (![before, afterOne, afterOther].every(isAccepted)) return undefined;
      if (![one, other].some(isAccepted)) return undefined;
      const kept = (change: CompleteExchange, after: CompleteExchange): CheckResult =>
        between(
          [before, change, after],
          vettingDifference(before.response.body, after.response.body),
        );
      return all(kept(one, afterOne), kept(other, afterOther));
    }),
  });
