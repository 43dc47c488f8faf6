/** Faults of several APIs: operations that are listed and not served, sizes, and dependence on earlier requests. */
import { disclosedContract, withoutDebug } from '../contracts.ts';
import {
  type Defect,
  factoryAs,
  rejectingBodies,
  respondingContext,
  respondingData,
  table,
} from '../fault.ts';
import { OPERATIONS, type OperationName, type Route } from '../operations.ts';
import { isRecord } from '../read-body.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const SIZED =
  'registry/{allocation-v2/settlement-factory,allocation-instruction-v2/allocation-factory}';
const SETTLEMENT = 'registry/allocation-v2/settlement-factory';
const PREFETCHED = 'registry/{allocation-instruction-v2,transfer-v2}/*-factory';
const EVERY_FACTORY = 'registry/*/*-factory';
const DUAL = 'registry/{allocation,transfer}-v2/{withdraw,cancel,accept,reject}';

const hiding =
  (isHidden: (route: Route, target: string) => boolean): Change =>
  ({ route }) => ({
    route: (target) => {
      const found = route(target);
      return found === undefined || isHidden(found, target) ? undefined : found;
    },
  });

/** Faults that do not serve a listed context or factory. */
const notServed = (): Record<string, Omit<Defect, 'id'>> =>
  Object.fromEntries(
    [...OPERATIONS.values()]
      .filter(({ version, name }) => version === 2 || name.startsWith('transfer-'))
      .map(({ name }) => [
        `${name.replace('/', '-')}-not-served`,
        {
          description: `The operation ${name} is listed, and its path is unknown.`,
          killedBy: `registry/${name}/operation-exists`,
          change: hiding(({ operation }) => operation === name),
        },
      ]),
  );

/** Serves these paths at another place, as after a mistake in reading a document. */
const moved =
  (from: string, to: string): Change =>
  ({ route }) => ({
    route: (target) =>
      target.startsWith(from) ? undefined : (route(target) ?? route(target.replace(to, from))),
  });

type Arguments = Readonly<Record<string, unknown>>;

/** Rejects arguments of version 2 that `bad` selects. */
const rejectingSizes = (
  bad: (given: Arguments) => boolean,
  rejection = new Rejection(400, 'business', 'This request is too large.'),
): Change =>
  rejectingBodies(
    ({ choiceArguments }, { operation, kind }) =>
      kind === 'factory' &&
      /^allocation-(instruction-)?v2/.test(operation) &&
      isRecord(choiceArguments) &&
      bad(choiceArguments),
    rejection,
  );

const count = (value: unknown, name: string): number => {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.length : 0;
};
const legsIn = (given: Arguments): number =>
  Math.max(count(given, 'transferLegs'), count(given['allocation'], 'transferLegSides'));

