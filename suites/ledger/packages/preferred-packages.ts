/** Preferred packages: the newest that all participants of the parties vet, in two operations. */
import { between, type CheckResult, call, sent } from '../../../src/kit.ts';
import { difference, differing, elements, holds, member, string } from '../../kit/json.ts';
import type { Received } from '../../kit/judges.ts';
import { isAccepted, noOther, shown, unless } from '../../kit/judges.ts';
import { type Check, type Law, related } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { across, lawsOf, ownProbe } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { isLasting } from '../requests/members.ts';
import { parties } from '../requests/request-parts.ts';
import { codeFindings, errorOf } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import {
  amidKnown,
  isHigher,
  type Preference,
  prefer,
  preferences,
  whoVets,
} from './preferences.ts';
import { isLastPage, packagesIn, rowsOf } from './vetting-rows.ts';

const rule = rulesIn('4.2-interactive-submission', 'packages/preferred-packages.ts');

const NONE = 'NO_PREFERRED_PACKAGES_FOUND';
/** The documents state the response to a package without a preference, but not to an unknown name. */
const NO_SUCH_NAME = 'PACKAGE_NAMES_NOT_FOUND';

export const preferredPackages: Area = (ledger) => {
  const [single, severalOf] = preferences(ledger);
  return [...lawsOf(ofOne(ledger, severalOf), single), ...lawsOf(SEVERAL, severalOf)];
};

/** Compares the preferred package with the packages that each participant on its synchronizer vets. */
type JudgeVetters = (preferred: unknown, vetted: readonly (readonly unknown[])[]) => CheckResult;

function vettersOf(ledger: Ledger): (judge: JudgeVetters) => Law<Preference>['test'] {
  const vetters = once((single: Preference) =>
    across(single.operation, 'who-vets', {
      sends: 'who vets a package, and which version of it is preferred',
      steps: (f) => [whoVets(ledger, f), prefer(single, f)],
    }),
  );
  return (judge) =>
    related(vetters, ([list, found]) => {
      if (!list || !isAccepted(list) || !isAccepted(found)) return undefined;
      const preference = shown(found, 'packagePreference');
      if (preference === undefined || !isLastPage(list)) return 'inapplicable';
      const reference = member(preference, 'packageReference');
      const place = string(preference, 'synchronizerId');
      const name = string(reference, 'packageName');
      const there = rowsOf(list).filter((one) => string(one, 'synchronizerId') === place);
      const named = (one: unknown): boolean => string(one, 'packageName') === name;
      const vetted = there.map((one) => packagesIn(one).filter(named));
      return judge(reference, vetted);
    });
}

function ofUnknownName(found: Received): CheckResult {
  if (!found?.request.path.includes(ABSENT.packageName)) return undefined;
  const { status } = found.response;
  if (status === 200) return between([found], hasNone(found));
  return between([found], status === 404 ? codeFindings(found, NO_SUCH_NAME) : expects200(status));
}

function ofOne(ledger: Ledger, several: Preference): readonly Law<Preference>[] {
  const bothWays = once((single: Preference) =>
    across(single.operation, 'both-ways', {
      sends: 'the same request with GET and with POST: for a known name and for an unknown one',
      steps: (f) => ({
        known: [prefer(single, f), prefer(several, f)],
        unknown: [prefer(single, f, ABSENT.packageName), prefer(several, f, ABSENT.packageName)],
      }),
    }),
  );
  const onVetters = vettersOf(ledger);
  const AT = '/packagePreference/packageReference';
  return [
    rule('unknown-name-has-no-preference', {
      on: bothWays,
      relation: ([found]) => ofUnknownName(found),
    }),
    rule('agrees-with-preferred-packages', {
      on: bothWays,
      relation: ([found, list]) => {
        if (!found || !list || !isAccepted(found)) return undefined;
        if (errorOf(list)?.code === NONE) return hasNone(found);
        if (!isAccepted(list)) return undefined;
        const expected = several.preferred(list.response.body);
        return holds(expected, shown(found, 'packagePreference'), '/packagePreference');
      },
    }),
    rule('preferred-version-is-vetted', {
      test: onVetters((preferred, rows) => {
        const id = string(preferred, 'packageId');
        const row = rows.flat().find((one) => string(one, 'packageId') === id);
        if (row === undefined) return noOther(id, AT, 'a vetted package');
        // The list has no version of a package that the node does not know.
        const [vetted, version] = [row, preferred].map((one) => string(one, 'packageVersion'));
        return vetted === '' ? [] : difference(vetted, version, `${AT}/packageVersion`);
      }),
    }),
    rule('preferred-version-is-highest', {
      test: onVetters((preferred, vetted) => {
        const version = string(preferred, 'packageVersion');
        const [first = [], ...others] = vetted.map((some) =>
          some.filter(isLasting).map((one) => string(one, 'packageVersion')),
        );
        const higher = first
          .filter((one) => others.every((some) => some.includes(one)))
          .find((one) => isHigher(one, version));
        return unless(higher === undefined, `${AT}/packageVersion`, higher, version);
      }),
    }),
    rule('unknown-party-has-no-preference', {
      on: ({ operation, request }) =>
        ownProbe(operation, 'unknown-party', {
          sends: 'a known package name for an unknown party among known ones',
          steps: (f) => ({ unknown: [call(operation, request(f.packageNames, amidKnown(f)))] }),
        }),
      withControl: true,
      check: (exchange) => (isAccepted(exchange) ? hasNone(exchange) : undefined),
    }),
  ];
}

const several = once(({ operation, request }: Preference) =>
  ownProbe(operation, 'several', {
    sends: 'one requirement, two of them, and the second one alone',
    steps: (f) =>
      [f.packageNames.slice(0, 1), f.packageNames.slice(0, 2), f.packageNames.slice(1, 2)]
        .filter(({ length }) => length > 0)
        .map((names) => call(operation, request(names, parties(f)))),
  }),
);

const SEVERAL: readonly Law<Preference>[] = [
  rule('one-package-for-each-requirement', {
    on: several,
    check: (exchange) => {
      if (!isAccepted(exchange)) return undefined;
      const expected = elements(sent(exchange.request), 'packageVettingRequirements');
      const found = elements(exchange.response.body, 'packageReferences');
      return differing('/packageReferences', namesIn(expected), namesIn(found));
    },
  }),
];

const hasNone: Check = (exchange) =>
  differing('/packagePreference', undefined, shown(exchange, 'packagePreference'));

function namesIn(list: readonly unknown[]): readonly string[] {
  return list.map((one) => string(one, 'packageName')).sort();
}
