/** What chapters check of packages and of what a participant vets. */
import { type CheckResult, type CompleteExchange, sent, worded } from '../../../src/kit.ts';
import { elements, string } from '../../kit/json.ts';
import { lacking, shownList, unless } from '../../kit/judges.ts';
import { idsIn, packagesIn, rowsOf } from './vetting-rows.ts';

const idsListed = ({ response }: CompleteExchange): ReadonlySet<unknown> =>
  new Set(elements(response.body, 'packageIds'));

/** Each package of these rows is in the list of packages. */
function vettedAreListed(rows: CompleteExchange, list: CompleteExchange): CheckResult {
  const known = idsListed(list);
  const missing = rowsOf(rows)
    .flatMap(idsIn)
    .find((id) => !known.has(id));
  return missing === undefined ? [] : [lacking(missing, '/packageIds')];
}

/** Each package of these rows that is in the list has a name and a version. */
function vettedHaveVersions(rows: CompleteExchange, list: CompleteExchange): CheckResult {
  const known = idsListed(list);
  const held = rowsOf(rows)
    .flatMap(packagesIn)
    .filter((one) => known.has(string(one, 'packageId')));
  if (held.length === 0) return 'inapplicable';
  return ['packageName', 'packageVersion'].flatMap((name) =>
    unless(
      held.every((one) => string(one, name) !== ''),
      `/vettedPackages/packages/${name}`,
      'a text, since the package is uploaded',
      'nothing',
    ),
  );
}

/** No listed update has the command id of this preparation. */
function commandIsNotIn(prepared: CompleteExchange, updates: CompleteExchange): CheckResult {
  const command = string(sent(prepared.request), 'commandId');
  const found = shownList(updates).some(
    (one) => string(one, 'update', 'Transaction', 'value', 'commandId') === command,
  );
  return unless(!found, '/update', worded`none of command ${command}`, 'one');
}

export const PACKAGE_CHECKS = { vettedAreListed, vettedHaveVersions, commandIsNotIn };
