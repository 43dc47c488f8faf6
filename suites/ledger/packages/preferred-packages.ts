/** Preferred packages: the newest that all participants of the parties vet, in two operations. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  type Operation,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { differing, elements, holds, member, string } from '../../kit/json.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Area, Ledger } from '../area.ts';
import { errorOf } from '../laws/errors.ts';
import {
  isAccepted,
  lawsOf,
  noOther,
  type Subject,
  shown,
  shownList,
  unless,
} from '../laws/laws.ts';
import { CODES, type Rejection, rejections } from '../laws/rejections.ts';
import { across, ownProbe, type Parts, row } from '../requests/asking.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { isLasting } from '../requests/members.ts';
import { isLastPage, packagesIn, rowsOf } from './vetting-rows.ts';

const ONE = 'preferred-version-is-the-highest-vetted';
const MANY = 'preferred-packages-meet-the-requirements';
const NONE = 'NO_PREFERRED_PACKAGES_FOUND';

export const preferredPackages: Area = (ledger) => {
  const single = { operation: ledger.operation('preferred-package-version'), clause: ONE };
  const several = { operation: ledger.operation('preferred-packages'), clause: MANY };
  const ofParty: readonly OfParty[] = [
    {
      operation: ledger.operation('connected-synchronizers'),
      request: (party) => ({ query: { party } }),
    },
    { ...single, request: (party, { packageNames: [name = ''] }) => oneOf(name, [party]) },
    {
      ...several,
      request: (party, f) => requirements(f.packageNames.slice(0, 1), [party]),
    },
  ];
  return [
    ...lawsOf(ofOne(ledger), single),
    ...lawsOf([SEVERAL], several),
    ...rejections([NO_NAME], [single]),
    ...rejections([NO_PREFERENCE], [several]),
    ...rejections([MALFORMED_PARTY], ofParty),
  ];
};

export const two = ({ parties }: Fixtures): readonly string[] => parties.slice(0, 2);

const requirements = (names: readonly string[], parties: readonly string[]) => ({
  json: { packageVettingRequirements: names.map((packageName) => ({ packageName, parties })) },
});

const oneOf = (name: string, parties: readonly string[]) => ({
  query: { 'package-name': name, parties },
});

/** Who vets the packages whose name begins so. */
export function whoVets({ operation }: Ledger, f: Fixtures, name: string): Call {
  const packageMetadataFilter = { packageIds: [], packageNamePrefixes: [name] };
  const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 100);
  return call(operation('package-vetting-list'), { json: { packageMetadataFilter, pageSize } });
}

function ofOne(ledger: Ledger): readonly Law<Subject>[] {
  const bothWays = once((single: Operation) =>
    across(single, 'both-ways', {
      sends: 'the same request with GET and with POST: for a known name and for an unknown one',
      caseGroups: (f) => {
        const both = (label: string, name: string) =>
          row(
            label,
            call(single, oneOf(name, two(f))),
            call(ledger.operation('preferred-packages'), requirements([name], two(f))),
          );
        return [both('known', f.packageNames[0] ?? ''), both('unknown', ABSENT.packageName)];
      },
    }),
  );
  const vetters = once((single: Operation) =>
    across(single, 'who-vets', {
      sends: 'who vets a package, and which version of it is preferred',
      caseGroups: (f) => {
        const [name = ''] = f.packageNames;
        return [row('who-vets', whoVets(ledger, f, name), call(single, oneOf(name, two(f))))];
      },
    }),
  );
  const onVetters =
    (judge: (found: Compared) => CheckResult): Law<Subject>['test'] =>
    ({ operation }) => ({
      probes: [vetters(operation)],
      relation: (exchanges) => {
        const found = compared(exchanges);
        return typeof found === 'object' ? judge(found) : found;
      },
    });
  const AT = '/packagePreference/packageReference';
  return [
    must('unknown-name-has-no-preference', {
      statement: 'An unvetted package name gets 200 without a preference.',
      cause: 'No result becomes 404, or 400 as in the newer operation.',
      fix: 'Respond with 200 without packagePreference.',
      test: ({ operation }) => ({
        probes: [bothWays(operation)],
        relation: ([found]) => {
          if (!found?.request.path.includes(ABSENT.packageName)) return undefined;
          return isAccepted(found) ? hasNone(found) : expects200(found.response.status);
        },
      }),
    }),
    must('agrees-with-preferred-packages', {
      statement: 'The preferred version is the preferred package of the same single requirement.',
      cause: 'The two operations read different synchronizers, or vetting at different times.',
      fix: 'Compute both by one function.',
      test: ({ operation }) => ({ probes: [bothWays(operation)], relation: sameBothWays }),
    }),
    must('preferred-version-is-vetted', {
      statement: 'The preferred version is vetted on the synchronizer in the response.',
      cause: 'The package that was uploaded last is chosen, vetted or not.',
      fix: 'Choose among versions that every participant of the parties vets on that synchronizer.',
      test: onVetters(({ id, vetted }) =>
        noOther(vetted.includes(id) ? undefined : id, AT, 'a vetted package'),
      ),
    }),
    should('preferred-version-is-highest', {
      statement: 'No version that all participants vet there is higher than the preferred one.',
      cause: 'Versions are compared as strings, so that 1.9.0 is after 1.10.0.',
      fix: 'Compare versions number by number.',
      test: onVetters(({ everywhere, version }) => {
        const higher = everywhere.find((v) => isHigher(v, version));
        return unless(higher === undefined, `${AT}/packageVersion`, `${higher}`, version);
      }),
    }),
    should('unknown-party-has-no-preference', {
      statement: 'A party that no participant hosts has no preferred version.',
      cause: 'An unknown party is ignored.',
      fix: 'Leave packagePreference out if no participant hosts a party.',
      test: ({ operation }) => ({
        probes: [
          ownProbe(operation, 'unknown-party', {
            sends: 'a known package name for an unknown party',
            caseGroups: ({ packageNames: [name = ''] }) => [
              row('unknown', call(operation, oneOf(name, [ABSENT.party]))),
            ],
          }),
        ],
        withControl: true,
        check: (exchange) => (isAccepted(exchange) ? hasNone(exchange) : undefined),
      }),
    }),
  ];
}

