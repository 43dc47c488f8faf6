/** Checks of the connected synchronizers, which chapters name. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import { describe } from '../../../src/kit.ts';
import { member, repeated, string } from '../../kit/json.ts';
import { eachOf, isAccepted, shownList, unless } from '../../kit/judges.ts';

const LIST = 'connectedSynchronizers';
const NONE = 'PARTICIPANT_PERMISSION_UNSPECIFIED';

/** Judges the permission on each synchronizer in the response to a request with or without a party. */
const onPermissions =
  (ofParty: boolean, judge: (permission: unknown) => Finding[]) =>
  (list: CompleteExchange): CheckResult =>
    isAccepted(list) && list.request.path.includes('party=') === ofParty
      ? eachOf(shownList(list, LIST), (one) => judge(member(one, 'permission') ?? NONE))
      : undefined;

/** No two synchronizers have the same alias or the same id. */
function synchronizersDiffer(list: CompleteExchange): CheckResult {
  if (!isAccepted(list)) return undefined;
  const all = shownList(list, LIST);
  if (all.length < 2) return 'inapplicable';
  return ['synchronizerAlias', 'synchronizerId']
    .flatMap((name) =>
      repeated(
        `/${LIST}/${name}`,
        all.map((one) => string(one, name)),
      ),
    )
    .slice(0, 1);
}

export const SYNCHRONIZER_CHECKS = {
  hasNoPermissions: onPermissions(false, (permission) =>
    unless(permission === NONE, '/permission', NONE, describe(permission)),
  ),
  hasPermissions: onPermissions(true, (permission) =>
    unless(permission !== NONE, '/permission', 'a permission', NONE),
  ),
  synchronizersDiffer,
};
