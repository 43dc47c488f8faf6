/** Which packages to prefer: the newest that those vet who host the parties, told in two ways. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Fixtures,
  finding,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { holds } from './alike.ts';
import { across, ownProbe, refusals, row } from './asking.ts';
import type { Area } from './chapter.ts';
import { errorOf } from './errors.ts';
import { ABSENT, pageOf } from './formats.ts';
import { differing, elements, isLasting, member, string } from './members.ts';

const ONE = 'preferred-version-is-the-highest-vetted';
const MANY = 'preferred-packages-meet-the-requirements';
const NONE = 'NO_PREFERRED_PACKAGES_FOUND';

/** Requirements on preferred packages. */
export const preferredPackages: Area = (ledger) => {
  const single = ledger.operation('preferred-package-version');
  const several = ledger.operation('preferred-packages');
  const vetted = ledger.operation('package-vetting-list');
  const two = ({ parties }: Fixtures): readonly string[] => parties.slice(0, 2);
  const byGet = (f: Fixtures, name: string) =>
    call(single, { query: { 'package-name': name, parties: two(f) } });
  const wanted = (f: Fixtures, names: readonly string[]) => ({
    json: {
      packageVettingRequirements: names.map((packageName) => ({ packageName, parties: two(f) })),
    },
  });
  const names = (f: Fixtures) => [f.packageNames[0] ?? '', ABSENT.packageName];
  const bothWays = across(single, 'both-ways', {
    sends: 'the same question with GET and with POST: about a known name and about an unknown one',
    caseGroups: (f) =>
      names(f).map((name, i) =>
        row(['known', 'unknown'][i] ?? '', byGet(f, name), call(several, wanted(f, [name]))),
      ),
  });
  const whoVets = across(single, 'who-vets', {
    sends: 'who vets a package, and which version of it is preferred',
    caseGroups: (f) => {
      const [name = ''] = f.packageNames;
      const packageMetadataFilter = { packageIds: [], packageNamePrefixes: [name] };
      const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 100);
      const rows = call(vetted, { json: { packageMetadataFilter, pageSize } });
      return [row('who-vets', rows, byGet(f, name))];
    },
  });
  const list = ownProbe(several, 'several', {
    sends: 'one requirement, and two of them',
    caseGroups: (f) =>
      [f.packageNames.slice(0, 1), f.packageNames.slice(0, 2)].map((some, i) =>
        row(['one', 'two'][i] ?? '', call(several, wanted(f, some))),
      ),
  });

  const stranger = ownProbe(single, 'stranger-party', {
    sends: 'the name of a package that is known, for a party that nobody has',
    caseGroups: (f) => {
      const query = { 'package-name': f.packageNames[0] ?? '', parties: [ABSENT.party] };
      return [row('stranger', call(single, { query }))];
    },
  });

  return [
    requirement({
      id: 'ledger/preferred-package-version/unknown-name-is-null',
      level: 'MUST',
      clause: ONE,
      statement: 'For a package name that nobody vets the answer is 200 without a preference.',
      cause: 'No result is answered with 404, or with 400 as the newer operation does.',
      fix: 'Answer 200 and leave packagePreference out.',
      probes: [bothWays],
      relation: ([found]) => {
        if (found === undefined || !found.request.path.includes(ABSENT.packageName))
          return undefined;
        if (found.response.status !== 200) return expects200(found.response.status);
        return differing('/packagePreference', undefined, preferenceOf(found));
      },
    }),
    requirement({
      id: 'ledger/preferred-package-version/same-as-preferred-packages',
      level: 'MUST',
      clause: ONE,
      statement:
        'The preferred version is the preferred package for a single requirement; where there is none, the other way says so too.',
      cause:
        'The two operations look at different synchronizers, or at vetting of different times.',
      fix: 'Compute both by one function.',
      probes: [bothWays],
      relation: sameBothWays,
    }),
    requirement({
      id: 'ledger/preferred-package-version/vetted',
      level: 'MUST',
      clause: ONE,
      statement:
        'The preferred version is one that is vetted on the synchronizer which is told with it.',
      cause: 'The package that was uploaded last is chosen, vetted or not.',
      fix: 'Choose among those that every participant of the parties vets on the synchronizer that is told.',
      probes: [whoVets],
      relation: (exchanges) => {
        const found = compared(exchanges);
        if (typeof found !== 'object') return found;
        const { vetted: all, id } = found;
        return all.includes(id)
          ? []
          : [finding('/packagePreference/packageReference', 'a vetted package', describe(id))];
      },
    }),
    requirement({
      id: 'ledger/preferred-package-version/highest',
      level: 'SHOULD',
      clause: ONE,
      statement: 'No version that everybody vets there is higher than the preferred one.',
      cause:
        'Versions are compared as texts, so that 1.9.0 comes after 1.10.0, or the latest upload wins.',
      fix: 'Compare versions number by number.',
      probes: [whoVets],
      relation: (exchanges) => {
        const found = compared(exchanges);
        if (typeof found !== 'object') return found;
        const { everywhere, version } = found;
        const higher = everywhere.find((v) => isHigher(v, version));
        const at = '/packagePreference/packageReference/packageVersion';
        return higher === undefined ? [] : [finding(at, higher, version)];
      },
    }),
    requirement({
      id: 'ledger/preferred-package-version/nothing-for-strangers',
      level: 'SHOULD',
      clause: ONE,
      statement: 'For a party that no participant hosts no version is preferred.',
      cause:
        'A party that is not known is left out, and the version is chosen for the others or for none.',
      fix: 'Where a party has no participant, nobody vets for it: leave packagePreference out.',
      probes: [stranger],
      withControl: true,
      check: (exchange) =>
        exchange.response.status === 200
          ? differing('/packagePreference', undefined, preferenceOf(exchange))
          : undefined,
    }),
    requirement({
      id: 'ledger/preferred-packages/one-for-each-requirement',
      level: 'MUST',
      clause: MANY,
      statement:
        'There is one preferred package for each requirement, under the name that was asked for.',
      cause:
        'References are kept by package id or synchronizer, and one takes the place of another.',
      fix: 'Answer with one reference for each requirement, by its package name.',
      probes: [list],
      check: ({ request, response: { status, body } }) => {
        if (status !== 200) return undefined;
        const owed = elements(sent(request), 'packageVettingRequirements');
        const got = elements(body, 'packageReferences');
        return differing('/packageReferences', namesIn(owed), namesIn(got));
      },
    }),
    ...refusals(single, [
      {
        name: 'package-name-needed',
        clause: 'ledger-requests-have-their-shape',
        statement: 'A question without the name of a package is refused with 400.',
        cause: 'A missing name is read as an empty one, for which nothing is preferred.',
        fix: 'Insist on package-name where the query is read, and answer 400.',
        sends: 'a good request without the name of the package',
        status: 400,
        asks: (f) => [{ query: { parties: two(f) } }],
      },
    ]),
    ...refusals(several, [
      {
        name: 'no-preference-refused',
        clause: MANY,
        statement: `Requirements that nothing meets are refused with ${NONE}.`,
        cause: 'An empty list is answered with 200.',
        fix: 'Answer 400 NO_PREFERRED_PACKAGES_FOUND when one of the requirements has no package.',
        sends: 'a requirement for a package name that nobody knows',
        status: 400,
        codes: [NONE],
        asks: (f) => [wanted(f, [ABSENT.packageName])],
      },
    ]),
  ] satisfies Requirement[];
};

