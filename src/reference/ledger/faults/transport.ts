/** Faults around the body: media types, silence, and answers that break off. */
import { altering, answering, everyNth, refusing, type Which } from '../fault.ts';
import type { Reply } from '../route.ts';
import type { Change } from '../steps.ts';
import { everywhere, type LedgerFault, of } from './tools.ts';

const typed = (which: Which, type: string): Change =>
  answering(which, (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': type } }));

/** A change of each second answer. */
const now =
  (which: Which, edit: (reply: Reply) => Reply): Change =>
  (honest, ledger) => {
    const second = everyNth(2);
    return answering(which, (reply) => (second() ? edit(reply) : reply))(honest, ledger);
  };

export const transportFaults: readonly LedgerFault[] = [
  {
    id: 'json-as-text',
    description: 'Users and parties come as text/plain.',
    killedBy: of('{users-list,user,parties-list,party}', '{answer-shape,answer-media-type}'),
    change: typed(
      ['getV2Users', 'getV2UsersUser-id', 'getV2Parties', 'getV2PartiesParty'],
      'text/plain',
    ),
  },
  {
    id: 'updates-as-ndjson',
    description: 'Updates are of the media type application/x-ndjson.',
    killedBy: of('updates', '{answer-shape,answer-media-type}'),
    change: typed('postV2Updates', 'application/x-ndjson'),
  },
  {
    id: 'package-as-json',
    description: 'The bytes of a package are called JSON.',
    killedBy: of('package', '{answer-shape,answer-media-type}'),
    change: typed('getV2PackagesPackage-id', 'application/json'),
  },
  {
    id: 'readiness-as-json',
    description: 'The readiness check answers in JSON.',
    killedBy: of('readyz', '{answer-shape,answer-media-type}'),
    collateral: [of('readyz', '{says-whether-it-serves,answers-200-or-503}')],
    change: answering('getReadyz', () => ({ status: 200, json: { ready: true } })),
  },
  {
    id: 'liveness-with-a-body',
    description: 'The liveness check has a body.',
    killedBy: of('livez', '{answer-shape,answer-media-type}'),
    change: answering('getLivez', () => ({ status: 200, text: 'alive' })),
  },
  {
    id: 'version-as-201',
    description: 'The version is answered with 201.',
    killedBy: of('version', '{accepted,answer-shape}'),
    collateral: [of('version', '*')],
    change: answering('getV2Version', (reply) => ({ ...reply, status: 201 })),
  },
  {
    id: 'ledger-end-without-a-body',
    description: 'The ledger end is answered with 204.',
    killedBy: of('ledger-end', '{accepted,answer-shape}'),
    collateral: ['ledger/**'],
    change: answering('getV2StateLedger-end', () => ({ status: 204 })),
  },
  {
    id: 'json-cut-off',
    description: 'The JSON of vetted packages lacks its last character.',
    killedBy: of('package-vetting-list', '{answer-shape,answer-media-type}'),
    collateral: [of('package-vetting', 'same-as-replacement')],
    change: answering('postV2Package-vettingList', ({ json }) => ({
      status: 200,
      text: JSON.stringify(json).slice(0, -1),
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'byte-order-mark',
    description: 'The list of packages begins with a byte order mark.',
    killedBy: of('packages-list', '{answer-shape,answer-media-type}'),
    change: answering('getV2Packages', ({ json }) => ({
      status: 200,
      text: `\ufeff${JSON.stringify(json)}`,
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'users-in-latin-1',
    description: 'The list of users goes out in ISO-8859-1.',
    killedBy: of('users-list', 'answer-media-type'),
    change: answering('getV2Users', ({ json }) => ({
      status: 200,
      bytes: Buffer.from(JSON.stringify({ ...(json as object), source: 'Zürich' }), 'latin1'),
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'names-twice',
    description: 'The version is written twice.',
    killedBy: of('version', 'unique-names'),
    change: answering('getV2Version', ({ json }) => ({
      status: 200,
      text: JSON.stringify(json).replace('"version":', '"version":"0.0.0",$&'),
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'errors-in-latin-1',
    description: 'The error for a user that is not there goes out in ISO-8859-1.',
    killedBy: of('user', 'error-object'),
    change: refusing((reply, _error, _incoming, route) =>
      route?.operationId === 'getV2UsersUser-id'
        ? {
            status: reply.status,
            bytes: Buffer.from(
              JSON.stringify({ ...(reply.json as object), cause: 'Nicht verfügbar.' }),
              'latin1',
            ),
            headers: { 'content-type': 'application/json' },
          }
        : reply,
    ),
  },
  {
    id: 'hangs-up-on-completions',
    description:
      'The connection is closed on those who ask for completions from beyond the ledger end.',
    killedBy: of('completions', 'answers'),
    change: altering('postV2CommandsCompletions', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { beginExclusive } = ask.body as { beginExclusive: number };
        if (beginExclusive <= ledger.history.end) return handle(ask, ledger);
        return { status: 200, brokenOff: 'before' };
      },
    })),
  },
  {
    id: 'hangs-up-now-and-then',
    description: 'One request in forty finds its connection closed, whatever it asks.',
    killedBy: everywhere('complete-responses'),
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
  {
    id: 'breaks-off-contracts',
    description: 'Each second list of active contracts breaks off in the middle.',
    killedBy: of('active-contracts', 'answers'),
    collateral: ['ledger/**'],
    change: now('postV2StateActive-contracts', (reply) => ({ ...reply, brokenOff: 'midway' })),
  },
  {
    id: 'participant-falls-over-now-and-then',
    description: 'Each second question for the participant id makes the ledger fall over.',
    killedBy: of('participant-id', 'no-server-error'),
    collateral: [everywhere('error-object'), of('participant-id', 'no-crash-at-near-misses')],
    change: now('getV2PartiesParticipant-id', () => ({
      status: 500,
      text: 'There was an internal server error.',
    })),
  },
];
