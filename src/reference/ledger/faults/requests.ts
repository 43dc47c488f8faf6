/** Faults in what is accepted: a bad request is, a good one or one without a token is not; and in error bodies. */
import type { Decoder } from '../decode.ts';
import { notFound } from '../errors.ts';
import { type LedgerFault, openMode, reading, remembering, table, together } from '../fault.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { errors, reject } from '../operators/rejections.ts';
import { intercept, query, readBytes } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';

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

export const requestFaults: readonly LedgerFault[] = table({
  'malformed-json-read-as-empty': {
    description: 'The server reads a body that is not JSON as an empty object.',
    killedBy: 'ledger/*/rejects-malformed-json',
    change: readBytes((bytes) => (bytes.length === 0 || isJson(bytes) ? bytes : EMPTY)),
  },
  'wrong-types-are-overlooked': {
    description: 'The server ignores members of the wrong type.',
    killedBy: 'ledger/*/rejects-type-mismatch',
    change: reading(({ path }) => !path.startsWith('/v2/interactive'), leniently),
  },
  'numbers-read-from-the-start-of-a-text': {
    description: 'Numbers in the query are parsed up to the first letter.',
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
  'updates-moved-permanently': {
    description: 'Every POST below /v2/updates is redirected to its path with a slash: 301.',
    killedBy: 'ledger/{updates,updates-*,update-by-*,transaction-by-*}/not-redirected',
    change: intercept(
      ({ method, target }) => method === 'POST' && target.startsWith('/v2/updates'),
      ({ target }) => ({ status: 301, headers: { location: target.replace(/(\?|$)/, '/$1') } }),
    ),
  },
  'error-without-context': {
    description: 'Errors omit their context.',
    killedBy: 'ledger/*/error-object',
    change: errors(({ context: _, ...rest }) => rest),
  },
  'unknown-grpc-code': {
    description: 'Not-found errors have a gRPC code that does not exist.',
    killedBy: 'ledger/*/status-matches-code',
    change: errors((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  },
  'missing-user-is-not-found': {
    description: 'Without authentication the current user is not found: 404.',
    killedBy: 'ledger/authenticated-user/rejects-request-without-user',
    change: together(openMode, reject(on.self, notFound('USER_NOT_FOUND', 'user', ''))),
  },
  'limit-zero-is-no-limit': {
    description: 'A list with limit 0 has all elements.',
    killedBy: 'ledger/{updates,active-contracts,completions}/limit-bounds-list',
    change: query([on.updates, on.contracts, on.completions], (own) => {
      if (own.get('limit') === '0') own.delete('limit');
    }),
  },
  'each-version-newer': {
    description: 'Each request for the version gets a newer version.',
    killedBy: 'ledger/version/version-matches-own-document',
    change: remembering(() => {
      let n = 100;
      return respond(on.version, 'version', (version) => `${version}${++n}`);
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