function preferenceOf({
  response: { body },
}: Exchange & Pick<CompleteExchange, 'response'>): unknown {
  return member(body, 'packagePreference');
}

function namesIn(list: readonly unknown[]): readonly string[] {
  return list.map((one) => string(one, 'packageName')).sort();
}

function sameBothWays([found, list]: readonly CompleteExchange[]): CheckResult {
  if (found?.response.status !== 200 || list === undefined) return undefined;
  const preference = preferenceOf(found);
  const none = errorOf(list)?.code === NONE;
  if (none) return differing('/packagePreference', undefined, preference);
  if (list.response.status !== 200) return undefined;
  const { body } = list.response;
  const [packageReference] = elements(body, 'packageReferences');
  const owed = { packageReference, synchronizerId: member(body, 'synchronizerId') };
  return holds(owed, preference, '/packagePreference');
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
  if (list?.response.status !== 200 || found?.response.status !== 200) return undefined;
  const preference = preferenceOf(found);
  if (preference === undefined) return 'inapplicable';
  const rows = elements(list.response.body, 'vettedPackages');
  // A full page may not be the last one.
  if (rows.length >= Number(member(sent(list.request), 'pageSize'))) return 'inapplicable';
  const name = string(preference, 'packageReference', 'packageName');
  const there = rows.filter(
    (one) => string(one, 'synchronizerId') === string(preference, 'synchronizerId'),
  );
  const packages = there.map((one) =>
    elements(one, 'packages').filter((p) => string(p, 'packageName') === name),
  );
  const lasting = packages.map((some) => versionsOf(some.filter(isLasting)));
  return {
    id: string(preference, 'packageReference', 'packageId'),
    version: string(preference, 'packageReference', 'packageVersion'),
    vetted: packages.flat().map((one) => string(one, 'packageId')),
    everywhere: (lasting[0] ?? []).filter((v) => lasting.every((some) => some.includes(v))),
  };
}

function versionsOf(packages: readonly unknown[]): readonly string[] {
  return packages.map((one) => string(one, 'packageVersion'));
}

/** Versions of packages are numbers with points between them. */
function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (const [i, number] of (a ?? []).entries()) {
    const difference = number - (b?.[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
