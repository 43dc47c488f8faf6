/** Faults at the door: ways past the check of tokens, and requests that no client intends. */
import { HttpError } from '../errors.ts';
import { DecodeError } from '../failures.ts';
import { bypass } from '../operators/access.ts';
import { on } from '../operators/operations.ts';
import { crashAt } from '../operators/receive.ts';
import { respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import type { Incoming } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const pathOf = ({ target }: Incoming): string => target.split('?')[0] ?? '';

export const authBypassFaults: readonly LedgerFault[] = table({
  'head-leads-past-the-token': {
    description: 'A HEAD request needs no token.',
    killedBy: 'ledger/participant-id/head-needs-token',
    versions: EVERY_VERSION,
    change: bypass(({ method }) => method === 'HEAD'),
  },
  'slash-leads-past-the-token': {
    description: 'A path with a trailing slash needs no token.',
    killedBy: 'ledger/participant-id/extra-slash-needs-token',
    versions: EVERY_VERSION,
    change: bypass((incoming) => pathOf(incoming).endsWith('/')),
  },
  'doubled-slash-leads-past-the-token': {
    description: 'A path with a double slash needs no token.',
    killedBy: 'ledger/participant-id/extra-slash-needs-token',
    change: bypass((incoming) => pathOf(incoming).includes('//')),
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
  'long-ids-crash': {
    description: 'An id of more than 255 characters causes a server error.',
    killedBy: 'ledger/{package,user}/rejects-invalid-id-bytes',
    versions: EVERY_VERSION,
    change: crashAt(/[^/]{256}/),
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
});
