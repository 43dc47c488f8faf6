/** The contexts of the choices of one contract: none is that of another choice because it was requested first. */
import {
  type CompleteExchange,
  finding,
  type Probe,
  type RelationFinding,
  sent,
} from '../../src/kit.ts';
import { canonical, isObject, member } from '../kit/json.ts';
import { isAccepted } from '../kit/judges.ts';
import { drawn, probe } from '../kit/probes.ts';
import { atRest } from './around-factory.ts';
import type { Checks } from './check-types.ts';
import { contractIds } from './identifiers.ts';
import { asOfTheTimeOf } from './rotation.ts';
import type { Contexts } from './subject.ts';

/** The name of the metadata whose value no earlier request had. */
const FRESH = 'assay.example/fresh';

/** Each choice of one contract in order, and in the opposite order; present if there are several. */
export function choicesApart(family: Contexts): Probe | undefined {
  const [{ operation, fixtureNeed, control, ids }, ...others] = family;
  if (others.length === 0) return undefined;
  const made = contractIds().map((id) => `assay-${id.slice(2, 34)}`);
  return probe(operation, 'each-choice', {
    ...fixtureNeed,
    control,
    acrossOperations: true,
    quick: 0,
    sends:
      'each choice of a contract in turn with new metadata, and in the opposite order with other metadata',
    caseGroups: (fixtures) => {
      const [id = ''] = ids(fixtures);
      const askedBy = (fresh: string, contexts: readonly Contexts[number][]) =>
        contexts
          .map(({ about, options }) => about(id, { ...options, meta: { [FRESH]: fresh } }))
          .map((one, i) => (i === 0 && contexts === family ? atRest(one) : one));
      return [
        drawn(
          'both-orders',
          made.map((fresh) => [
            ...askedBy(`${fresh}-1`, family),
            ...askedBy(`${fresh}-2`, family.toReversed()),
          ]),
          2 * family.length,
        ),
      ];
    },
  });
}

export const CHOICE_CHECKS = {
  ownChoice: () => ({
    comparative: true,
    relation: (exchanges) => {
      const count = exchanges.length / 2;
      if (!Number.isInteger(count)) return undefined;
      const [forwards, backwards] = [exchanges.slice(0, count), exchanges.slice(count).reverse()];
      // A choice may not be served, or not in the state of the contract: other rules judge that.
      const pairs = forwards.flatMap((one, i) =>
        forwards.slice(i + 1).flatMap((other, j): readonly Four[] => {
          const [later, first] = [backwards[i], backwards[i + j + 1]];
          const isWhole = later && first && [one, other, first, later].every(isAccepted);
          return isWhole ? [{ one, other, first, later }] : [];
        }),
      );
      return pairs.length === 0 ? 'inapplicable' : pairs.flatMap(takenFrom);
    },
  }),
} satisfies Checks;

interface Four {
  /** A choice before the other one. */
  readonly one: CompleteExchange;
  readonly other: CompleteExchange;
  /** The other choice before it. */
  readonly first: CompleteExchange;
  readonly later: CompleteExchange;
}

/** Each order has one context for both choices, and the two orders have two. */
function takenFrom({ one, other, first, later }: Four): readonly RelationFinding[] {
  const isShared = isSame(one, other) && isSame(first, later);
  if (!isShared || isSame(one, later)) return [];
  const expected = 'the context of its own choice';
  const actual = 'the context of another choice, which was requested before with the same body';
  const found = finding({ part: 'response' }, expected, actual);
  return [{ ...found, exchanges: [one, other, first, later] }];
}

/** True if two contexts differ in nothing but the metadata of their requests, times, and newer reference data. */
function isSame(a: CompleteExchange, b: CompleteExchange): boolean {
  const [one, other] = [a.response.body, b.response.body];
  if (!isObject(one) || !isObject(other)) return false;
  return lasting(a, asOfTheTimeOf(one, other)) === lasting(b, other);
}

const TIME = /"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)"/g;

function lasting({ request }: CompleteExchange, body: unknown): string {
  const fresh = String(member(sent(request), 'meta', FRESH));
  return canonical(body).replaceAll(fresh, '').replaceAll(TIME, '""');
}
