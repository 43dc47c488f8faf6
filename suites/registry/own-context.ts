/** A context, or the error in its place, concerns the requested allocation. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  type RelationFinding,
  worded,
} from '../../src/kit.ts';
import { type Law, should } from '../kit/law.ts';
import { contextOf } from './disclosed-contracts.ts';
import type { Context } from './probed.ts';

export const OWN_CONTEXT_LAWS: readonly Law<Context>[] = [
  should('discloses-own-contract', 'context-is-of-its-contract', {
    statement: 'A context does not disclose another requested contract in place of its own.',
    cause:
      'The context is not looked up by the id of the path but by a position in a list, by a key that several contracts share, or in a cache that every id hits.',
    fix: 'Look it up by the whole contract id.',
    on: ({ shared }) => shared.together,
    relation: inPlaceOfAnother,
  }),
  should('errors-name-no-other-contract', 'errors-name-only-the-requested-contract', {
    statement: 'The error for an unknown id names no contract that the request did not name.',
    cause: 'The error lists what the registry does know, or is kept from an earlier request.',
    fix: 'Contract ids are all that keeps contexts private, so name the id of this request and no other.',
    on: ({ own }) => [own.unknownIds, own.rareIds],
    anyTraffic: true,
    check: ({ request, response }) => {
      if (response.status !== 404) return 'inapplicable';
      const others = [...response.text.matchAll(/\b0[01][0-9a-f]{64,}\b/g)]
        .map(([found]) => found)
        .filter((found) => !`${request.path} ${request.body}`.includes(found));
      return others.map((other) => finding('body', 'no other contract id', describe(other)));
    },
  }),
];

function inPlaceOfAnother(exchanges: readonly CompleteExchange[]): CheckResult {
  const good = exchanges.filter((e) => e.response.status === 200);
  const requested = new Set(good.map(idOf));
  if (requested.size < 2) return undefined;
  const found = good.map((e): 'nothing' | 'own' | RelationFinding => {
    const own = idOf(e);
    const ids = (contextOf(e.response.body)?.entries ?? []).map((entry) => entry['contractId']);
    if (ids.includes(own)) return 'own';
    const other = ids.find((cid) => requested.has(String(cid)));
    if (other === undefined) return 'nothing';
    const expected = worded`the contract ${describe(own)}`;
    const found = finding('disclosedContracts', expected, describe(other));
    return { ...found, exchanges: [e] };
  });
  if (found.every((one) => one === 'nothing')) return 'inapplicable';
  return found.filter((one) => typeof one === 'object');
}

/** The requested id, which the two segments of the choice follow in the path. */
function idOf({ request }: CompleteExchange): string {
  return decodeURIComponent(request.path.split('/').at(-3) ?? '');
}
