/** Faults of a whole operation or response: absent, of another object, of another media type, broken off. */
import {
  dropping,
  everyNth,
  keepingReplies,
  type LedgerFault,
  remembering,
  responding,
  sending,
  table,
} from '../fault.ts';
import { on } from '../operators/operations.ts';
import { intercept } from '../operators/request.ts';
import { compressed, everySecond } from '../operators/respond.ts';
import type { Reply } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';
import { from } from '../versions.ts';
import { withHeader } from './browsers.ts';

/**
 * Once in a run a request gets the response to an earlier one, which was for another object. `about` names
 * the object of a request; `undefined` excludes the request.
 */
const swapOnce =
  (
    about: (incoming: Incoming) => string | undefined,
    whom: (incoming: Incoming) => boolean = () => true,
  ): Change =>
  ({ serve }) => {
    let count = 0;
    let before: { readonly about: string; readonly reply: Reply } | undefined;
    return {
      serve: async (incoming) => {
        const reply = await serve(incoming);
        const own = about(incoming);
        if (own === undefined || reply.status !== 200) return reply;
        const other = before?.about === own ? undefined : before?.reply;
        before = { about: own, reply };
        if (other === undefined || !whom(incoming)) return reply;
        count++;
        return count === 4 ? other : reply;
      },
    };
  };

export const transportFaults: readonly LedgerFault[] = table({
  'long-headers-rejected': {
    description: 'A gateway rejects headers of more than 1,024 characters with 431.',
    killedBy: 'ledger/package-vetting-list/accepts-offered-codings',
    change: intercept(
      ({ headers }) => Object.values(headers).some((value) => String(value).length > 1024),
      { status: 431, text: 'Request header fields too large.' },
    ),
  },
  'head-announces-nothing': {
    description: 'A response to HEAD has length 0.',
    killedBy: 'ledger/participant-id/head-equals-get',
    change: sending((reply, { method }) => {
      const { json: _, text: __, bytes: ___, ...bare } = reply;
      return method === 'HEAD' ? bare : reply;
    }),
  },
  'head-not-served': {
    description: 'HEAD gets 405 where GET is served.',
    killedBy: 'ledger/participant-id/head-equals-get',
    change: intercept(({ method }) => method === 'HEAD', {
      status: 405,
      headers: { allow: 'GET' },
    }),
  },
  'large-responses-gzip-unlabelled': {
    description:
      'Responses above 4 kB are compressed if the request accepts gzip, but have no Content-Encoding.',
    killedBy: 'ledger/{updates,active-contracts-page}/response-media-type',
    versions: from('3.5'),
    change: sending((reply, incoming) => compressed(reply, incoming) ?? reply),
  },
  'byte-order-mark': {
    description: 'The list of packages starts with a byte order mark.',
    killedBy: 'ledger/packages-list/{response-shape,response-media-type}',
    change: responding(on.packages, ({ status, json }) => ({
      status,
      text: `\ufeff${JSON.stringify(json)}`,
      headers: { 'content-type': 'application/json' },
    })),
  },
  'errors-marked-compressed': {
    description:
      'Errors are marked as compressed if the request accepts compression, but the error handler sends plain text.',
    killedBy: 'ledger/*/error-object',
    change: sending((reply, { headers }) =>
      reply.status >= 400 && /gzip/.test(String(headers['accept-encoding']))
        ? withHeader(reply, 'content-encoding', 'gzip')
        : reply,
    ),
  },
  'hangs-up-now-and-then': {
    description: 'The server closes the connection on every fortieth request.',
    killedBy: 'ledger/*/complete-responses',
    change: remembering(() => {
      const fortieth = everyNth(40);
      return sending((reply) => (fortieth() ? { ...reply, brokenOff: 'before' } : reply));
    }),
  },
  'participant-falls-over-now-and-then': {
    description: 'Every second request for the participant id causes a server error.',
    killedBy: 'ledger/participant-id/no-server-error',
    change: everySecond(on.participant, () => ({
      status: 500,
      text: 'There was an internal server error.',
    })),
  },
  'contracts-page-not-served': {
    description: 'The server does not have the operation active-contracts-page.',
    killedBy: 'ledger/active-contracts-page/operation-exists',
    // Since 3.6 it is deprecated.
    versions: ['3.5'],
    change: dropping(on.contractsPage),
  },
  'document-of-another-version': {
    description: 'The document that the server publishes has an older version.',
    killedBy: 'ledger/version/version-matches-own-document',
    change: responding(on.document, (reply) => ({
      ...reply,
      text: (reply.text ?? '').replace(/version: .*/, 'version: 3.3.0'),
    })),
  },
  'readiness-without-words': {
    description: 'The readiness check returns 200 without its two lines.',
    killedBy: 'ledger/readyz/readiness-names-serving',
    versions: from('3.5'),
    change: responding(on.readyz, () => ({ status: 200 })),
  },
  'one-update-mixed-up': {
    description:
      'Once in a run, the lookup of an update by id gets the response to another request.',
    killedBy: 'ledger/update-by-id/response-matches-request',
    change: swapOnce(({ target, bytes }) =>
      target === '/v2/updates/update-by-id'
        ? /"updateId":"(\w+)"/.exec(bytes.toString('utf8'))?.[1]
        : undefined,
    ),
  },
  'one-response-of-another-operation': {
    description: 'Once in a run, the ledger end gets the response to another request.',
    killedBy: 'ledger/ledger-end/response-belongs-to-operation',
    versions: from('3.5'),
    change: swapOnce(
      ({ target }) => (/^\/v2\/(state\/ledger-end|[a-z]+)(\?|$)/.test(target) ? target : undefined),
      ({ target }) => target === '/v2/state/ledger-end',
    ),
  },
  'acceptances-kept-by-url': {
    description: 'The first accepted response of a URL is sent to all later requests for it.',
    killedBy: 'ledger/{updates,active-contracts,completions}/rejects-malformed-json',
    change: keepingReplies(({ method, target }: Incoming) => `${method} ${target}`),
  },
  'acceptances-kept-whatever-the-query': {
    description: 'A cache of accepted responses is keyed by path and body, not by the query.',
    killedBy: 'ledger/{users,parties}-list/page-size-bounds-page',
    change: keepingReplies(
      ({ method, target, bytes }: Incoming) => `${method} ${target.split('?', 1)[0]} ${bytes}`,
    ),
  },
  'acceptances-kept-for-any-caller': {
    description: 'A cache of accepted responses is keyed by URL and body, not by the caller.',
    killedBy: 'ledger/{users,parties}-list/rejects-missing-token',
    change: keepingReplies(({ method, target, bytes }: Incoming) => `${method} ${target} ${bytes}`),
  },
});
