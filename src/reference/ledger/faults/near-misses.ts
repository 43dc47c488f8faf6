/** Faults in unusual methods, slashes, credentials and ids; some bypass the check of the token. */
import { HttpError, notFound } from '../errors.ts';
import { DecodeError } from '../failures.ts';
import { openMode, together } from '../fault.ts';
import { bypass, OPEN } from '../operators/access.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { query } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import { type LedgerFault, table } from './table.ts';

const isBasic = (authorization = ''): boolean => authorization.startsWith('Basic');

export const nearMissFaults: readonly LedgerFault[] = table({
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
    killedBy: 'ledger/version/version-is-stable',
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
