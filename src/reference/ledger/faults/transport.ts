/** Faults around the body: media types, closed connections and responses that break off. */
import { everyNth, responding } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { everySecond } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

export const transportFaults: readonly LedgerFault[] = table({
  'head-announces-nothing': {
    description: 'A response to HEAD has the length 0.',
    killedBy: 'ledger/participant-id/head-equals-get',
    change: ({ finish }) => ({
      finish: (reply, incoming) => {
        const { json: _, text: __, bytes: ___, ...bare } = finish(reply, incoming);
        return incoming.method === 'HEAD' ? bare : finish(reply, incoming);
      },
    }),
  },
  'chunks-not-read': {
    description: 'A body without a length counts as empty.',
    killedBy: 'ledger/package-vetting-list/accepts-chunked-body',
    change: ({ serve }) => ({
      serve: (incoming) =>
        serve(
          incoming.headers['content-length'] === undefined
            ? { ...incoming, bytes: Buffer.alloc(0) }
            : incoming,
        ),
    }),
  },
  'markup-escaped': {
    description: 'Texts in responses have < as &lt;, as for a page.',
    killedBy: 'ledger/*/created-as-sent',
    change: ({ finish }) => ({
      finish: (reply, incoming) => {
        const { json, ...rest } = finish(reply, incoming);
        if (json === undefined) return rest;
        return { ...rest, json: JSON.parse(JSON.stringify(json).replaceAll('<', '&lt;')) };
      },
    }),
  },
  'byte-order-mark': {
    description: 'The list of packages begins with a byte order mark.',
    killedBy: 'ledger/packages-list/{response-shape,response-media-type}',
    change: responding(on.packages, ({ status, json }) => ({
      status,
      text: `\ufeff${JSON.stringify(json)}`,
      headers: { 'content-type': 'application/json' },
    })),
  },
  'hangs-up-now-and-then': {
    description: 'The server closes the connection on every fortieth request.',
    killedBy: 'ledger/*/complete-responses',
    change: ({ finish }) => {
      const fortieth = everyNth(40);
      return {
        finish: (reply, incoming) => {
          const sent = finish(reply, incoming);
          return fortieth() ? { ...sent, brokenOff: 'before' } : sent;
        },
      };
    },
  },
  'breaks-off-contracts': {
    description: 'Every second list of active contracts breaks off in the middle.',
    killedBy: 'ledger/active-contracts/requests-get-responses',
    change: everySecond(on.contracts, (reply) => ({ ...reply, brokenOff: 'midway' })),
  },
  'participant-falls-over-now-and-then': {
    description: 'Every second request for the participant id causes a server error.',
    killedBy: 'ledger/participant-id/no-server-error',
    change: everySecond(on.participant, () => ({
      status: 500,
      text: 'There was an internal server error.',
    })),
  },
});
