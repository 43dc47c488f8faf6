/** Faults in requests that are nearly those of the document: other methods, slashes, credentials, parameters. */
import { HttpError, notFound } from '../errors.ts';
import { DecodeError } from '../failures.ts';
import { openMode, rejecting, together } from '../fault.ts';
import { OPEN } from '../operators/access.ts';
import { on } from '../operators/operations.ts';
import { CRASH, crashAt, intercept } from '../operators/receive.ts';
import { reject } from '../operators/rejections.ts';
import { query } from '../operators/request.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const isBasic = (authorization = ''): boolean => authorization.startsWith('Basic');

export const nearMissFaults: readonly LedgerFault[] = table({
  'head-not-found | participant-id/head-equals-get | both | A HEAD request gets 404.': intercept(
    ({ method }) => method === 'HEAD',
    { status: 404 },
  ),
  'slash-crashes | participant-id/no-server-error-for-near-requests | both | A path with a trailing slash causes a server error.':
    crashAt(/\/$/),
  'password-crashes | participant-id/no-server-error-for-near-requests | Basic credentials cause a server error.':
    ({ identify }) => ({
      identify: (headers, route) => {
        if (!isBasic(headers.authorization)) return identify(headers, route);
        throw new HttpError(CRASH);
      },
    }),
  'password-accepted | participant-id/rejects-basic-credentials | both | Any basic credentials bypass the check of tokens.':
    ({ identify }) => ({
      identify: (headers, route) =>
        isBasic(headers.authorization) ? OPEN : identify(headers, route),
    }),
  'empty-token-as-401 | participant-id/empty-token-is-400 | both | A header with an empty token is rejected like a missing header.':
    ({ identify }) => ({
      identify: (headers, route) =>
        identify(/^bearer *$/i.test(headers.authorization ?? '') ? {} : headers, route),
    }),
  'missing-user-is-not-found | authenticated-user/rejects-request-without-user | both | Without authentication the current user is not found: 404.':
    together(openMode, reject(on.self, notFound('USER_NOT_FOUND', 'user', ''))),
  'limit-zero-is-no-limit | {updates,active-contracts,completions}/limit-bounds-list | both | A list with the limit 0 holds everything.':
    query([on.updates, on.contracts, on.completions], (own) => {
      if (own.get('limit') === '0') own.delete('limit');
    }),
  'package-name-not-needed | preferred-package-version/{rejects-missing-package-name,missing-package-name-error} | both | Without a package name the preferred version is none, and 200.':
    rejecting((reply, error) =>
      error instanceof DecodeError && error.message.includes('package-name')
        ? ok({ packagePreference: null })
        : reply,
    ),
  'last-page-size-counts | users-list/{rejects-repeated-page-size,repeated-page-size-error} | both | Of two page sizes the server uses the last one.':
    ({ checkParameters }) => ({
      checkParameters: (match, own) =>
        checkParameters(match, new URLSearchParams(Object.fromEntries(own))),
    }),
});
