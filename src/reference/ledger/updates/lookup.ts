/** The lookups of one update, by offset or by id, and their older forms. */
import { requireReadAs } from '../auth.ts';
import { type Decoder, int64, list, object, optional, or, text } from '../decode.ts';
import { invalidArgument, missingField, notFound } from '../errors.ts';
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
import { type Call, get, post, type Route } from '../route.ts';
import { OLDEST, type Release } from '../versions.ts';
import { effectsOf, onlyTransactions, transactionFormatOf } from './formats.ts';
import type { Update } from './model.ts';
import { rejectNonPositive } from './range.ts';
import { transactionTree } from './trees.ts';

/** The key of an update in a request. */
interface Key {
  /** The kind of the key, and its name in the resources of an error. */
  readonly by: 'offset' | 'id' | 'hash';
  /** The member of a body that has it. */
  readonly members:
    | { readonly offset: Decoder<number> }
    | { readonly updateId: Decoder<string> }
    | { readonly transactionHash: Decoder<string> };
  readonly find: (ledger: Ledger, key: string) => Update | undefined;
}

const BY_OFFSET: Key = {
  by: 'offset',
  members: { offset: or(int64, 0) },
  find: ({ history }, key) => {
    rejectNonPositive('The offset', Number(key));
    return history.at(Number(key));
  },
};

const BY_ID: Key = {
  by: 'id',
  members: { updateId: or(text, '') },
  find: ({ history }, key) => {
    if (!/^([0-9a-f]{2})+$/.test(key)) throw invalidArgument(`'${key}' is not an update id.`);
    return history.named(key);
  },
};

const BY_HASH: Key = {
  by: 'hash',
  members: { transactionHash: text },
  find: ({ history }, key) => {
    if (key === '') throw missingField('transactionHash');
    return history.updates.find((one) => one.kind === 'transaction' && one.externalHash === key);
  },
};

/** The name of each key in the resources of an error. */
const NAMES = { offset: 'OFFSET', id: 'UPDATE_ID', hash: 'TRANSACTION_HASH' };

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
    throw notFound('UPDATE_NOT_FOUND', NAMES[by], key);
  }
  return shown;
}

function transactionIn(update: Json): Json {
  return (update as { readonly Transaction: { readonly value: Json } }).Transaction.value;
}

/** A request has one of them. */
interface Named {
  readonly offset?: number;
  readonly updateId?: string;
  readonly transactionHash?: string;
}

const keyOf = ({ offset, updateId, transactionHash }: Named): string =>
  String(offset ?? updateId ?? transactionHash);

interface ForUpdate extends Named {
  readonly updateFormat: UpdateFormat | undefined;
}
interface ForTransaction extends Named {
  readonly requestingParties: readonly string[];
  readonly transactionFormat: TransactionFormat | undefined;
}

function updateRoute(key: Key, since: Release = OLDEST): Route {
  return post<ForUpdate>(`/v2/updates/update-by-${key.by}`, {
    since,
    body: object({ ...key.members, updateFormat: optional(updateFormat) }),
    authorise: (call) => requireUpdateFormat(call, call.body.updateFormat),
    handle: ({ body }, ledger) =>
      ok({ update: lookUp(ledger, key, keyOf(body), body.updateFormat) }),
  });
}

function transactionRoute(key: Key): Route {
  return post<ForTransaction>(`/v2/updates/transaction-by-${key.by}`, {
    body: object({
      ...key.members,
      requestingParties: or(list(text), []),
      transactionFormat: optional(transactionFormat),
    }),
    authorise: (call) => {
      requireFormats(call, call.body.transactionFormat?.eventFormat);
      requireReadAs(call, call.body.requestingParties);
    },
    handle: ({ body }, ledger) => {
      const format = onlyTransactions(transactionFormatOf(body));
      return ok({ transaction: transactionIn(lookUp(ledger, key, keyOf(body), format)) });
    },
  });
}

function treeRoute(key: Key, parameter: string): Route {
  const parties = ({ query }: Call): string[] => query.getAll('parties');
  return get(`/v2/updates/transaction-tree-by-${key.by}/{${parameter}}`, {
    query: { parties: 'strings' },
    ...(key.by === 'offset' ? { pathKinds: { [parameter]: 'long' } } : {}),
    authorise: (call) => requireReadAs(call, parties(call)),
    handle: (call, ledger) => {
      const format = onlyTransactions(effectsOf(wildcards(parties(call))));
      const shown = lookUp(ledger, key, call.path[parameter] ?? '', format);
      return ok({ transaction: transactionTree(transactionIn(shown)) });
    },
  });
}

export const LOOK_UPS: readonly Route[] = [
  updateRoute(BY_OFFSET),
  updateRoute(BY_ID),
  updateRoute(BY_HASH, '3.6'),
  transactionRoute(BY_OFFSET),
  transactionRoute(BY_ID),
  treeRoute(BY_OFFSET, 'offset'),
  treeRoute(BY_ID, 'update-id'),
];
