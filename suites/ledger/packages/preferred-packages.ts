/** Preferred packages: the newest that all participants of the parties vet, in two operations. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Fixtures,
  finding,
  type Operation,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Area, Ledger } from '../area.ts';
import { errorOf } from '../laws/errors.ts';
import { lawsOf } from '../laws/laws.ts';
import { type Rejection, rejections } from '../laws/rejections.ts';
import { holds } from '../requests/alike.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { differing, elements, isLasting, member, string } from '../requests/members.ts';

const ONE = 'preferred-version-is-the-highest-vetted';
const MANY = 'preferred-packages-meet-the-requirements';
const NONE = 'NO_PREFERRED_PACKAGES_FOUND';

export const preferredPackages: Area = (ledger) => {
  const single = { operation: ledger.operation('preferred-package-version') };
  const several = { operation: ledger.operation('preferred-packages') };
  return [
    ...lawsOf(single.operation, ofOne(ledger)),
    ...lawsOf(several.operation, SEVERAL),
    ...rejections([NO_NAME], [single]),
    ...rejections([NO_PREFERENCE], [several]),
    ...rejections(
      [MALFORMED_PARTY],
      [
        {
          operation: ledger.operation('connected-synchronizers'),
          request: (party) => ({ query: { party } }),
        },
        {
          operation: single.operation,
          request: (party, f) => ({
            query: { 'package-name': f.packageNames[0] ?? '', parties: [party] },
          }),
        },
        {
          operation: several.operation,
          request: (party, f) => requirements(f.packageNames.slice(0, 1), [party]),
        },
      ],
    ),
  ];
};

const two = ({ parties }: Fixtures): readonly string[] => parties.slice(0, 2);

const requirements = (names: readonly string[], parties: readonly string[]) => ({
  json: { packageVettingRequirements: names.map((packageName) => ({ packageName, parties })) },
});

function ofOne({ operation: named }: Ledger): readonly Law<Operation>[] {
  const ask = (single: Operation, f: Fixtures, name: string): Call =>
    call(single, { query: { 'package-name': name, parties: two(f) } });
  const bothWays = once((single: Operation) =>
    across(single, 'both-ways', {
      sends: 'the same request with GET and with POST: for a known name and for an unknown one',
      caseGroups: (f) =>
        [f.packageNames[0] ?? '', ABSENT.packageName].map((name, i) =>
          row(
            ['known', 'unknown'][i] ?? '',
            ask(single, f, name),
            call(named('preferred-packages'), requirements([name], two(f))),
          ),
        ),
    }),
  );
  const whoVets = once((single: Operation) =>
    across(single, 'who-vets', {
      sends: 'who vets a package, and which version of it is preferred',
      caseGroups: (f) => {
        const [name = ''] = f.packageNames;
        const packageMetadataFilter = { packageIds: [], packageNamePrefixes: [name] };
        const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 100);
        const json = { packageMetadataFilter, pageSize };
        return [
          row('who-vets', call(named('package-vetting-list'), { json }), ask(single, f, name)),
        ];
      },
    }),
  );
  return [
    {
      name: 'unknown-name-has-no-preference',
      level: 'MUST',
      clause: ONE,
      statement: 'An unvetted package name gets 200 without a preference.',
      cause: 'No result becomes 404, or 400 as in the newer operation.',
      fix: 'Respond with 200 without packagePreference.',
      test: (single) => ({
        probes: [bothWays(single)],
        relation: ([found]) => {
          if (found === undefined || !found.request.path.includes(ABSENT.packageName))
            return undefined;
          if (found.response.status !== 200) return expects200(found.response.status);
          return differing('/packagePreference', undefined, preferenceOf(found));
        },
      }),
    },
    {
      name: 'agrees-with-preferred-packages',
      level: 'MUST',
      clause: ONE,
      statement: 'The preferred version is the preferred package of the same single requirement.',
      cause: 'The two operations read different synchronizers, or vetting at different times.',
      fix: 'Compute both by one function.',
      test: (single) => ({ probes: [bothWays(single)], relation: sameBothWays }),
    },
    {
      name: 'preferred-version-is-vetted',
      level: 'MUST',
      clause: ONE,
      statement: 'The preferred version is vetted on the synchronizer in the response.',
      cause: 'The package that was uploaded last is chosen, vetted or not.',
      fix: 'Choose among versions that every participant of the parties vets on that synchronizer.',
      test: (single) => ({
        probes: [whoVets(single)],
        relation: (exchanges) => {
          const found = compared(exchanges);
          if (typeof found !== 'object') return found;
          return found.vetted.includes(found.id)
            ? []
            : [
                finding(
                  '/packagePreference/packageReference',
                  'a vetted package',
                  describe(found.id),
                ),
              ];
        },
      }),
    },
    {
      name: 'preferred-version-is-highest',
      level: 'SHOULD',
      clause: ONE,
      statement: 'No version that all participants vet there is higher than the preferred one.',
      cause: 'Versions are compared as strings, so that 1.9.0 is after 1.10.0.',
      fix: 'Compare versions number by number.',
      test: (single) => ({
        probes: [whoVets(single)],
        relation: (exchanges) => {
          const found = compared(exchanges);
          if (typeof found !== 'object') return found;
          const { everywhere, version } = found;
          const higher = everywhere.find((v) => isHigher(v, version));
          const at = '/packagePreference/packageReference/packageVersion';
          return higher === undefined ? [] : [finding(at, higher, version)];
        },
      }),
    },
    {
      name: 'unknown-party-has-no-preference',
      level: 'SHOULD',
      clause: ONE,
      statement: 'A party that no participant hosts has no preferred version.',
      cause: 'An unknown party is ignored.',
      fix: 'Leave packagePreference out if no participant hosts a party.',
      test: (single) => ({
        probes: [
          ownProbe(single, 'unknown-party', {
            sends: 'a known package name for an unknown party',
            caseGroups: (f) => {
              const query = { 'package-name': f.packageNames[0] ?? '', parties: [ABSENT.party] };
              return [row('unknown', call(single, { query }))];
            },
          }),
        ],
        withControl: true,
        check: (exchange) =>
          exchange.response.status === 200
            ? differing('/packagePreference', undefined, preferenceOf(exchange))
            : undefined,
      }),
    },
  ];
}

const SEVERAL: readonly Law<Operation>[] = [
  {
    name: 'one-package-for-each-requirement',
    level: 'MUST',
    clause: MANY,
    statement: 'There is one preferred package for each requirement, with its package name.',
    cause: 'References are stored by package id or synchronizer, and one replaces another.',
    fix: 'Respond with one reference for each requirement, by its package name.',
    test: (several) => ({
      probes: [
        ownProbe(several, 'several', {
          sends: 'one requirement, and two of them',
          caseGroups: (f) =>
            [f.packageNames.slice(0, 1), f.packageNames.slice(0, 2)].map((some, i) =>
              row(['one', 'two'][i] ?? '', call(several, requirements(some, two(f)))),
            ),
        }),
      ],
      check: ({ request, response: { status, body } }) => {
        if (status !== 200) return undefined;
        const expected = elements(sent(request), 'packageVettingRequirements');
        const shown = elements(body, 'packageReferences');
        return differing('/packageReferences', namesIn(expected), namesIn(shown));
      },
    }),
  },
];

type Row = Rejection<{ readonly operation: Operation }>;

const NO_NAME: Row = {
  name: 'missing-package-name',
  level: 'MUST',
  clause: 'ledger-requests-have-their-shape',
  statement: 'A request without a package name is rejected.',
  cause: 'A missing name counts as an empty one, which has no preference.',
  fix: 'Require package-name where the query is read; respond with 400.',
  sends: 'a good request without the package name',
  status: 400,
  requests: (_, f) => [{ query: { parties: two(f) } }],
};

const NO_PREFERENCE: Row = {
  name: 'unmet-requirement',
  level: 'MUST',
  clause: MANY,
  statement: 'A request with a requirement that no package meets is rejected.',
  cause: 'The response is 200 with an empty list.',
  fix: 'Respond with 400 NO_PREFERRED_PACKAGES_FOUND if a requirement has no package.',
  sends: 'a requirement with an unknown package name',
  status: 400,
  codes: [NONE],
  requests: (_, f) => [requirements([ABSENT.packageName], two(f))],
};

interface OfParty {
  readonly operation: Operation;
  readonly request: (party: string, f: Fixtures) => NonNullable<Parameters<typeof call>[1]>;
}

const MALFORMED_PARTY: Rejection<OfParty> = {
  name: 'malformed-party',
  level: 'SHOULD',
  clause: 'refusals-name-their-reason',
  statement: 'A request with a malformed party id is rejected.',
  cause: 'The id is looked up unchecked, and nothing is found.',
  fix: 'Check the characters of party ids first; respond with 400 INVALID_ARGUMENT.',
  sends: 'a party id with characters that no party id has',
  status: 400,
  codes: ['INVALID_ARGUMENT'],
  requests: ({ request }, f) => [request('assay!no%party', f)],
};

function preferenceOf({ response: { body } }: CompleteExchange): unknown {
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
  const expected = { packageReference, synchronizerId: member(body, 'synchronizerId') };
  return holds(expected, preference, '/packagePreference');
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
  const packages = rows
    .filter((one) => string(one, 'synchronizerId') === string(preference, 'synchronizerId'))
    .map((one) => elements(one, 'packages').filter((p) => string(p, 'packageName') === name));
  const lasting = packages.map((some) =>
    some.filter(isLasting).map((one) => string(one, 'packageVersion')),
  );
  return {
    id: string(preference, 'packageReference', 'packageId'),
    version: string(preference, 'packageReference', 'packageVersion'),
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
