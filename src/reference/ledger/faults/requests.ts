/** Faults in reading requests: a bad request is accepted, or a good one is rejected. */
import type { Decoder } from '../decode.ts';
import { DecodeError } from '../failures.ts';
import { altering, reading, rejecting, type Which } from '../fault.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { readBytes } from '../operators/receive.ts';
import { reject } from '../operators/rejections.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Rejects unreadable requests with another status. */
const unreadable = (status: number): Change =>
  rejecting((reply, error) => (error instanceof DecodeError ? { ...reply, status } : reply));

/** Omits unreadable members instead of rejecting them. */
const leniently =
  (decoder: Decoder): Decoder =>
  (value, at) => {
    const kept: Json = {};
    for (const [name, member] of Object.entries(isRecord(value) ? value : {})) {
      try {
        decoder({ ...kept, [name]: member }, at);
        kept[name] = member;
      } catch {
        // This is the fault: the error is lost.
      }
    }
    return decoder(kept, at);
  };

/** Rejects members that it does not read. */
const strictly =
  (decoder: Decoder): Decoder =>
  (value, at) => {
    if (!isRecord(value)) return decoder(value, at);
    const read = new Set<string | symbol>();
    const watched = new Proxy(value, {
      get: (members, name, self) => {
        read.add(name);
        return Reflect.get(members, name, self);
      },
    });
    const decoded = decoder(watched, at);
    const unknown = Object.keys(value).find((name) => !read.has(name));
    if (unknown === undefined) return decoded;
    throw new DecodeError(`Invalid value for: body (there is no member ${unknown})`);
  };

/** Ignores a query parameter that cannot be read. */
const lenientQuery = (which: Which, name: string): Change =>
  altering(which, ({ query = {}, handle }) => ({
    query: { ...query, [name]: 'string' },
    handle: (call, ledger) => {
      const kept = new URLSearchParams(call.query);
      if (!/^-?\d+$/.test(kept.get(name) ?? '')) kept.delete(name);
      return handle({ ...call, query: kept }, ledger);
    },
  }));

const EMPTY = Buffer.from('{}');

export const requestFaults: readonly LedgerFault[] = table({
  'unreadable-as-500': {
    description: 'An unreadable body causes a server error.',
    killedBy: 'ledger/*/no-server-error',
    versions: EVERY_VERSION,
    change: unreadable(500),
  },
  'unreadable-as-422': {
    description: 'An unreadable body is rejected with 422.',
    killedBy: 'ledger/*/bad-request-is-400',
    change: unreadable(422),
  },
  'unreadable-as-200': {
    description: 'An unreadable body gets 200 and the text of the error.',
    killedBy: 'ledger/*/{rejects-malformed-json,rejects-type-mismatch}',
    change: unreadable(200),
  },
  'missing-body-is-an-empty-object': {
    description: 'The server reads a missing body as an empty object.',
    killedBy: 'ledger/*/rejects-missing-body',
    change: readBytes((bytes) => (bytes.length === 0 ? EMPTY : bytes)),
  },
  'malformed-json-read-as-empty': {
    description: 'The server reads a body that is not JSON as an empty object.',
    killedBy: 'ledger/*/rejects-malformed-json',
    change: readBytes((bytes) => (bytes.length === 0 || isJson(bytes) ? bytes : EMPTY)),
  },
  'commas-at-the-end-are-read': {
    description: 'The parser allows a comma behind the last member.',
    killedBy: 'ledger/*/rejects-malformed-json',
    change: readBytes((bytes) => Buffer.from(bytes.toString('utf8').replace(/,(?=\s*[}\]])/g, ''))),
  },
  'wrong-types-are-overlooked': {
    description: 'The server ignores members of a wrong type.',
    killedBy: 'ledger/*/rejects-type-mismatch',
    change: reading(({ path }) => !path.startsWith('/v2/interactive'), leniently),
  },
  'unknown-members-rejected': {
    description: 'The server rejects a body with an unknown member.',
    killedBy: 'ledger/*/ignores-unknown-member',
    versions: EVERY_VERSION,
    change: reading(() => true, strictly),
  },
  'page-size-of-any-type': {
    description: 'The server ignores a page size that is not a number.',
    killedBy: 'ledger/{users-list,parties-list}/rejects-mistyped-parameter',
    change: lenientQuery([on.users, on.parties], 'pageSize'),
  },
  'limit-of-any-type': {
    description: 'The server ignores a limit that is not a number.',
    killedBy: 'ledger/{updates,active-contracts}/rejects-mistyped-parameter',
    change: lenientQuery([on.updates, on.contracts], 'limit'),
  },
  'offset-in-the-path-of-any-type': {
    description: 'An offset in the path that is not a number counts as unknown.',
    killedBy: 'ledger/transaction-tree-by-offset/bad-request-is-400',
    change: altering(on.treeByOffset, () => ({ pathKinds: {} })),
  },
  'limit-rejected': {
    description: 'The server rejects a list of completions or updates with a limit.',
    killedBy: 'ledger/{updates,completions}/accepted',
    change: reject(
      [on.updates, on.completions],
      new DecodeError('Invalid value for: query parameter limit'),
      ({ query }) => query.has('limit'),
    ),
  },
  'second-party-rejected': {
    description: 'The server rejects a request for the preferred packages of two parties.',
    killedBy: 'ledger/preferred-packages/accepted',
    change: reading(on.preferredPackages, (decoder) => (value, at) => {
      const text = JSON.stringify(value) ?? '';
      if (text.split('::').length > 2) throw new DecodeError('Invalid value for: body (parties)');
      return decoder(value, at);
    }),
  },
});

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
