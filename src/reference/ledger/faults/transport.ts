/** Faults around the body: media types, closed connections and responses that break off. */
import { everyNth, responding } from '../fault.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { editRejections, skip } from '../operators/rejections.ts';
import { everySecond, mediaType } from '../operators/respond.ts';
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
  'json-as-text | {users-list,user,parties-list,party}/{response-shape,response-media-type} | Users and parties have the media type text/plain.':
    mediaType([on.users, on.user, on.parties, on.party], 'text/plain'),
  'updates-as-ndjson | updates/{response-shape,response-media-type} | Updates have the media type application/x-ndjson.':
    mediaType(on.updates, 'application/x-ndjson'),
  'package-as-json | package/{response-shape,response-media-type} | The bytes of a package have the media type application/json.':
    mediaType(on.package, 'application/json'),
  'readiness-as-json | readyz/{response-shape,response-media-type} | The readiness check returns JSON.':
    responding(on.readyz, () => ({ status: 200, json: { ready: true } })),
  'liveness-with-a-body | livez/{response-shape,response-media-type} | The liveness check has a body.':
    responding(on.livez, () => ({ status: 200, text: 'alive' })),
  'version-as-201 | version/{response-shape,accepted} | The version has the status 201.':
    responding(on.version, (reply) => ({ ...reply, status: 201 })),
  'ledger-end-without-a-body | ledger-end/{response-shape,accepted} | The ledger end has the status 204 and no body.':
    responding(on.ledgerEnd, () => ({ status: 204 })),
  'json-cut-off | package-vetting-list/{response-shape,response-media-type} | The JSON of vetted packages lacks its last character.':
    responding(on.vetted, ({ json }) => asJson(200, JSON.stringify(json).slice(0, -1))),
  'byte-order-mark | packages-list/{response-shape,response-media-type} | The list of packages begins with a byte order mark.':
    responding(on.packages, ({ json }) => asJson(200, `\ufeff${JSON.stringify(json)}`)),
  'users-in-latin-1 | users-list/response-media-type | The list of users is encoded in ISO-8859-1.':
    responding(on.users, (reply) => latin1(reply, { source: 'Zürich' })),
  'names-twice | version/unique-names | The version has the member version twice.': responding(
    on.version,
    ({ json }) => asJson(200, JSON.stringify(json).replace('"version":', '"version":"0.0.0",$&')),
  ),
  'errors-in-latin-1 | user/error-object | The error for an unknown user is encoded in ISO-8859-1.':
    editRejections({ of: on.user }, (reply) => latin1(reply, { cause: 'Nicht verfügbar.' })),
  'hangs-up-on-completions | completions/requests-get-responses | The server closes the connection when completions begin after the ledger end.':
    skip(
      on.completions,
      { status: 200, brokenOff: 'before' },
      ({ body }, { history }) => Number(valueAt(body, 'beginExclusive')) > history.end,
    ),
  'hangs-up-now-and-then | */complete-responses | The server closes the connection on every fortieth request.':
    ({ finish }) => {
      const fortieth = everyNth(40);
      return {
        finish: (reply, incoming) => {
          const sent = finish(reply, incoming);
          return fortieth() ? { ...sent, brokenOff: 'before' } : sent;
        },
      };
    },
  'breaks-off-contracts | active-contracts/requests-get-responses | Every second list of active contracts breaks off in the middle.':
    everySecond(on.contracts, (reply) => ({ ...reply, brokenOff: 'midway' })),
  'participant-falls-over-now-and-then | participant-id/no-server-error | Every second request for the participant id causes a server error.':
    everySecond(on.participant, () => ({
      status: 500,
      text: 'There was an internal server error.',
    })),
});