const SEVERAL: Law<Subject> = must('one-package-for-each-requirement', {
  statement: 'There is one preferred package for each requirement, with its package name.',
  cause: 'References are stored by package id or synchronizer, and one replaces another.',
  fix: 'Respond with one reference for each requirement, by its package name.',
  test: ({ operation }) => ({
    probes: [
      ownProbe(operation, 'several', {
        sends: 'one requirement, and two of them',
        caseGroups: (f) => {
          const some = (label: string, count: number) =>
            row(label, call(operation, requirements(f.packageNames.slice(0, count), two(f))));
          return [some('one', 1), some('two', 2)];
        },
      }),
    ],
    check: (exchange) => {
      if (!isAccepted(exchange)) return undefined;
      const expected = elements(sent(exchange.request), 'packageVettingRequirements');
      const found = shownList(exchange, 'packageReferences');
      return differing('/packageReferences', namesIn(expected), namesIn(found));
    },
  }),
});

const NO_NAME: Rejection<Subject> = must(
  'missing-package-name',
  'ledger-requests-have-their-shape',
  {
    statement: 'A request without a package name is rejected.',
    cause: 'A missing name counts as an empty one, which has no preference.',
    fix: 'Require package-name where the query is read; respond with 400.',
    sends: 'a good request without the package name',
    requests: (_, f) => [{ query: { parties: two(f) } }],
  },
);

const NO_PREFERENCE: Rejection<Subject> = must('unmet-requirement', {
  statement: 'A request with a requirement that no package meets is rejected.',
  cause: 'The response is 200 with an empty list.',
  fix: 'Respond with 400 NO_PREFERRED_PACKAGES_FOUND if a requirement has no package.',
  sends: 'a requirement with an unknown package name',
  codes: [NONE],
  requests: (_, f) => [requirements([ABSENT.packageName], two(f))],
});

interface OfParty extends Subject {
  readonly request: (party: string, f: Fixtures) => Parts;
}

const MALFORMED_PARTY: Rejection<OfParty> = should('malformed-party', CODES, {
  statement: 'A request with a malformed party id is rejected.',
  cause: 'The id is looked up unchecked, and nothing is found.',
  fix: 'Check the characters of party ids first; respond with 400 INVALID_ARGUMENT.',
  sends: 'a party id with characters that no party id has',
  codes: ['INVALID_ARGUMENT'],
  requests: ({ request }, f) => [request('assay!no%party', f)],
});

function hasNone(exchange: CompleteExchange) {
  return differing('/packagePreference', undefined, shown(exchange, 'packagePreference'));
}

function namesIn(list: readonly unknown[]): readonly string[] {
  return list.map((one) => string(one, 'packageName')).sort();
}

function sameBothWays([found, list]: readonly CompleteExchange[]): CheckResult {
  if (!found || !list || !isAccepted(found)) return undefined;
  if (errorOf(list)?.code === NONE) return hasNone(found);
  if (!isAccepted(list)) return undefined;
  const [packageReference] = shownList(list, 'packageReferences');
  const expected = { packageReference, synchronizerId: shown(list, 'synchronizerId') };
  return holds(expected, shown(found, 'packagePreference'), '/packagePreference');
}

interface Compared {
  readonly id: string;
  readonly version: string;
  /** The packages that some participant on its synchronizer vets. */
  readonly vetted: readonly string[];
  /** The versions that each participant vets which vets any there, for all times. */
  readonly everywhere: readonly string[];
}

function compared([list, found]: readonly CompleteExchange[]):
  | Compared
  | undefined
  | 'inapplicable' {
  if (!list || !isAccepted(list) || !isAccepted(found)) return undefined;
  const preference = shown(found, 'packagePreference');
  if (preference === undefined || !isLastPage(list)) return 'inapplicable';
  const place = string(preference, 'synchronizerId');
  const reference = member(preference, 'packageReference');
  const name = string(reference, 'packageName');
  const packages = rowsOf(list)
    .filter((one) => string(one, 'synchronizerId') === place)
    .map((one) => packagesIn(one).filter((p) => string(p, 'packageName') === name));
  const lasting = packages.map((some) =>
    some.filter(isLasting).map((one) => string(one, 'packageVersion')),
  );
  return {
    id: string(reference, 'packageId'),
    version: string(reference, 'packageVersion'),
    vetted: packages.flat().map((one) => string(one, 'packageId')),
    everywhere: (lasting[0] ?? []).filter((v) => lasting.every((some) => some.includes(v))),
  };
}

/** Versions of packages are numbers with dots between them. */
function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (const [i, number] of (a ?? []).entries()) {
    const difference = number - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
