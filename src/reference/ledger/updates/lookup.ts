/** The lookups of one update, by offset or by id, and their older forms. */
import { requireReadAs } from '../auth.ts';
import { int64, list, object, optional, or, text } from '../decode.ts';
import { invalidArgument, notFound } from '../errors.ts';
import {
  type TransactionFormat,
  transactionFormat,
  type UpdateFormat,
  updateFormat,
  wildcards,
} from '../filters/decode.ts';
import { requireFormats, requireUpdateFormat } from '../filters/filters.ts';
import type { Ledger } from '../ledger.ts';
import { project, projectionOf } from '../projections.ts';
import type { Json } from '../projections-events.ts';
import { ok } from '../reply.ts';
import type { Call, Route } from '../route.ts';
import { effectsOf, onlyTransactions, transactionFormatOf } from './formats.ts';
import type { Update } from './model.ts';
import { rejectNonPositive } from './range.ts';
import { transactionTree } from './trees.ts';

/** The key of an update in a request. */
interface Key {
  /** The kind of the key, and its name in the resources of an error. */
  readonly by: 'offset' | 'id';
  readonly find: (ledger: Ledger, key: string) => Update | undefined;
}

const BY_OFFSET: Key = {
  by: 'offset',
  find: ({ history }, key) => {
    rejectNonPositive('The offset', Number(key));
    return history.at(Number(key));
  },
};

const BY_ID: Key = {
  by: 'id',
  find: ({ history }, key) => {
    if (!/^([0-9a-f]{2})+$/.test(key)) throw invalidArgument(`'${key}' is not an update id.`);
    return history.named(key);
  },
};

/** The update in the format; 404 UPDATE_NOT_FOUND if it does not exist, or if the format selects nothing of it. */
function lookUp(
  ledger: Ledger,
  { by, find }: Key,
  key: string,
  format: UpdateFormat | undefined,
): Json {
  const projection = projectionOf(ledger, format);
  const update = find(ledger, key);
  const shown = update && project(update, projection);
  if (shown === undefined) {
    throw notFound('UPDATE_NOT_FOUND', by === 'id' ? 'UPDATE_ID' : 'OFFSET', key);
  }
  return shown;
}

function transactionIn(update: Json): Json {
  return (update as { readonly Transaction: { readonly value: Json } }).Transaction.value;
}

interface UpdateBody {
  readonly offset?: number;
  readonly updateId?: string;
  readonly updateFormat: UpdateFormat | undefined;
}
interface TransactionBody {
  readonly offset?: number;
  readonly updateId?: string;
  readonly requestingParties: readonly string[];
  readonly transactionFormat: TransactionFormat | undefined;
}

const keyOf = ({ offset, updateId }: UpdateBody | TransactionBody): string =>
  String(offset ?? updateId);

const NEWER = { updateFormat: optional(updateFormat) };
const OLDER = {
  requestingParties: or(list(text), []),
  transactionFormat: optional(transactionFormat),
};
const OFFSET = { offset: or(int64, 0) };
const ID = { updateId: or(text, '') };

function updateRoute(key: Key, body: NonNullable<Route['body']>): Route {
  return {
    operationId: `postV2UpdatesUpdate-by-${key.by}`,
    method: 'POST',
    path: `/v2/updates/update-by-${key.by}`,
    since: '3.4',
    body,
    authorise: (call) => requireUpdateFormat(call, (call.body as UpdateBody).updateFormat),
    handle: ({ body: read }, ledger) => {
      const given = read as UpdateBody;
      return ok({ update: lookUp(ledger, key, keyOf(given), given.updateFormat) });
    },
  };
}

function transactionRoute(key: Key, body: NonNullable<Route['body']>): Route {
  return {
    operationId: `postV2UpdatesTransaction-by-${key.by}`,
    method: 'POST',
    path: `/v2/updates/transaction-by-${key.by}`,
    since: '3.4',
    body,
    authorise: (call) => {
      const given = call.body as TransactionBody;
      requireFormats(call, given.transactionFormat?.eventFormat);
      requireReadAs(call, given.requestingParties);
    },
    handle: ({ body: read }, ledger) => {
      const given = read as TransactionBody;
      const format = onlyTransactions(transactionFormatOf(given));
      return ok({ transaction: transactionIn(lookUp(ledger, key, keyOf(given), format)) });
    },
  };
}

function treeRoute(key: Key, operationId: string, parameter: string): Route {
  const parties = ({ query }: Call): string[] => query.getAll('parties');
  return {
    operationId,
    method: 'GET',
    path: `/v2/updates/transaction-tree-by-${key.by}/{${parameter}}`,
    since: '3.4',
    query: { parties: 'strings' },
    ...(key.by === 'offset' ? { pathKinds: { [parameter]: 'long' } } : {}),
    authorise: (call) => requireReadAs(call, parties(call)),
    handle: (call, ledger) => {
      const format = onlyTransactions(effectsOf(wildcards(parties(call))));
      const shown = lookUp(ledger, key, call.path[parameter] ?? '', format);
      return ok({ transaction: transactionTree(transactionIn(shown)) });
    },
  };
}

export const LOOK_UPS: readonly Route[] = [
  updateRoute(BY_OFFSET, object({ ...OFFSET, ...NEWER })),
  updateRoute(BY_ID, object({ ...ID, ...NEWER })),
  transactionRoute(BY_OFFSET, object({ ...OFFSET, ...OLDER })),
  transactionRoute(BY_ID, object({ ...ID, ...OLDER })),
  treeRoute(BY_OFFSET, 'getV2UpdatesTransaction-tree-by-offsetOffset', 'offset'),
  treeRoute(BY_ID, 'getV2UpdatesTransaction-tree-by-idUpdate-id', 'update-id'),
];
