/** Fixtures that the operator gives: each is looked up, and what the ledger does not know is left out. */
import {
  type Call,
  type Contract,
  call,
  type Exchange,
  type FixtureLookup,
  type FixtureNote,
  type Fixtures,
  type HttpResponse,
} from '../../../src/index.ts';
import { elements, member, string } from '../../kit/json.ts';
import { ledgerAt } from '../area.ts';

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

/** A lookup for each given fixture that the ledger can be asked for. */
export function fixtureLookups(contract: Contract, given: Fixtures): readonly FixtureLookup[] {
  const { has, operation } = ledgerAt(contract);
  return Object.entries(LOOKUPS).flatMap(([key, lookup]) => {
    const name = key as GivenName;
    if (!has(lookup.operation)) return [];
    return given[name].map((value, index): FixtureLookup => {
      const calls = [call(operation(lookup.operation), lookup.request(value))];
      const stateOf: FixtureLookup['stateOf'] = (response) => {
        if (response.truncated) return 'unclear';
        if (lookup.isUnknown(response, value)) return 'dead';
        return response.status === 200 ? 'live' : 'unclear';
      };
      return { name, index, calls, stateOf };
    });
  });
}

/** More fixtures of a kind than these are taken as they are. */
const CHECKED = 20;

/** The given fixtures that the ledger knows, or of which it shows nothing. */
export async function liveOnes(
  send: (call: Call) => Promise<Exchange>,
  contract: Contract,
  given: Fixtures,
  note: FixtureNote,
): Promise<Fixtures> {
  const live: Record<string, readonly unknown[]> = { ...given };
  for (const { name, index, calls, stateOf } of fixtureLookups(contract, given)) {
    const [lookup] = calls;
    if (index >= CHECKED || lookup === undefined) continue;
    const { response } = await send(lookup);
    if (response === undefined || stateOf(response) !== 'dead') continue;
    const value = given[name]?.[index];
    live[name] = live[name]?.filter((one) => one !== value) ?? [];
    const { name: operation } = lookup.operation;
    const { status } = response;
    const why = status === 200 ? `${operation} shows nothing of it` : `${status} from ${operation}`;
    note(`is not live here (${why})`, { name, index });
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
