/** Faults in requests that are nearly those of the document: other methods, slashes, credentials, parameters. */
import { HttpError, notFound } from '../errors.ts';
import { openMode, together } from '../fault.ts';
import { OPEN } from '../operators/access.ts';
import { on } from '../operators/operations.ts';
import { CRASH, crashAt, intercept } from '../operators/receive.ts';
import { reject } from '../operators/rejections.ts';
import { query } from '../operators/request.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const isBasic = (authorization = ''): boolean => authorization.startsWith('Basic');

export const nearMissFaults: readonly LedgerFault[] = table({
  'head-not-found': {
    description: 'A HEAD request gets 404.',
    killedBy: 'ledger/participant-id/head-equals-get',
    versions: EVERY_VERSION,
    change: intercept(({ method }) => method === 'HEAD', { status: 404 }),
  },
  'slash-crashes': {
    description: 'A path with a trailing slash causes a server error.',
    killedBy: 'ledger/participant-id/no-server-error-for-near-requests',
    versions: EVERY_VERSION,
    change: crashAt(/\/$/),
  },
  'password-crashes': {
    description: 'Basic credentials cause a server error.',
    killedBy: 'ledger/participant-id/no-server-error-for-near-requests',
    change: ({ identify }) => ({
      identify: (headers, route) => {
        if (!isBasic(headers.authorization)) return identify(headers, route);
        throw new HttpError(CRASH);
      },
    }),
  },
  'password-accepted': {
    description: 'Any basic credentials bypass the check of tokens.',
    killedBy: 'ledger/participant-id/rejects-basic-credentials',
    versions: EVERY_VERSION,
    change: ({ identify }) => ({
      identify: (headers, route) =>
        isBasic(headers.authorization) ? OPEN : identify(headers, route),
    }),
  },
  'empty-token-as-401': {
    description: 'A header with an empty token is rejected like a missing header.',
    killedBy: 'ledger/participant-id/empty-token-is-400',
    versions: EVERY_VERSION,
    change: ({ identify }) => ({
      identify: (headers, route) =>
        identify(/^bearer *$/i.test(headers.authorization ?? '') ? {} : headers, route),
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
});
