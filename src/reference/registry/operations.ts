/** The operations of the seven APIs: their paths, and the contracts that they are about. */

/** `<api>/<operation>`. */
export type OperationName = `${string}/${string}`;

/** `context`: the context of a choice on a contract. `factory`: a factory with its context. Others: metadata. */
export type Kind = 'context' | 'factory' | 'info' | 'instruments' | 'instrument';

/** The kinds of contracts that have choices. */
export type Family = 'allocation' | 'transfer-instruction' | 'allocation-instruction';

type Version = 1 | 2;

/** One operation of one API. */
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

const METADATA = '/registry/metadata/v1';
const CONTEXT_PATH = /^\/registry\/([a-z-]+\/v[12])\/([^/]+)\/choice-contexts\/([a-z-]+)$/;
const INSTRUMENT_PATH = new RegExp(`^${METADATA}/instruments/([^/]+)$`);

const CONTEXTS: readonly (readonly [string, string, Family, readonly string[]])[] = [
  ['allocation-v1', 'allocations/v1', 'allocation', ['withdraw', 'execute-transfer', 'cancel']],
  ['allocation-v2', 'allocations/v2', 'allocation', ['withdraw', 'cancel']],
  [
    'transfer-v1',
    'transfer-instruction/v1',
    'transfer-instruction',
    ['accept', 'reject', 'withdraw'],
  ],
  [
    'transfer-v2',
    'transfer-instruction/v2',
    'transfer-instruction',
    ['accept', 'reject', 'withdraw'],
  ],
  [
    'allocation-instruction-v2',
    'allocation-instruction/v2',
    'allocation-instruction',
    ['accept', 'withdraw'],
  ],
];

/** The operations without an id, by path. */
const FIXED_PATHS: Readonly<Record<string, readonly [OperationName, Kind]>> = {
  '/registry/allocation-instruction/v1/allocation-factory': [
    'allocation-instruction-v1/allocation-factory',
    'factory',
  ],
  '/registry/allocation-instruction/v2/allocation-factory': [
    'allocation-instruction-v2/allocation-factory',
    'factory',
  ],
  '/registry/allocation/v2/settlement-factory': ['allocation-v2/settlement-factory', 'factory'],
  '/registry/transfer-instruction/v1/transfer-factory': ['transfer-v1/transfer-factory', 'factory'],
  '/registry/transfer-instruction/v2/transfer-factory': ['transfer-v2/transfer-factory', 'factory'],
  [`${METADATA}/info`]: ['metadata-v1/info', 'info'],
  [`${METADATA}/instruments`]: ['metadata-v1/instruments', 'instruments'],
};

const named = (name: OperationName, kind: Kind): Operation => ({
  name,
  kind,
  version: name.includes('-v2/') ? 2 : 1,
  choice: name.slice(name.indexOf('/') + 1),
});

/** The operation of each context by its path without the id: `allocations/v1 withdraw`. */
const CONTEXTS_BY_PATH: ReadonlyMap<string, Operation> = new Map(
  CONTEXTS.flatMap(([api, path, family, choices]) =>
    choices.map((choice) => [
      `${path} ${choice}`,
      { ...named(`${api}/${choice}`, 'context'), family },
    ]),
  ),
);

/** Every operation, by name. */
export const OPERATIONS: ReadonlyMap<OperationName, Operation> = new Map(
  [
    ...CONTEXTS_BY_PATH.values(),
    ...Object.values(FIXED_PATHS).map(([name, kind]) => named(name, kind)),
    named('metadata-v1/instrument', 'instrument'),
  ].map((operation) => [operation.name, operation]),
);

/** The operation at this path; the query is ignored. */
export function routeOf(target: string): Route | undefined {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const fixed = FIXED_PATHS[path];
  if (fixed !== undefined) return { operation: fixed[0], kind: fixed[1], segment: '' };
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
