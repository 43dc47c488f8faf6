/** Faults at the door: ways past the check of tokens, and requests that no client intends. */
import { HttpError } from '../errors.ts';
import { DecodeError } from '../failures.ts';
import { responding } from '../fault.ts';
import { bypass } from '../operators/access.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { CRASH, crashAt, intercept } from '../operators/receive.ts';
import { respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import { ok } from '../reply.ts';
import type { Incoming } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

const pathOf = ({ target }: Incoming): string => target.split('?')[0] ?? '';

/** True for a body that is JSON and not an object. */
function isNoObject({ bytes }: Incoming): boolean {
  return /^\s*(\[.*\]|null)\s*$/s.test(bytes.toString('utf8'));
}

export const authBypassFaults: readonly LedgerFault[] = table({
  'head-leads-past-the-token | participant-id/head-needs-token | both | A HEAD request needs no token.':
    bypass(({ method }) => method === 'HEAD'),
  'slash-leads-past-the-token | participant-id/extra-slash-needs-token | both | A path with a trailing slash needs no token.':
    bypass((incoming) => pathOf(incoming).endsWith('/')),
  'doubled-slash-leads-past-the-token | participant-id/extra-slash-needs-token | A path with a double slash needs no token.':
    bypass((incoming) => pathOf(incoming).includes('//')),
  'no-object-crashes | {active-contracts,updates}/no-server-error | both | An array or null instead of an object causes a server error.':
    intercept(isNoObject, CRASH),
  'no-object-is-nothing | {active-contracts,updates}/{rejects-body-without-object,body-without-object-error} | both | An array or null instead of an object gets 200 and an empty list.':
    intercept(isNoObject, ok([])),
  'nulls-rejected | package-vetting-list/null-counts-as-absent | both | The server rejects a null in a request for vetted packages.':
    ({ decode }) => ({
      decode: (bytes, route) => {
        if (route.operationId === on.vetted && /:null[,}]/.test(`${bytes}`))
          throw new DecodeError('Invalid value for: body');
        return decode(bytes, route);
      },
    }),
  'accept-read-as-one-word | package-vetting-list/accept-may-have-weights | The server rejects an Accept header with several types.':
    ({ negotiate }) => ({
      negotiate: (headers, route) => {
        if (headers.accept?.includes(',')) throw new HttpError({ status: 406 });
        negotiate(headers, route);
      },
    }),
  'page-sizes-of-32-bits | {users-list,parties-list}/{rejects-oversized-page-size,oversized-page-size-error} | both | A page size that 32 bits do not hold counts as 10.':
    ({ checkParameters }) => ({
      checkParameters: (match, query) => {
        if (Number(query.get('pageSize')) >= 2 ** 31) query.set('pageSize', '10');
        checkParameters(match, query);
      },
    }),
  'long-ids-crash | {package,user}/rejects-invalid-id-bytes | both | An id of more than 255 characters causes a server error.':
    crashAt(/[^/]{256}/),
  'strange-bytes-crash | {package,user}/rejects-invalid-id-bytes | An id with a zero byte or invalid UTF-8 causes a server error.':
    crashAt(/%00|%ff|%c0/i),
  'each-version-newer | version/version-is-stable | both | Each request for the version gets a newer version.':
    remembering(() => {
      let n = 100;
      return respond(on.version, 'version', (version) => `${version}${++n}`);
    }),
  'unknown-parties-have-preferences | preferred-package-version/unknown-party-has-no-preference | both | For an unknown party the server prefers the last preferred version.':
    remembering((ledger) => {
      let last: unknown;
      return responding(on.preferredVersion, (reply, { query }) => {
        last = valueAt(reply.json, 'packagePreference') ?? last;
        const unknown = query.getAll('parties').some((one) => !ledger.parties.find(one));
        const known = ledger.packages.all().some(({ name }) => name === query.get('package-name'));
        return unknown && known && last ? ok({ packagePreference: last }) : reply;
      });
    }),
});
