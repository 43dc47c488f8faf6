/** Laws of the introduction of a registry: its administrator and its APIs. */
import { type CompleteExchange, describe } from '../../src/kit.ts';
import { difference, isObject, type Json, stringAt } from '../kit/json.ts';
import { isAccepted, unless } from '../kit/judges.ts';
import { type Law, should } from '../kit/law.ts';
import { isParty } from './identifiers.ts';
import type { Reading } from './metadata.ts';
import { onGood } from './metadata-laws.ts';

/** A registry may add members that differ in each response. */
function documentedIn({ response: { body } }: CompleteExchange): object {
  const { adminId, supportedApis } = Object(body) as Json;
  return { adminId, supportedApis };
}

export const INFO_LAWS: readonly Law<Reading>[] = [
  should('admin-is-party', 'admin-is-a-party', {
    statement: 'adminId is a party: <hint>::1220<64 hex>.',
    cause: 'The name of the registry, or the hint alone, stands in place of the party.',
    fix: 'Send the whole id of the party that administers the instruments.',
    test: onGood(
      ({ plain }) => [plain],
      ({ response: { body } }) => {
        const admin = stringAt(body, 'adminId');
        if (admin === undefined) return undefined;
        return unless(isParty(admin), '/adminId', '<hint>::1220<64 hex>', describe(admin));
      },
    ),
  }),
  should('info-stays-the-same', 'same-request-same-response', {
    statement: 'A repeated request gets the same administrator and the same APIs.',
    cause:
      'Replicas behind one address have different configurations, or one is of another version.',
    fix: 'Start all replicas with one configuration.',
    on: ({ plain }) => [plain],
    relation: (exchanges) => {
      const [first, ...others] = exchanges.filter(isAccepted);
      if (first === undefined || others.length === 0) return undefined;
      return others
        .flatMap((other) => difference(documentedIn(first), documentedIn(other)))
        .slice(0, 1);
    },
  }),
  should('lists-itself', 'metadata-lists-itself', {
    statement: 'supportedApis lists the metadata API, which has just responded.',
    cause: 'The list is empty, or names APIs in another form.',
    fix: 'List splice-api-token-metadata-v1 with its minor version.',
    test: onGood(
      ({ plain }) => [plain],
      ({ response: { body } }) => {
        const apis = isObject(body) ? body['supportedApis'] : undefined;
        if (!isObject(apis)) return undefined;
        const own = 'splice-api-token-metadata-v1';
        return unless(own in apis, `/supportedApis/${own}`, 'its minor version', undefined);
      },
    ),
  }),
];
