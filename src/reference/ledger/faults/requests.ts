/** Faults in what is accepted: a bad request is, a good one or one without a token is not; and in error bodies. */
import type { Decoder } from '../decode.ts';
import { DecodeError, HttpError, notFound } from '../errors.ts';
import {
  altering,
  type LedgerFault,
  openMode,
  reading,
  remembering,
  table,
  together,
} from '../fault.ts';
import { bypass, OPEN } from '../operators/access.ts';
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

const hasCharset = (type: string | undefined): boolean => type?.includes('charset') === true;

const isBasic = (authorization = ''): boolean => authorization.startsWith('Basic');

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
  'users-later': {
    description: 'Every creation of a user is rejected with 429.',
    killedBy: 'ledger/users-create/accepted',
    change: intercept(({ method, target }) => method === 'POST' && target === '/v2/users', {
      status: 429,
      text: 'Not now.',
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
  'password-accepted': {
    description: 'Any basic credentials bypass the check of tokens.',
    killedBy: 'ledger/participant-id/rejects-basic-credentials',
    change: ({ identify }) => ({
      identify: (headers, route) =>
        isBasic(headers.authorization) ? OPEN : identify(headers, route),
    }),
  },
  'missing-user-is-not-found': {
    description: 'Without authentication the current user is not found: 404.',
    killedBy: 'ledger/authenticated-user/rejects-request-without-user',
    change: together(openMode, reject(on.self, notFound('USER_NOT_FOUND', 'user', ''))),
  },
  'limit-zero-is-no-limit': {
    description: 'A list with the limit 0 holds everything.',
    killedBy: 'ledger/{updates,active-contracts,completions}/limit-bounds-list',
    change: query([on.updates, on.contracts, on.completions], (own) => {
      if (own.get('limit') === '0') own.delete('limit');
    }),
  },
  'unusual-requests-need-no-token': {
    description: 'A HEAD request and a path with a trailing slash need no token.',
    killedBy: 'ledger/participant-id/{head-needs-token,extra-slash-needs-token}',
    change: bypass(({ method, target }) => method === 'HEAD' || /\/(\?|$)/.test(target)),
  },
  'nulls-rejected': {
    description: 'The server rejects a null in a request for vetted packages.',
    killedBy: 'ledger/package-vetting-list/null-counts-as-absent',
    change: ({ decode }) => ({
      decode: (bytes, route) => {
        if (route.operationId === on.vetted && /:null[,}]/.test(`${bytes}`))
          throw new DecodeError('Invalid value for: body');
        return decode(bytes, route);
      },
    }),
  },
  'accept-read-as-one-word': {
    description: 'The server rejects an Accept header with several types.',
    killedBy: 'ledger/package-vetting-list/accept-may-have-weights',
    change: ({ negotiate }) => ({
      negotiate: (headers, route) => {
        if (headers.accept?.includes(',')) throw new HttpError({ status: 406 });
        negotiate(headers, route);
      },
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
  'browsers-get-html': {
    description: 'A request that accepts HTML first gets its response as a page of HTML.',
    killedBy: 'ledger/package-vetting-list/response-media-type',
    change: ({ finish }) => ({
      finish: (reply, incoming) => {
        const { json, ...sent } = finish(reply, incoming);
        if (!incoming.headers.accept?.startsWith('text/html') || json === undefined)
          return { json, ...sent };
        const headers = { ...sent.headers, 'content-type': 'text/html' };
        return { ...sent, headers, text: `<pre>${JSON.stringify(json)}</pre>` };
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
