/** Fixtures that the operator gives: each is looked up, and what the ledger does not know is left out. */
import {
  type Call,
  call,
  type Exchange,
  type FixtureNote,
  type Fixtures,
  type HttpResponse,
} from '../../../src/index.ts';
import { elements, member, string } from '../../kit/json.ts';
import type { Ledger } from '../area.ts';

type GivenName = 'parties' | 'users' | 'packages' | 'packageNames' | 'interfaces';

/** The cheapest request for a fixture, and the responses that show that the ledger does not know it. */
interface Lookup {
  readonly operation: string;
  readonly request: (value: string) => Parameters<typeof call>[1];
  readonly isUnknown: (response: HttpResponse, value: string) => boolean;
}

const isNotFound = ({ status }: HttpResponse): boolean => status === 404;

/** The status of a package that the ledger does not know. */
const UNSPECIFIED = 'PACKAGE_STATUS_UNSPECIFIED';

const vettedNames: Pick<Lookup, 'operation'> = { operation: 'package-vetting-list' };

const LOOKUPS: Readonly<Record<GivenName, Lookup>> = {
  parties: {
    operation: 'party',
    request: (party) => ({ path: { party } }),
    isUnknown: (response) =>
      isNotFound(response) ||
      (response.status === 200 && isEmptyList(member(response.body, 'partyDetails'))),
  },
  users: {
    operation: 'user',
    request: (id) => ({ path: { 'user-id': id } }),
    isUnknown: isNotFound,
  },
  packages: {
    operation: 'package-status',
    request: (id) => ({ path: { 'package-id': id } }),
    isUnknown: (response) =>
      isNotFound(response) ||
      (response.status === 200 && string(response.body, 'packageStatus') === UNSPECIFIED),
  },
  packageNames: {
    ...vettedNames,
    request: withName,
    isUnknown: (response, name) => isVettedNowhere(response, name),
  },
  interfaces: {
    ...vettedNames,
    request: (id) => withName(packageNameOf(id)),
    isUnknown: (response, id) => isVettedNowhere(response, packageNameOf(id)),
  },
};

/** More fixtures of a kind than these are taken as they are. */
const CHECKED = 20;

/** The given fixtures that the ledger knows, or of which it shows nothing. */
export async function liveOnes(
  send: (call: Call) => Promise<Exchange>,
  named: Ledger['operation'],
  given: Fixtures,
  note: FixtureNote,
): Promise<Fixtures> {
  const live: Partial<Record<GivenName, readonly string[]>> = {};
  for (const [key, lookup] of Object.entries(LOOKUPS)) {
    const name = key as GivenName;
    const unknown = new Set<string>();
    for (const [index, value] of given[name].slice(0, CHECKED).entries()) {
      const { response } = await send(call(named(lookup.operation), lookup.request(value)));
      if (response === undefined || response.truncated || !lookup.isUnknown(response, value))
        continue;
      unknown.add(value);
      const { status } = response;
      const why =
        status === 200
          ? `${lookup.operation} shows nothing of it`
          : `${status} from ${lookup.operation}`;
      note(`is not live here (${why})`, { name, index });
    }
    live[name] = given[name].filter((value) => !unknown.has(value));
  }
  return { ...given, ...live };
}

function withName(name: string): Parameters<typeof call>[1] {
  return { json: { packageMetadataFilter: { packageIds: [], packageNamePrefixes: [name] } } };
}

/** `#package-name:Module:Entity` → `package-name`. */
function packageNameOf(id: string): string {
  return id.slice(1).split(':', 1)[0] ?? '';
}

/** The whole list is there, and no package in it has the name. */
function isVettedNowhere({ status, body }: HttpResponse, name: string): boolean {
  if (status !== 200 || string(body, 'nextPageToken') !== '') return false;
  const list = member(body, 'vettedPackages');
  if (!Array.isArray(list)) return false;
  const packages = list.flatMap((row) => elements(row, 'packages'));
  return !packages.some((one) => string(one, 'packageName') === name);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