/** All party ids in the arguments. */
const partiesIn = (given: Arguments): ReadonlySet<string> =>
  new Set(JSON.stringify(given).match(/[^"]+::1220[0-9a-f]{64}/g));

/** The owners of all accounts. */
function ownersIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(ownersIn);
  if (!isRecord(value)) return [];
  const own = typeof value['owner'] === 'string' ? [value['owner']] : [];
  return [...own, ...Object.values(value).flatMap(ownersIn)];
}

/** The input holdings of a request, at any depth. */
const holdingsIn = (text: string): string[] => {
  const [, list = ''] = /"inputHoldingCids"\s*:\s*\[([^\]]*)\]/.exec(text) ?? [];
  return list.match(/[0-9a-f]{66,}/g) ?? [];
};

const isPrefetched = (operation: OperationName): boolean =>
  operation === 'allocation-instruction-v2/allocation-factory' ||
  operation === 'transfer-v2/transfer-factory';

/** Changes the factory contract by the number of earlier requests. */
const factoryByTurn =
  (label: (nth: number) => string): Change =>
  (conforming, model) => {
    let served = 0;
    return factoryAs(({ operation }) => {
      served += 1;
      return `${operation} ${label(served)}`;
    })(conforming, model);
  };

/** Edits the disclosed contracts of contexts of version 2. */
const laterContexts = (
  edit: (contracts: readonly object[], isLean: boolean) => readonly object[],
): Change =>
  respondingContext((context, { operation, id, excludeDebugFields }) =>
    id === '' || !/^(allocation|transfer)-v2/.test(operation)
      ? context
      : {
          ...context,
          disclosedContracts: edit(context.disclosedContracts, excludeDebugFields),
        },
  );

const EXTRA = disclosedContract('note', {
  packageName: 'example-token-app',
  module: 'Example.Token.Registry',
  entity: 'Note',
  payload: {},
});

export const apiFaults: readonly Defect[] = table({
  ...notServed(),
  'version-2-listed-only': {
    description: 'Instruments list version 2, and nothing of it is served.',
    killedBy: 'registry/{allocation,allocation-instruction,transfer}-v2/*/operation-exists',
    change: hiding((_, target) => target.includes('/v2/')),
  },
  'transfers-listed-only': {
    description: 'Instruments list transfers, and nothing of them is served.',
    killedBy: 'registry/transfer-{v1,v2}/*/operation-exists',
    change: hiding(({ operation }) => operation.startsWith('transfer-')),
  },
  'settlement-in-the-plural': {
    description: 'The settlement factory is served under allocations instead of allocation.',
    killedBy: `${SETTLEMENT}/operation-exists`,
    change: moved('/registry/allocation/v2/settlement', '/registry/allocations/v2/settlement'),
  },
  'allocations-in-the-singular': {
    description: 'Contexts of version 2 are served under allocation instead of allocations.',
    killedBy: 'registry/allocation-v2/{withdraw,cancel}/operation-exists',
    change: moved('/registry/allocations/v2/', '/registry/allocation/v2/'),
  },
  'twenty-legs-at-most': {
    description: 'More than twenty legs are rejected.',
    killedBy: `${SIZED}/serves-minimum-size`,
    change: rejectingSizes((given) => legsIn(given) > 20),
  },
  'ten-legs-at-most': {
    description: 'More than ten legs get 413.',
    killedBy: `${SIZED}/serves-minimum-size`,
    change: rejectingSizes(
      (given) => legsIn(given) > 10,
      new Rejection(413, 'size', 'The request is too large.'),
    ),
  },
  'twenty-five-legs-rejected': {
    description: 'Twenty-five legs are rejected: the limit is one too small.',
    killedBy: `${SIZED}/serves-minimum-size`,
    change: rejectingSizes((given) => legsIn(given) >= 25),
  },
  'eighty-parties-at-most': {
    description: 'More than eighty parties in one settlement are rejected.',
    killedBy: `${SETTLEMENT}/serves-minimum-size`,
    change: rejectingSizes((given) => partiesIn(given).size > 80),
  },
  'many-legs-crash': {
    description: 'More than sixteen legs cause a 500.',
    killedBy: `${SIZED}/{serves-minimum-size,no-server-error}`,
    change: rejectingSizes((given) => legsIn(given) > 16, crash()),
  },
  'ten-allocations-at-most': {
    description: 'More than ten allocations are rejected.',
    killedBy: `${SETTLEMENT}/serves-minimum-size`,
    change: rejectingSizes((given) => count(given, 'allocations') > 10),
  },
  'ten-parties-at-most': {
    description: 'More than ten different owners of accounts are rejected.',
    killedBy: `${SIZED}/serves-minimum-size`,
    change: rejectingSizes((given) => new Set(ownersIn(given)).size > 10),
  },
  'holdings-in-data': {
    description: 'The data of the context names the input holdings.',
    killedBy: `${PREFETCHED}/{context-ignores-contract-ids,discloses-named-contracts}`,
    change: respondingData((values, { operation, incoming }) => ({
      values: isPrefetched(operation)
        ? {
            ...values,
            inputs: {
              tag: 'AV_List',
              value: holdingsIn(incoming.text).map((value) => ({ tag: 'AV_ContractId', value })),
            },
          }
        : values,
    })),
  },
  'holdings-counted': {
    description: 'The data of the context has the number of input holdings.',
    killedBy: `${PREFETCHED}/context-ignores-contract-ids`,
    change: respondingData((values, { operation, incoming }) => ({
      values: isPrefetched(operation)
        ? {
            ...values,
            inputs: { tag: 'AV_Int', value: String(holdingsIn(incoming.text).length) },
          }
        : values,
    })),
  },
  'holdings-disclosed': {
    description: 'The context discloses a contract for each input holding.',
    killedBy: `${PREFETCHED}/context-ignores-contract-ids`,
    change: respondingContext((context, { operation, incoming, excludeDebugFields }) => {
      if (!isPrefetched(operation)) return context;
      const inputs = holdingsIn(incoming.text).map((id) =>
        disclosedContract(`rule of ${id}`, {
          packageName: 'example-token-app',
          module: 'Example.Token.Registry',
          entity: 'HoldingRule',
          payload: {},
        }),
      );
      const own = excludeDebugFields ? inputs.map(withoutDebug) : inputs;
      return { ...context, disclosedContracts: [...context.disclosedContracts, ...own] };
    }),
  },
  'factory-by-holding': {
    description: 'Each input holding has a factory of its own.',
    killedBy: `${PREFETCHED}/context-ignores-contract-ids`,
    change: factoryAs(({ operation, incoming }) =>
      isPrefetched(operation) ? `factory for ${holdingsIn(incoming.text)[0]}` : undefined,
    ),
  },
  'factory-new-each-time': {
    description: 'Each request creates a factory.',
    killedBy: `${EVERY_FACTORY}/repeated-requests-agree`,
    change: factoryByTurn((nth) => String(nth)),
  },
  'factories-take-turns': {
    description: 'Two factories take turns.',
    killedBy: `${EVERY_FACTORY}/repeated-requests-agree`,
    change: factoryByTurn((nth) => String(nth % 2)),
  },
  'every-third-factory-stale': {
    description: 'Each third request gets the factory of before an upgrade.',
    killedBy: `${EVERY_FACTORY}/repeated-requests-agree`,
    change: factoryByTurn((nth) => (nth % 3 === 0 ? 'old' : 'new')),
  },
  'version-2-discloses-more': {
    description: 'Contexts of version 2 disclose one contract more than those of version 1.',
    killedBy: `${DUAL}/dual-contracts-agree`,
    change: laterContexts((contracts, isLean) => [
      ...contracts,
      isLean ? withoutDebug(EXTRA) : EXTRA,
    ]),
  },
  'version-2-loses-the-lock': {
    description: 'Contexts of version 2 do not disclose the locked holding.',
    killedBy: `${DUAL}/dual-contracts-agree`,
    change: laterContexts((contracts) => contracts.slice(1)),
  },
  'version-2-has-another-lock': {
    description: 'Contexts of version 2 disclose another contract as the locked holding.',
    killedBy: `${DUAL}/dual-contracts-agree`,
    change: laterContexts(([, ...others], isLean) => [
      isLean ? withoutDebug(EXTRA) : EXTRA,
      ...others,
    ]),
  },
  'version-2-discloses-nothing': {
    description: 'Contexts of version 2 disclose nothing.',
    killedBy: `${DUAL}/{dual-contracts-agree,discloses-named-contracts}`,
    change: laterContexts(() => []),
  },
});
