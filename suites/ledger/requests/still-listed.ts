/** Discovered objects may be removed by now, so a lookup uses one that a new list still shows. */
import type { Call, CallParts, Exchange, Fixtures, Operation, Step } from '../../../src/kit.ts';
import { call } from '../../../src/kit.ts';
import { elements, member, string, strings } from '../../kit/json.ts';
import { eventsOf, isScratch, listed, type PageLimit, pageOf, type Readers } from './formats.ts';

/** The list of objects, and the lookup of one of them. */
export interface Listed {
  /** The operations that list them, by name. */
  readonly from: readonly string[];
  /** The requests that list them; the ids are in the last response. */
  readonly steps: (named: (name: string) => Operation, fixtures: Fixtures) => readonly Step[];
  readonly ids: (body: unknown) => readonly string[];
  readonly look: (id: string, fixtures: Readers) => CallParts;
}

/** A list of one request. */
function listedBy(list: string, ids: Listed['ids'], parameter: string, limit?: PageLimit): Listed {
  return {
    from: [list],
    steps: (named, f) => [
      call(named(list), limit ? { query: { pageSize: pageOf(f, limit, 20) } } : {}),
    ],
    ids,
    look: (id) => ({ path: { [parameter]: id } }),
  };
}

const rows = (list: string, key: string) => (body: unknown) =>
  elements(body, list).map((row) => string(row, key));

const [partyIds, userIds] = [rows('partyDetails', 'party'), rows('users', 'id')];
const providerIds = rows('identityProviderConfigs', 'identityProviderId');
const packageIds = (body: unknown) => strings(body, 'packageIds');
export const PACKAGES: Listed = listedBy('packages-list', packageIds, 'package-id');
export const PARTIES: Listed = listedBy('parties-list', partyIds, 'party', 'maxPartiesPageSize');
export const USERS: Listed = listedBy('users-list', userIds, 'user-id', 'maxUsersPageSize');
export const PROVIDERS: Listed = listedBy('identity-providers-list', providerIds, 'idp-id');

/** Contracts that are active now, listed in a format, and a lookup whose body names one of them. */
export function activeContracts(
  body: (contractId: string, fixtures: Readers) => object,
  format: (fixtures: Readers) => object = ({ parties }) => eventsOf(parties),
): Listed {
  return {
    from: ['ledger-end', 'active-contracts'],
    steps: (named, f) => [
      call(named('ledger-end')),
      (before) =>
        listed(named('active-contracts'), f, {
          activeAtOffset: member(before.at(-1)?.response?.body, 'offset') ?? 0,
          eventFormat: format(f),
        }),
    ],
    // Those with a view if there are any, so that views are compared too.
    ids: (list) => {
      const entries = elements(list).map((one) => member(one, 'contractEntry', 'JsActiveContract'));
      const created = entries.map((entry) => member(entry, 'createdEvent'));
      const seen = created.filter((one) => elements(one, 'interfaceViews').length > 0);
      const ids = (seen.length > 0 ? seen : created).map((one) => string(one, 'contractId'));
      return ids.filter((id) => id !== '');
    },
    look: (id, f) => ({ json: body(id, f) }),
  };
}

/**
 * Lists again, and then looks up the same object if it is still listed, otherwise another one. If the document has no
 * such list, it looks up the planned object.
 */
export function lookAgain(
  operation: Operation,
  fixtures: Fixtures,
  { from, steps, ids, look }: Listed,
  planned: Call,
): readonly Step[] {
  const byName = new Map(operation.contract.operations.map((one) => [one.name, one]));
  if (!from.every((operationName) => byName.has(operationName))) return [planned];
  const named = (operationName: string): Operation => {
    const found = byName.get(operationName);
    if (found === undefined) throw new Error(`the contract has no operation ${operationName}`);
    return found;
  };
  const chosen = (before: readonly Exchange[]): Call | undefined => {
    const list = before.at(-1)?.response;
    // A caller that may not list objects may look up known ones.
    if (list?.status !== 200) return planned;
    const there = ids(list.body).filter((id) => !isScratch(id));
    const calls = there.map((id) => call(operation, look(id, fixtures)));
    // The body may name the object and less than all that may be asked.
    const isThere = there.some((id) => planned.body?.includes(JSON.stringify(id)));
    const found = calls.find((one) => same(one, planned)) ?? (isThere ? planned : calls[0]);
    return found && planned.permitted ? { ...found, permitted: true } : found;
  };
  return [...steps(named, fixtures), chosen];
}

function same(one: Call, other: Call): boolean {
  return one.path === other.path && one.body === other.body;
}
