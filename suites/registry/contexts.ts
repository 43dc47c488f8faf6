/** Checks of choice contexts: each is about the requested contract. */
import {
  BODY_TEXT,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  type RelationFinding,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { mayBeGateways } from '../kit/statuses.ts';
import type { Causes, Checks } from './check-types.ts';
import { contextOf } from './disclosed-contracts.ts';

export const CONTEXT_CHECKS = {
  conflict: () => ({
    check: ({ response: { status } }) => {
      if (status === 409) return [];
      return mayBeGateways(status) ? undefined : [wrongStatus(409, status)];
    },
  }),
  ownContract: () => ({ relation: inPlaceOfAnother }),
  namesNoOtherContract: () => ({
    anyTraffic: true,
    check: ({ request, response }) => {
      if (response.status !== 404) return 'inapplicable';
      const others = [...response.text.matchAll(/\b0[01][0-9a-f]{64,}\b/g)]
        .map(([found]) => found)
        .filter((found) => !`${request.path} ${request.body}`.includes(found));
      return others.map((other) => finding(BODY_TEXT, 'no other contract id', describe(other)));
    },
  }),
} satisfies Checks;

export const CONTEXT_CAUSES = {
  'accepts-live-id': [
    {
      when: ({ exchange }) => exchange?.response?.status === 414,
      cause:
        'The router limits the length of a path parameter, by default to 100 characters in Fastify, but contract ids have 138.',
      fix: 'Raise the limit above 300 characters: routerOptions.maxParamLength in Fastify.',
    },
  ],
} satisfies Causes;

function inPlaceOfAnother(exchanges: readonly CompleteExchange[]): CheckResult {
  const good = exchanges.filter((e) => e.response.status === 200);
  const requested = new Set(good.map(idOf));
  if (requested.size < 2) return 'inapplicable';
  const found = good.map((e): 'nothing' | 'own' | RelationFinding => {
    const own = idOf(e);
    const ids = (contextOf(e.response.body)?.entries ?? []).map((entry) => entry['contractId']);
    if (ids.includes(own)) return 'own';
    const other = ids.find((cid) => requested.has(String(cid)));
    if (other === undefined) return 'nothing';
    const expected = worded`the contract ${describe(own)}`;
    const found = finding('/disclosedContracts', expected, describe(other));
    return { ...found, exchanges: [e] };
  });
  if (found.every((one) => one === 'nothing')) return 'inapplicable';
  return found.filter((one) => typeof one === 'object');
}

/** The requested id, which the two segments of the choice follow in the path. */
function idOf({ request }: CompleteExchange): string {
  return decodeURIComponent(request.path.replace(/\?.*/s, '').split('/').at(-3) ?? '');
}
