/** Faults in requests that are not quite those of the document: other methods, slashes, credentials, parameters. */

import { HttpError, notFound } from '../errors.ts';
import { altering, askingNobody, refusing, together } from '../fault.ts';
import { DecodeError, ok } from '../route.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, of } from './tools.ts';

/** A change that answers with a crash where the headers name this scheme. */
const crashingAt =
  (scheme: string): Change =>
  ({ identify }) => ({
    identify: (headers, route) => {
      if (!(headers.authorization ?? '').startsWith(scheme)) return identify(headers, route);
      throw new HttpError({ status: 500, text: 'Internal Server Error' });
    },
  });

const NEAR = 'participant-id';

export const nearMissFaults: readonly LedgerFault[] = [
  {
    id: 'head-not-found',
    description: 'A HEAD finds nothing.',
    killedBy: of(NEAR, 'head-as-get'),
    versions: ['3.4', '3.5'],
    change: ({ serve }) => ({
      serve: async (incoming) => (incoming.method === 'HEAD' ? { status: 404 } : serve(incoming)),
    }),
  },
  {
    id: 'slash-crashes',
    description: 'A path with a slash at its end makes the ledger fall over.',
    killedBy: of(NEAR, 'no-crash-at-near-misses'),
    collateral: [of(NEAR, 'slash-at-the-end-ignored')],
    versions: ['3.4', '3.5'],
    change: ({ find }) => ({
      find: (method, path) => {
        if (!path.endsWith('/')) return find(method, path);
        throw new HttpError({ status: 500, text: 'Internal Server Error' });
      },
    }),
  },
  {
    id: 'slash-not-found',
    description: 'A path with a slash at its end is not found.',
    killedBy: of(NEAR, 'slash-at-the-end-ignored'),
    change: ({ find }) => ({
      find: (method, path) => find(method, path.endsWith('/') ? '/nowhere' : path),
    }),
  },
  {
    id: 'password-crashes',
    description: 'A name and a password make the ledger fall over.',
    killedBy: of(NEAR, 'no-crash-at-near-misses'),
    collateral: [of(NEAR, 'basic-is-no-token')],
    change: crashingAt('Basic'),
  },
  {
    id: 'password-believed',
    description: 'Any name and password lead past the check of tokens.',
    killedBy: of(NEAR, 'basic-is-no-token'),
    versions: ['3.4', '3.5'],
    change: ({ identify }) => ({
      identify: (headers, route) =>
        (headers.authorization ?? '').startsWith('Basic')
          ? { userId: undefined, rights: [], open: true }
          : identify(headers, route),
    }),
  },
  {
    id: 'empty-token-as-401',
    description:
      'A header that announces a token and holds none is refused as if there were no header.',
    killedBy: of(NEAR, 'empty-token-is-unreadable'),
    versions: ['3.4', '3.5'],
    change: ({ identify }) => ({
      identify: (headers, route) =>
        identify(/^bearer *$/i.test(headers.authorization ?? '') ? {} : headers, route),
    }),
  },
  {
    id: 'nobody-is-not-found',
    description: 'Authorization is off, and the question who asks is answered with 404.',
    killedBy: of('authenticated-user', 'needs-a-user'),
    versions: ['3.4', '3.5'],
    change: together(
      askingNobody,
      altering('getV2Authenticated-user', () => ({
        handle: () => {
          throw notFound('USER_NOT_FOUND', 'user', '');
        },
      })),
    ),
  },
  {
    id: 'limit-zero-is-no-limit',
    description: 'A list of active contracts with the limit 0 holds everything.',
    killedBy: of('active-contracts', 'limit-kept'),
    versions: ['3.4', '3.5'],
    change: altering('postV2StateActive-contracts', ({ handle }) => ({
      handle: (ask, ledger) => {
        const query = new URLSearchParams(ask.query);
        if (query.get('limit') === '0') query.delete('limit');
        return handle({ ...ask, query }, ledger);
      },
    })),
  },
  {
    id: 'package-name-not-needed',
    description: 'A question for the preferred version of no package is answered with none.',
    killedBy: of('preferred-package-version', 'package-name-needed'),
    versions: ['3.4', '3.5'],
    change: refusing((reply, error) =>
      error instanceof DecodeError && error.message.includes('package-name')
        ? ok({ packagePreference: null })
        : reply,
    ),
  },
  {
    id: 'last-page-size-counts',
    description: 'Of two page sizes the last one is taken.',
    killedBy: of('users-list', 'one-page-size-only'),
    versions: ['3.4', '3.5'],
    change: ({ checkParameters }) => ({
      checkParameters: (match, query) =>
        checkParameters(match, new URLSearchParams(Object.fromEntries(query))),
    }),
  },
];
