/** Faults in reading requests: a bad request is accepted, or a good one is rejected. */
import type { Decoder } from '../decode.ts';
import { DecodeError } from '../failures.ts';
import { altering, reading } from '../fault.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { intercept, readBytes } from '../operators/receive.ts';
import { type LedgerFault, table } from './table.ts';

/** Drops malformed members instead of rejecting them. */
const leniently =
  (decoder: Decoder): Decoder =>
  (value, at) => {
    const kept: Json = {};
    for (const [name, member] of Object.entries(isRecord(value) ? value : {})) {
      try {
        decoder({ ...kept, [name]: member }, at);
        kept[name] = member;
      } catch {
        // The fault: the error is ignored.
      }
    }
    return decoder(kept, at);
  };

const EMPTY = Buffer.from('{}');

const hasCharset = (type: string | undefined): boolean => type?.includes('charset') === true;

export const requestFaults: readonly LedgerFault[] = table({
  'malformed-json-read-as-empty': {
    description: 'The server reads a body that is not JSON as an empty object.',
    killedBy: 'ledger/*/rejects-malformed-json',
    change: readBytes((bytes) => (bytes.length === 0 || isJson(bytes) ? bytes : EMPTY)),
  },
  'commas-at-the-end-are-read': {
    description: 'The parser accepts a comma after the last member.',
    killedBy: 'ledger/*/rejects-malformed-json',
    change: readBytes((bytes) => Buffer.from(bytes.toString('utf8').replace(/,(?=\s*[}\]])/g, ''))),
  },
  'wrong-types-are-overlooked': {
    description: 'The server ignores members of a wrong type.',
    killedBy: 'ledger/*/rejects-type-mismatch',
    change: reading(({ path }) => !path.startsWith('/v2/interactive'), leniently),
  },
  'offset-in-the-path-of-any-type': {
    description: 'An offset in the path that is not a number counts as unknown.',
    killedBy: 'ledger/transaction-tree-by-offset/bad-request-is-400',
    change: altering(on.treeByOffset, () => ({ pathKinds: {} })),
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
  'charset-not-known': {
    description: 'The server rejects JSON with a charset as an unknown media type.',
    killedBy: 'ledger/package-vetting-list/charset-is-ignored',
    change: intercept(({ headers }) => hasCharset(headers['content-type']), {
      status: 415,
      text: 'Unsupported Media Type',
    }),
  },
  'texts-count-as-flags': {
    description: 'The strings "true" and "false" count as booleans.',
    killedBy: 'ledger/*/rejects-type-mismatch',
    change: readBytes((bytes) =>
      Buffer.from(bytes.toString('latin1').replaceAll(/"(true|false)"/g, '$1'), 'latin1'),
    ),
  },
  'dates-count-as-times': {
    description: 'A time of the query may be a date.',
    killedBy: 'ledger/preferred-package-version/rejects-mistyped-parameter',
    change: ({ checkParameters }) => ({
      checkParameters: (match, query) => {
        const at = query.get('vetting_valid_at') ?? '';
        if (/^\d{4}-\d\d-\d\d$/.test(at)) query.set('vetting_valid_at', `${at}T00:00:00Z`);
        checkParameters(match, query);
      },
    }),
  },
  'numbers-read-from-the-start-of-a-text': {
    description: 'A number of the query ends at the first letter.',
    killedBy: 'ledger/*/rejects-mistyped-parameter',
    change: ({ checkParameters }) => ({
      checkParameters: (match, query) => {
        for (const name of ['limit', 'pageSize', 'stream_idle_timeout_ms']) {
          const number = /^\d+(?=[a-z])/.exec(query.get(name) ?? '')?.[0];
          if (number !== undefined) query.set(name, number);
        }
        checkParameters(match, query);
      },
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
