/** Checks given fixtures with a lookup each, and leaves out those that the ledger does not know. */
import type {
  Call,
  CallParts,
  Contract,
  Exchange,
  FixtureLookup,
  FixtureNote,
  Fixtures,
} from '../../../src/kit.ts';
import { call, jsonOf } from '../../../src/kit.ts';
import { elements, member, string } from '../../kit/json.ts';
import { ledgerAt } from '../area.ts';

type GivenName = 'parties' | 'users' | 'packages' | 'packageNames' | 'interfaces';

/** The cheapest request for a fixture. */
interface Lookup {
  readonly operation: string;
  readonly request: (value: string) => CallParts;
  /** True for the body of a 200 that shows that the ledger does not know the value. */
  readonly showsNone?: (body: unknown, value: string) => boolean;
}

const LOOKUPS: Readonly<Record<GivenName, Lookup>> = {
  parties: {
    operation: 'party',
    request: (party) => ({ path: { party } }),
    showsNone: (body) => isEmptyList(member(body, 'partyDetails')),
  },
  users: { operation: 'user', request: (id) => ({ path: { 'user-id': id } }) },
  packages: {
    operation: 'package-status',
    request: (id) => ({ path: { 'package-id': id } }),
    showsNone: (body) => string(body, 'packageStatus') === 'PACKAGE_STATUS_UNSPECIFIED',
  },
  packageNames: {
    operation: 'package-vetting-list',
    request: withName,
    showsNone: isVettedNowhere,
  },
  interfaces: {
    operation: 'package-vetting-list',
    request: (id) => withName(packageNameOf(id)),
    showsNone: (body, id) => isVettedNowhere(body, packageNameOf(id)),
  },
};

/** A lookup for each given fixture that the document can look up. */
export function fixtureLookups(contract: Contract, given: Fixtures): readonly FixtureLookup[] {
  const { has, operation } = ledgerAt(contract);
  return Object.entries(LOOKUPS).flatMap(([key, { operation: by, request, showsNone }]) => {
    const name = key as GivenName;
    if (!has(by)) return [];
    return given[name].map((value, index): FixtureLookup => {
      const parts = request(value);
      const stateOf: FixtureLookup['stateOf'] = (response) => {
        const { status, truncated } = response;
        if (truncated) return 'unclear';
        // A 404 is about the value only if the path has the value.
        if (status !== 200) return status === 404 && parts.path ? 'dead' : 'unclear';
        const body = jsonOf(response);
        if (body === undefined) return showsNone ? 'unclear' : 'live';
        return showsNone?.(body, value) ? 'dead' : 'live';
      };
      return { name, index, calls: [call(operation(by), parts)], stateOf };
    });
  });
}

/** The most fixtures of a kind that are checked. */
const CHECKED = 20;

/** The given fixtures, without those that the ledger does not know. */
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
    const why =
      status === 200 ? `${operation} has no data about it` : `${status} from ${operation}`;
    note(`is not live here (${why})`, { name, index }, 'dead');
  }
  return { ...given, ...live };
}

function withName(name: string): CallParts {
  return { json: { packageMetadataFilter: { packageIds: [], packageNamePrefixes: [name] } } };
}

/** `#package-name:Module:Entity` → `package-name`. */
function packageNameOf(id: string): string {
  return id.slice(1).split(':', 1)[0] ?? '';
}

/** True if the list is complete and no package in it has the name. */
function isVettedNowhere(body: unknown, name: string): boolean {
  if (string(body, 'nextPageToken') !== '') return false;
  const list = member(body, 'vettedPackages');
  if (!Array.isArray(list)) return false;
  const packages = list.flatMap((row) => elements(row, 'packages'));
  return !packages.some((one) => string(one, 'packageName') === name);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
