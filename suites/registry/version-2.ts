/** What version 2 adds: minimum sizes, contexts that can be fetched early, and contracts that both versions know. */
import {
  between,
  type Call,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  type Operation,
  type Probe,
  statuses,
  worded,
  wrongStatus,
} from '../../src/index.ts';
import { difference, elements, isObject, type Json } from '../kit/json.ts';
import { isAccepted } from '../kit/judges.ts';
import { type Law, must, should } from '../kit/law.ts';
import { probe } from '../kit/probes.ts';
import { isGatewayError } from '../kit/statuses.ts';
import { stepsOf } from '../kit/steps.ts';
import { unexpectedChange } from './compare.ts';
import { contextOf } from './disclosed-contracts.ts';
import { grownIds } from './grown-arrays.ts';
import type { Context, Factory } from './probed.ts';
import type { ContextSubject, FactorySubject } from './subject.ts';

/** Legs that each registry serves in one request. */
const LEGS = 25;

export interface Version2Probes {
  /** Only where the arguments have legs. */
  readonly legs?: Probe;
  /** Only where the contract forbids that contract ids matter. */
  readonly otherHoldings?: Probe;
}

const SIZES = stepsOf('one', 'two', 'many');

export function version2Probes({
  operation,
  fixtureNeed,
  control,
  example,
  about,
}: FactorySubject): Version2Probes {
  const base = { ...fixtureNeed, control };
  const legs = probe(operation, 'legs', {
    ...base,
    sends: `good arguments with one leg, with two and with ${LEGS}, of the same sum`,
    steps: (fixtures) => {
      const sized = (legs: number): Call | undefined => {
        const args = withLegs(example(fixtures), legs);
        return args && about(args);
      };
      const [one, two, many] = [sized(1), sized(2), sized(LEGS)];
      return one && two && many ? SIZES.requests({ one, two, many }) : {};
    },
  });
  const otherHoldings = probe(operation, 'other-holdings', {
    ...base,
    sends: 'good arguments, the same with the ids of other holdings, and the first again',
    steps: (fixtures) => {
      const args = example(fixtures);
      const others = withHoldings(args);
      return others ? [about(args), about(others), about(args)] : {};
    },
  });
  return operation.name.endsWith('/transfer-factory')
    ? { otherHoldings }
    : operation.name.endsWith('/settlement-factory')
      ? { legs }
      : { legs, otherHoldings };
}

/** The arguments with this many legs, which have the sum of the first one; `undefined` where they have no leg. */
function withLegs(args: Json, count: number): Json | undefined {
  const legs = elements(args, 'transferLegs');
  const sides = elements(args, 'allocation', 'transferLegSides');
  const [first] = legs.length > 0 ? legs : sides;
  if (!isObject(first)) return undefined;
  const amount = (Number(first['amount']) / count).toFixed(10);
  const made = Array.from({ length: count }, (_, i) => ({
    ...first,
    transferLegId: `leg-${i}`,
    amount,
  }));
  if (legs.length > 0) return { ...args, transferLegs: made };
  return { ...args, allocation: { ...(args['allocation'] as Json), transferLegSides: made } };
}

/** The arguments with other input holdings, at the top or in the transfer. */
function withHoldings(args: Json): Json | undefined {
  if (Array.isArray(args['inputHoldingCids'])) return { ...args, inputHoldingCids: grownIds(2) };
  const { transfer } = args;
  return isObject(transfer)
    ? { ...args, transfer: { ...transfer, inputHoldingCids: grownIds(2) } }
    : undefined;
}

/** The context of the same contract in both versions. */
export function dualProbe(
  { operation, fixture, control, ids, about }: ContextSubject,
  older: Operation,
): Probe {
  const atOlder = (id: string): Call => {
    const request = about(id);
    const [parameter = ''] = older.pathParameters;
    return { ...request, operation: older, path: older.path.replace(`{${parameter}}`, id) };
  };
  return probe(operation, 'both-versions', {
    needs: fixture,
    control,
    acrossOperations: true,
    sends: 'the context of a contract in version 2, in version 1 and in version 2 again',
    steps: (fixtures) =>
      Object.fromEntries(
        ids(fixtures)
          .slice(0, 3)
          .map((id, i) => [`both-${i + 1}`, [about(id), atOlder(id), about(id)]]),
      ),
  });
}

