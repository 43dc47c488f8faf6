/** The operations of the seven APIs: their paths, and the contracts that they are about. */

/** `<api>/<operation>`. */
export type OperationName = `${string}/${string}`;

/** `context`: the context of a choice on a contract. `factory`: a factory with its context. Others: metadata. */
export type Kind = 'context' | 'factory' | 'info' | 'instruments' | 'instrument';

/** The kinds of contracts that have choices. */
export type Family = 'allocation' | 'transfer-instruction' | 'allocation-instruction';

type Version = 1 | 2;

export interface Operation {
  readonly name: OperationName;
  readonly kind: Kind;
  readonly version: Version;
  /** The last part of the name: the choice of a context. */
  readonly choice: string;
  /** The contracts of a context. */
  readonly family?: Family;
}

/** An operation and the id in its path. `segment` is still encoded, and empty without an id. */
export interface Route {
  readonly operation: OperationName;
  readonly kind: Kind;
  readonly segment: string;
}

const CONTEXT_PATH = /^\/registry\/([a-z-]+\/v[12])\/([^/]+)\/choice-contexts\/([a-z-]+)$/;
const INSTRUMENT_PATH = /^\/registry\/metadata\/v1\/instruments\/([^/]+)$/;

/** The choices of each version, and how its APIs and their paths begin. */
const CONTEXTS: readonly (Readonly<Record<Version, readonly string[]>> & {
  readonly family: Family;
  readonly api: string;
  readonly path: string;
})[] = [
  {
    ...{ family: 'allocation', api: 'allocation', path: 'allocations' },
    ...{ 1: ['withdraw', 'execute-transfer', 'cancel'], 2: ['withdraw', 'cancel'] },
  },
  {
    ...{ family: 'transfer-instruction', api: 'transfer', path: 'transfer-instruction' },
    ...{ 1: ['accept', 'reject', 'withdraw'], 2: ['accept', 'reject', 'withdraw'] },
  },
  {
    ...{ family: 'allocation-instruction', api: 'allocation-instruction' },
    ...{ path: 'allocation-instruction', 1: [], 2: ['accept', 'withdraw'] },
  },
];

/** The operations without an id. */
const FIXED: readonly Operation[] = [
  named('allocation-instruction-v1/allocation-factory', 'factory'),
  named('allocation-instruction-v2/allocation-factory', 'factory'),
  named('allocation-v2/settlement-factory', 'factory'),
  named('transfer-v1/transfer-factory', 'factory'),
  named('transfer-v2/transfer-factory', 'factory'),
  named('metadata-v1/info', 'info'),
  named('metadata-v1/instruments', 'instruments'),
];

/** `/registry/transfer-instruction/v1/transfer-factory` of `transfer-v1/transfer-factory`. */
const FIXED_PATHS: ReadonlyMap<string, Operation> = new Map(
  FIXED.map((operation) => [
    `/registry/${operation.name.replace(/^transfer-/, 'transfer-instruction-').replace(/-(v\d)/, '/$1')}`,
    operation,
  ]),
);

/** The operation of each context by its path without the id: `allocations/v1 withdraw`. */
const CONTEXTS_BY_PATH: ReadonlyMap<string, Operation> = new Map(
  CONTEXTS.flatMap(({ family, api, path, ...choices }) =>
    ([1, 2] as const).flatMap((version) =>
      choices[version].map((choice) => [
        `${path}/v${version} ${choice}`,
        { ...named(`${api}-v${version}/${choice}`, 'context'), family },
      ]),
    ),
  ),
);

export const OPERATIONS: ReadonlyMap<OperationName, Operation> = new Map(
  [...CONTEXTS_BY_PATH.values(), ...FIXED, named('metadata-v1/instrument', 'instrument')].map(
    (operation) => [operation.name, operation],
  ),
);

function named(name: OperationName, kind: Kind): Operation {
  const choice = name.slice(name.indexOf('/') + 1);
  return { name, kind, version: name.includes('-v2/') ? 2 : 1, choice };
}

/** The operation at this path; the query is ignored. */
export function routeOf(target: string): Route | undefined {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const fixed = FIXED_PATHS.get(path);
  if (fixed !== undefined) return { operation: fixed.name, kind: fixed.kind, segment: '' };
  const [, place, segment = '', choice] = CONTEXT_PATH.exec(path) ?? [];
  const context = CONTEXTS_BY_PATH.get(`${place} ${choice}`);
  if (context !== undefined) return { operation: context.name, kind: 'context', segment };
  const [, instrument] = INSTRUMENT_PATH.exec(path) ?? [];
  return instrument === undefined
    ? undefined
    : { operation: 'metadata-v1/instrument', kind: 'instrument', segment: instrument };
}

/** True for the operations with a request body: contexts and factories. */
export const isPosted = (at: { readonly kind: Kind } | undefined): boolean =>
  at?.kind === 'context' || at?.kind === 'factory';
