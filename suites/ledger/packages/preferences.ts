/** The two operations that name preferred packages: their requests, and what their responses prefer. */
import { type Call, type CallParts, call, type Fixtures } from '../../../src/kit.ts';
import { elements, member } from '../../kit/json.ts';
import type { Ledger } from '../area.ts';
import type { Subject } from '../laws/forms.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { parties } from '../requests/request-parts.ts';

/** The optional members of a request. */
export interface More {
  readonly synchronizer?: string;
  readonly validAt?: string;
}

/** One of the two operations: its requests, and the parser of its responses. */
export interface Preference extends Subject {
  readonly request: (
    names: readonly string[],
    parties: readonly string[],
    more?: More,
  ) => CallParts;
  /** The package and the synchronizer in a response; `undefined` if it has no preference. */
  readonly preferred: (body: unknown) => unknown;
}

/** The operation for one package, and the one for several. */
export function preferences({ operation }: Ledger): readonly [Preference, Preference] {
  return [
    {
      operation: operation('preferred-package-version'),
      clause: 'preferred-version-is-the-highest-vetted',
      request: ([name = ''], some, { synchronizer, validAt } = {}) => ({
        query: {
          'package-name': name,
          parties: some,
          'synchronizer-id': synchronizer,
          vetting_valid_at: validAt,
        },
      }),
      preferred: preferredPackage,
    },
    {
      operation: operation('preferred-packages'),
      clause: 'preferred-packages-meet-the-requirements',
      request: (names, some, { synchronizer, validAt } = {}) => ({
        json: {
          packageVettingRequirements: names.map((packageName) => ({ packageName, parties: some })),
          synchronizerId: synchronizer,
          vettingValidAt: validAt,
        },
      }),
      preferred: preferredPackages,
    },
  ];
}

/** The package and the synchronizer in a response of the first operation; `undefined` if it has no preference. */
export const preferredPackage = (body: unknown): unknown => member(body, 'packagePreference');

/** The same in a response of the second one. */
export function preferredPackages(body: unknown): unknown {
  const [packageReference] = elements(body, 'packageReferences');
  const synchronizerId = member(body, 'synchronizerId');
  return packageReference === undefined ? undefined : { packageReference, synchronizerId };
}

/** A request for a package of this name. */
export function prefer(
  { operation, request }: Preference,
  f: Fixtures,
  name: string = f.packageNames[0] ?? '',
  more?: More,
): Call {
  return call(operation, request([name], parties(f), more));
}

/** The lookup of participants that vet packages with the prefix of the first known name. */
export function whoVets({ operation }: Ledger, f: Fixtures): Call {
  const packageMetadataFilter = { packageIds: [], packageNamePrefixes: f.packageNames.slice(0, 1) };
  const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 100);
  return call(operation('package-vetting-list'), { json: { packageMetadataFilter, pageSize } });
}

/** An unknown party, neither the first nor the last one. */
export function amidKnown({ parties: [party = ABSENT.party] }: Fixtures): readonly string[] {
  return [party, ABSENT.party, party];
}

/** Compares versions of packages as numbers with dots between them. */
export function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  for (const [i, number] of (a ?? []).entries()) {
    const ahead = number - (b?.[i] ?? 0);
    if (ahead !== 0) return ahead > 0;
  }
  return false;
}
