/** Faults around the body: media types, closed connections and responses that break off. */
import { everyNth, responding } from '../fault.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { editRejections, skip } from '../operators/rejections.ts';
import { everySecond } from '../operators/respond.ts';
import type { Reply } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

/** That text or those bytes as JSON. */
const asJson = (status: number, body: string | Buffer): Reply => ({
  status,
  ...(typeof body === 'string' ? { text: body } : { bytes: body }),
  headers: { 'content-type': 'application/json' },
});
/** A reply with one more member, in ISO-8859-1. */
const latin1 = ({ status, json }: Reply, more: object): Reply =>
  asJson(status, Buffer.from(JSON.stringify({ ...(json as object), ...more }), 'latin1'));

export const transportFaults: readonly LedgerFault[] = table({
  'byte-order-mark': {
    description: 'The list of packages begins with a byte order mark.',
    killedBy: 'ledger/packages-list/{response-shape,response-media-type}',
    change: responding(on.packages, ({ json }) => asJson(200, `\ufeff${JSON.stringify(json)}`)),
  },
  'users-in-latin-1': {
    description: 'The list of users is encoded in ISO-8859-1.',
    killedBy: 'ledger/users-list/response-media-type',
    change: responding(on.users, (reply) => latin1(reply, { source: 'Zürich' })),
  },
  'errors-in-latin-1': {
    description: 'The error for an unknown user is encoded in ISO-8859-1.',
    killedBy: 'ledger/user/error-object',
    change: editRejections({ of: on.user }, (reply) =>
      latin1(reply, { cause: 'Nicht verfügbar.' }),
    ),
  },
  'hangs-up-on-completions': {
    description: 'The server closes the connection when completions begin after the ledger end.',
    killedBy: 'ledger/completions/requests-get-responses',
    change: skip(
      on.completions,
      { status: 200, brokenOff: 'before' },
      ({ body }, { history }) => Number(valueAt(body, 'beginExclusive')) > history.end,
    ),
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
