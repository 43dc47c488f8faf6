/** The causes of a rule that fails in different ways: the names of the ways in chapters, and what they mean. */
import {
  type Found,
  isNothing,
  isNull,
  isStatusPlace,
  type LikelyCause,
  type Shown,
  statusOf,
} from '../../../src/kit.ts';

/** A cause for each way of failing, by the name of the way. The first one that fits counts. */
export type CausesData = Readonly<
  Record<string, { readonly cause: string; readonly fix?: string }>
>;

type Way = (found: Found) => boolean;

const byStatus =
  (expected: (status: number) => boolean, actual: (status: number) => boolean): Way =>
  ({ finding: { at, ...shown } }) => {
    const [wanted, came] = [statusOf(shown.expected), statusOf(shown.actual)];
    return isStatusPlace(at) && !!wanted && !!came && expected(wanted) && actual(came);
  };

const isSuccess = (status: number): boolean => status < 300;
const isError = (status: number): boolean => status >= 400;

/** The ways in which a response may fail a rule. */
const WAYS: Readonly<Record<string, Way>> = {
  'not-found': byStatus(isSuccess, (status) => status === 404),
  rejected: byStatus(isSuccess, isError),
  accepted: byStatus(isError, isSuccess),
  'other-error': byStatus(isError, isError),
  missing: ({ finding: { at, actual } }) => !isStatusPlace(at) && isNothing(actual),
  extra: ({ finding: { at, expected } }) => !isStatusPlace(at) && isNothing(expected),
  null: ({ finding: { actual } }) => isNull(actual),
  empty: ({ finding: { actual } }) => isEmpty(actual),
};

function isEmpty(shown: Shown): boolean {
  if ('value' in shown) return shown.value === '';
  return 'type' in shown && 'length' in shown && shown.length === 0;
}

/** The causes of a chapter as rules have them. Throws for a name that is no way of failing. */
export function causesOf(data: CausesData): readonly LikelyCause[] {
  return Object.entries(data).map(([name, advice]) => {
    const when = WAYS[name];
    if (when === undefined)
      throw new Error(`causes: ${name} is none of ${Object.keys(WAYS).join(', ')}`);
    return { when, ...advice };
  });
}
