/** Faults in unusual methods, slashes, credentials and ids; some bypass the check of the token. */
import { HttpError, notFound } from '../errors.ts';
import { DecodeError } from '../failures.ts';
import { openMode, together } from '../fault.ts';
import { bypass, OPEN } from '../operators/access.ts';
import { on } from '../operators/operations.ts';
import { crashAt } from '../operators/receive.ts';
import { reject } from '../operators/rejections.ts';
import { query } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const isBasic = (authorization = ''): boolean => authorization.startsWith('Basic');

export const nearMissFaults: readonly LedgerFault[] = table({
  'password-accepted': {
    description: 'Any basic credentials bypass the check of tokens.',
    killedBy: 'ledger/participant-id/rejects-basic-credentials',
    versions: EVERY_VERSION,
    change: ({ identify }) => ({
      identify: (headers, route) =>
        isBasic(headers.authorization) ? OPEN : identify(headers, route),
    }),
  },
  'missing-user-is-not-found': {
    description: 'Without authentication the current user is not found: 404.',
    killedBy: 'ledger/authenticated-user/rejects-request-without-user',
    versions: EVERY_VERSION,
    change: together(openMode, reject(on.self, notFound('USER_NOT_FOUND', 'user', ''))),
  },
  'limit-zero-is-no-limit': {
    description: 'A list with the limit 0 holds everything.',
    killedBy: 'ledger/{updates,active-contracts,completions}/limit-bounds-list',
    versions: EVERY_VERSION,
    change: query([on.updates, on.contracts, on.completions], (own) => {
      if (own.get('limit') === '0') own.delete('limit');
    }),
  },
  'last-page-size-counts': {
    description: 'Of two page sizes the server uses the last one.',
    killedBy: 'ledger/users-list/{rejects-repeated-page-size,repeated-page-size-error}',
    versions: EVERY_VERSION,
    change: ({ checkParameters }) => ({
      checkParameters: (match, own) =>
        checkParameters(match, new URLSearchParams(Object.fromEntries(own))),
    }),
  },
  'unusual-requests-need-no-token': {
    description: 'A HEAD request and a path with a trailing slash need no token.',
    killedBy: 'ledger/participant-id/{head-needs-token,extra-slash-needs-token}',
    versions: EVERY_VERSION,
    change: bypass(({ method, target }) => method === 'HEAD' || /\/(\?|$)/.test(target)),
  },
  'nulls-rejected': {
    description: 'The server rejects a null in a request for vetted packages.',
    killedBy: 'ledger/package-vetting-list/null-counts-as-absent',
    versions: EVERY_VERSION,
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
  'page-sizes-of-32-bits': {
    description: 'A page size that 32 bits do not hold counts as 10.',
    killedBy:
      'ledger/{users-list,parties-list}/{rejects-oversized-page-size,oversized-page-size-error}',
    versions: EVERY_VERSION,
    change: ({ checkParameters }) => ({
      checkParameters: (match, query) => {
        if (Number(query.get('pageSize')) >= 2 ** 31) query.set('pageSize', '10');
        checkParameters(match, query);
      },
    }),
  },
  'strange-bytes-crash': {
    description: 'An id with a zero byte or invalid UTF-8 causes a server error.',
    killedBy: 'ledger/{package,user}/rejects-invalid-id-bytes',
    change: crashAt(/%00|%ff|%c0/i),
  },
  'each-version-newer': {
    description: 'Each request for the version gets a newer version.',
    killedBy: 'ledger/version/version-is-stable',
    versions: EVERY_VERSION,
    change: remembering(() => {
      let n = 100;
      return respond(on.version, 'version', (version) => `${version}${++n}`);
    }),
  },
  'only-json-is-acceptable': {
    description: 'A request that does not accept JSON gets 406, whatever the operation sends.',
    killedBy: 'ledger/{package,readyz}/documented-type-is-acceptable',
    change: ({ negotiate }) => ({
      negotiate: (headers, route) =>
        negotiate(
          headers,
          route.produces === 'none' ? route : { ...route, produces: 'application/json' },
        ),
    }),
  },
  'options-crash': {
    description: 'The OPTIONS request of a browser causes a server error.',
    killedBy: 'ledger/participant-id/no-server-error-for-other-methods',
    versions: EVERY_VERSION,
    change: ({ find }) => ({
      find: (method, path) => {
        if (method !== 'OPTIONS') return find(method, path);
        throw new Error('no handler for OPTIONS');
      },
    }),
  },
  'escapes-kept-in-ids': {
    description: 'Percent-encoded letters of ids of users and providers are not decoded.',
    killedBy: 'ledger/{users,identity-providers}-list/escapes-are-decoded',
    change: ({ find }) => ({
      find: (method, path) =>
        find(
          method,
          path.replace(/(?<=^\/v2\/(?:users|idps)\/).*/, (id) => id.replaceAll('%', '%25')),
        ),
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
