/** Dry runs of a vetting change between two lists: what chapters take from the first list, and how they judge them. */
import {
  between,
  bodyPlace,
  type CheckResult,
  type CompleteExchange,
  finding,
  isNothing,
  sent,
  worded,
} from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { difference, elements, string } from '../../kit/json.ts';
import { all, isAccepted, shown, unless } from '../../kit/judges.ts';
import { expectsRejection } from '../../kit/statuses.ts';
import { isPlace } from '../requests/members.ts';
import { change } from './vetting-changes.ts';
import { idsIn, placeOf, rowsOf, vettingDifference } from './vetting-rows.ts';

const PAST = 'pastVettedPackages';
const NEW = 'newVettedPackages';

/** The states in the response of a dry run, and the names in its request. */
function trialIn(exchange: CompleteExchange) {
  const request = sent(exchange.request);
  const text = JSON.stringify(request);
  return {
    past: shown(exchange, PAST),
    after: shown(exchange, NEW),
    packageId: /"packageId":"([^"]*)"/.exec(text)?.[1] ?? '',
    /** True if the change vets the package. */
    isVetted: text.includes('"Vet"'),
    synchronizerId: string(request, 'synchronizerId'),
  };
}

/** Judges a dry run by its own request and response. */
const onTrial =
  (judge: (trial: ReturnType<typeof trialIn>) => CheckResult) =>
  (exchange: CompleteExchange): CheckResult =>
    between([exchange], judge(trialIn(exchange)));

const showsChange = onTrial(({ after, packageId, isVetted }) => {
  const there = idsIn(after).includes(packageId);
  const words = (is: boolean): string => `${is ? 'with' : 'without'} ${packageId}`;
  return unless(there === isVetted, `/${NEW}/packages`, words(isVetted), words(there));
});

const endsUnvetted = onTrial(({ after, packageId }) =>
  unless(!idsIn(after).includes(packageId), `/${NEW}/packages`, `without ${packageId}`, 'with it'),
);

const keepsOtherPackages = onTrial(({ past, after, packageId }) => {
  if (past === undefined) return 'inapplicable';
  const [before, now] = [past, after].map((one) => idsIn(one).filter((id) => id !== packageId));
  return difference(before, now, `/${NEW}/packages`);
});

const isInRequestedPlace = onTrial(({ past, after, synchronizerId }) => {
  const place = string(after, 'synchronizerId');
  if (!place) return undefined;
  if (synchronizerId && !isPlace(synchronizerId, place))
    return [finding(`/${NEW}/synchronizerId`, synchronizerId, place)];
  if (!string(past, 'synchronizerId')) return [];
  const compared = ['participantId', 'synchronizerId'].flatMap((name) =>
    difference(string(after, name), string(past, name), `/${PAST}/${name}`),
  );
  return compared.slice(0, 1);
});

/** Both lists show the same. */
const leavesVetted = (
  before: CompleteExchange,
  tried: CompleteExchange,
  after: CompleteExchange,
): CheckResult => {
  const found = vettingDifference(before.response.body, after.response.body);
  const changed = found.map(({ at, expected, actual }) => {
    const same = 'the same as before the dry run';
    if (at.part !== 'list') return finding(at, same, actual);
    const now = isNothing(actual)
      ? worded`a list without ${expected}`
      : worded`a list with ${actual}`;
    return finding(bodyPlace(at.pointer), same, now);
  });
  return between([before, tried, after], changed);
};

/** The same for two dry runs, of which one is accepted. */
function leaveVetted(
  before: CompleteExchange,
  one: CompleteExchange,
  afterOne: CompleteExchange,
  other: CompleteExchange,
  afterOther: CompleteExchange,
): CheckResult {
  if (![one, other].some(isAccepted)) return undefined;
  return all(leavesVetted(before, one, afterOne), leavesVetted(before, other, afterOther));
}

/** The dry run with an unknown package is rejected. Only one of the cases has it. */
const isUnknownPackage = (
  known: CompleteExchange,
  unknown: CompleteExchange | undefined,
): CheckResult =>
  unknown && between([known, unknown], expectsRejection(unknown.response.status, [400, 404]));

/** The former state is the row of its place in both lists. */
function startsFromList(
  before: CompleteExchange,
  tried: CompleteExchange,
  after: CompleteExchange | undefined,
): CheckResult {
  if (after === undefined) return undefined;
  const { past } = trialIn(tried);
  const [listed, again] = [before, after].map((list) =>
    rowsOf(list).find((one) => placeOf(one) === placeOf(past)),
  );
  // A row that is not on this page, or that changes, is inconclusive.
  if (listed === undefined || again === undefined) return undefined;
  if (difference(idsIn(listed), idsIn(again)).length > 0) return undefined;
  const result = difference(idsIn(listed), idsIn(past), `/${PAST}/packages`);
  return between([before, tried, after], result);
}

export const DRY_RUN_CHECKS = {
  ...{
    showsChange,
    endsUnvetted,
    keepsOtherPackages,
    isInRequestedPlace,
    leavesVetted,
    leaveVetted,
  },
  ...{ isUnknownPackage, startsFromList },
};

interface Tried {
  readonly self: CompleteExchange;
  readonly list: CompleteExchange;
  readonly packageId: string;
}

export const DRY_RUN_HOLES: Readonly<Record<string, Hole>> = {
  /** Where a package has its former state; nothing if that state is unknown. */
  placeOfTrial: ({ fixtures: { synchronizers } }, given) => {
    const { self, list, packageId } = given as Tried;
    if (!isAccepted(self) || !isAccepted(list)) return undefined;
    const participantId = string(self.response.body, 'participantId');
    return { participantId, synchronizerId: synchronizers.at(-1), packageIds: [packageId] };
  },
  /** The change of a package to what a list does not show of it, and back. */
  otherState: (_, given) => {
    const { list, packageId } = given as { readonly list: unknown; readonly packageId: string };
    const isVetted = elements(list, 'vettedPackages').flatMap(idsIn).includes(packageId);
    const [vet, unvet] = (['Vet', 'Unvet'] as const).map(
      (kind) => change(packageId, kind).operation,
    );
    return isVetted ? { there: unvet, back: vet } : { there: vet, back: unvet };
  },
};
