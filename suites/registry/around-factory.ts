/** The context of a contract around other requests that name it: a registry only looks up, and changes nothing. */
import {
  between,
  type Call,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Pointer,
  type Probe,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { elements, member, stringAt } from '../kit/json.ts';
import { isAccepted, unless } from '../kit/judges.ts';
import { probe } from '../kit/probes.ts';
import { mayBeGateways } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { contextOf } from './disclosed-contracts.ts';
import type { Contexts, FactorySubject } from './subject.ts';

/** A context that got 409 is requested again after so many milliseconds: an earlier request may be why. */
const DELAYS_MS = [1000, 2000, 4000];

/** A request that is sent again until it gets no 409, so that it shows how a contract is treated at rest. */
export const atRest = (request: Call): Call => ({
  ...request,
  retryUntil: { delaysMs: DELAYS_MS, holds: ({ response }) => response.status !== 409 },
});

/** The context of an allocation before and after requests for the factory that settles it, and then others. */
export function aroundFactory(
  [{ operation, fixture, about, ids }]: Contexts,
  settlement: FactorySubject,
): Probe {
  return probe(operation, 'around-factory', {
    needs: [fixture, settlement.fixture],
    acrossOperations: true,
    quick: 0,
    alone: true,
    sends:
      'the context of an allocation, the factory for a settlement of this allocation if one is known, and for one without it, the context of another allocation, and the first one again',
    steps: (fixtures) => {
      const live = ids(fixtures);
      const [settled] = settlement.examples(fixtures).flatMap((example) =>
        elements(example, 'allocations').flatMap((one) => {
          const id = stringAt(one, 'allocationCid');
          return id !== undefined && live.includes(id) ? [{ example, id }] : [];
        }),
      );
      const { example = settlement.example(fixtures), id = live[0] ?? '' } = settled ?? {};
      const without = settlement
        .examples(fixtures)
        .find((one) => one !== example && !JSON.stringify(one).includes(id));
      const beside = live.find((one) => one !== id);
      return [
        atRest(about(id)),
        settlement.about(example),
        ...(without ? [settlement.about(without)] : []),
        ...(beside === undefined ? [] : [about(beside)]),
        about(id),
      ];
    },
  });
}

export const CHANGE_CHECKS = {
  /** The same contract and choice before and after requests that only look it up, and its other choices in between. */
  keepsContext: () => ({
    relation: (exchanges) => {
      const results = exchanges.flatMap((before, i) => {
        const later = exchanges.slice(i + 1);
        const at = later.findIndex((one) => isAgain(one, before));
        const after = later[at];
        return after && isAccepted(before) ? [kept(before, later.slice(0, at), after)] : [];
      });
      return results.find((one) => typeof one === 'object' && one.length > 0) ?? results[0];
    },
  }),
  /** What one context discloses, and another one does not, is of its allocation: other settlements do not need it. */
  ownAllocations: () => ({
    relation: (exchanges) => {
      const [first, ...others] = exchanges.filter(isAccepted);
      if (first === undefined || first !== exchanges[0]) return undefined;
      const id = contractIn(first);
      const isContext = ({ request }: CompleteExchange): boolean =>
        request.operation === first.request.operation;
      const beside = others.find((one) => isContext(one) && contractIn(one) !== id);
      const settlement = others.find(
        (one) => !isContext(one) && !(one.request.body ?? '').includes(id),
      );
      if (beside === undefined || settlement === undefined) return 'inapplicable';
      const [own, known, given] = [first, beside, settlement].map((one) =>
        contextOf(one.response.body),
      );
      if (!own || !known || !given) return undefined;
      const [ofOwn, ofBeside] = [own, known].map(idsOf);
      // Reference data that was replaced meanwhile.
      const named = JSON.stringify(own.data ?? {});
      const foreign = given.entries.findIndex(({ contractId, templateId }) => {
        const alike = given.entries.filter((one) => one['templateId'] === templateId);
        return (
          ofOwn?.has(contractId) &&
          !ofBeside?.has(contractId) &&
          !named.includes(String(contractId)) &&
          // Contracts of a party or an instrument may be in both.
          alike.length > allocationsIn(settlement)
        );
      });
      const at: Pointer = `${given.at}/disclosedContracts/${foreign}`;
      const expected = 'no contract of an allocation that the settlement does not name';
      const shown = describe(given.entries[foreign]?.['contractId']);
      const found = unless(foreign < 0, at, expected, shown);
      return between([first, settlement], found, settlement);
    },
  }),
} satisfies Checks;

const idsOf = ({ entries }: NonNullable<ReturnType<typeof contextOf>>): ReadonlySet<unknown> =>
  new Set(entries.map(({ contractId }) => contractId));

const allocationsIn = ({ request }: CompleteExchange): number =>
  elements(member(sent(request), 'choiceArguments'), 'allocations').length;

const isAgain = (one: CompleteExchange, before: CompleteExchange): boolean =>
  one.request.operation === before.request.operation && one.request.path === before.request.path;

/** The path of the contract, without the choice. */
const contractOf = ({ request: { path } }: CompleteExchange): string =>
  path.slice(0, path.lastIndexOf('/'));

/** The requested id, which the two segments of the choice follow. */
const contractIn = ({ request: { path } }: CompleteExchange): string =>
  path.split('/').at(-3) ?? '';

function kept(
  before: CompleteExchange,
  meanwhile: readonly CompleteExchange[],
  after: CompleteExchange,
): CheckResult {
  const { status } = after.response;
  if (isAccepted(after)) {
    // It is not being reassigned, neither before nor after.
    const locked = meanwhile.find(
      (one) => one.response.status === 409 && contractOf(one) === contractOf(before),
    );
    return locked ? between([before, locked, after], [conflict(409)], locked) : [];
  }
  // An internal server error has its own rule.
  if (mayBeGateways(status) || status >= 500) return undefined;
  return between([before, after], [conflict(status)], after);
}

const conflict = (status: number) =>
  wrongStatus(worded`${statuses(200)}, as for the same contract before`, status);