/** A factory of version 2 with its probes. */
export interface Factory2 extends Factory {
  readonly version2: Version2Probes;
}

export const FACTORY_2_LAWS: readonly Law<Factory2>[] = [
  must('serves-minimum-size', 'minimum-sizes-are-served', {
    statement: `A request with ${LEGS} legs is not refused for its size.`,
    cause: 'A limit on the length of lists or on the size of bodies is too low.',
    fix: `Allow ${LEGS} legs and instruments, 50 accounts and allocations, and 100 parties at least.`,
    test: ({ version2: { legs } }) =>
      legs && {
        probes: [legs],
        withControl: true,
        relation: SIZES.judged(({ one, two, many }) => {
          if (!one || !two || !many || !isAccepted(one)) return undefined;
          const { status } = many.response;
          // A registry that refuses two legs as well refuses other legs than it expects.
          if (!isAccepted(two) && status !== 413) return undefined;
          if (status === 429 || status === 401 || status === 403 || isGatewayError(status))
            return undefined;
          if (status === 200) return [];
          return between(
            [two, many],
            [
              wrongStatus(
                worded`${statuses(200)}, as with two legs`,
                status,
                `status with ${LEGS} legs`,
              ),
            ],
          );
        }),
      },
  }),
  should('context-ignores-contract-ids', 'contexts-can-be-fetched-early', {
    statement: 'The context does not depend on the contract ids in the arguments.',
    cause: 'The holdings of the arguments are looked up and disclosed.',
    fix: 'Disclose only what the registry itself adds, so that a client can fetch the context before its holdings exist.',
    test: ({ version2: { otherHoldings } }) =>
      otherHoldings && {
        probes: [otherHoldings],
        comparative: true,
        relation: ([plain, others, again]) =>
          // A registry may check that the holdings exist.
          plain && others && again && isAccepted(others)
            ? unexpectedChange(plain, others, again)
            : undefined,
      },
  }),
];

/** A context of version 2, where version 1 has one for the same choice. */
export interface DualContext extends Context {
  readonly bothVersions: Probe;
}

export const DUAL_LAWS: readonly Law<DualContext>[] = [
  should('dual-contracts-agree', 'both-versions-disclose-the-same', {
    statement: 'A contract that both versions know has the same disclosed contracts in both.',
    cause: 'Each version reads from a store of its own.',
    fix: 'Make the contexts of both versions of the same contracts.',
    test: ({ bothVersions }) => ({
      probes: [bothVersions],
      relation: ([newer, older, again]) => {
        if (!newer || !older || !again) return undefined;
        if (older.response.status === 404) return 'inapplicable';
        const [first, second, third] = [newer, older, again].map(disclosedIn);
        if (!first || !second || !third || difference(first, third).length > 0) return undefined;
        return between([newer, older], difference(first, second, '/disclosedContracts'));
      },
    }),
  }),
];

/** The ids of the disclosed contracts of a 200, in one order. */
function disclosedIn(exchange: CompleteExchange): readonly string[] | undefined {
  if (!isAccepted(exchange)) return undefined;
  const entries = contextOf(exchange.response.body)?.entries;
  return entries && [...new Set(entries.map((one) => String(one['contractId'])))].sort();
}

/** Of every factory, in any version. */
export const SAME_FACTORY: Law<Factory> = should(
  'same-request-same-factory',
  'one-request-one-factory',
  {
    statement: 'The same request gets the same factory each time.',
    cause: 'The factory is created anew for each request, or picked at random.',
    fix: 'Keep one factory for each instrument.',
    test: ({ shared }) => ({
      probes: [shared.flagSequence],
      relation: ([one, , two, , , three]): CheckResult => {
        const ids = [one, two, three].map(
          (each) => each && isAccepted(each) && contextOf(each.response.body)?.factoryId,
        );
        if (ids.some((id) => typeof id !== 'string') || !one || !two || !three) return undefined;
        // Reference data rotates once in a while, and not with each request.
        if (new Set(ids).size < ids.length) return [];
        return between(
          [one, two, three],
          [finding('/factoryId', worded`${describe(ids[0])}, as before`, describe(ids[1]))],
        );
      },
    }),
  },
);
