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
    says: 'Users and parties come as text/plain.',
    caughtBy: of('{users-list,user,parties-list,party}', '{answer-shape,answer-media-type}'),
    change: typed(
      ['getV2Users', 'getV2UsersUser-id', 'getV2Parties', 'getV2PartiesParty'],
      'text/plain',
    ),
  },
  {
    id: 'updates-as-ndjson',
    says: 'Updates are of the media type application/x-ndjson.',
    caughtBy: of('updates', '{answer-shape,answer-media-type}'),
    change: typed('postV2Updates', 'application/x-ndjson'),
  },
  {
    id: 'package-as-json',
    says: 'The bytes of a package are called JSON.',
    caughtBy: of('package', '{answer-shape,answer-media-type}'),
    change: typed('getV2PackagesPackage-id', 'application/json'),
  },
  {
    id: 'readiness-as-json',
    says: 'The readiness check answers in JSON.',
    caughtBy: of('readyz', '{answer-shape,answer-media-type}'),
    alsoTrips: [of('readyz', '{says-whether-it-serves,answers-200-or-503}')],
    change: answering('getReadyz', () => ({ status: 200, json: { ready: true } })),
  },
  {
    id: 'liveness-with-a-body',
    says: 'The liveness check has a body.',
    caughtBy: of('livez', '{answer-shape,answer-media-type}'),
    change: answering('getLivez', () => ({ status: 200, text: 'alive' })),
  },
  {
    id: 'version-as-201',
    says: 'The version is answered with 201.',
    caughtBy: of('version', '{accepted,answer-shape}'),
    alsoTrips: [of('version', '*')],
    change: answering('getV2Version', (reply) => ({ ...reply, status: 201 })),
  },
  {
    id: 'ledger-end-without-a-body',
    says: 'The ledger end is answered with 204.',
    caughtBy: of('ledger-end', '{accepted,answer-shape}'),
    alsoTrips: ['ledger/**'],
    change: answering('getV2StateLedger-end', () => ({ status: 204 })),
  },
  {
    id: 'json-cut-off',
    says: 'The JSON of vetted packages lacks its last character.',
    caughtBy: of('package-vetting-list', '{answer-shape,answer-media-type}'),
    alsoTrips: [of('package-vetting', 'same-as-replacement')],
    change: answering('postV2Package-vettingList', ({ json }) => ({
      status: 200,
      text: JSON.stringify(json).slice(0, -1),
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'byte-order-mark',
    says: 'The list of packages begins with a byte order mark.',
    caughtBy: of('packages-list', '{answer-shape,answer-media-type}'),
    change: answering('getV2Packages', ({ json }) => ({
      status: 200,
      text: `\ufeff${JSON.stringify(json)}`,
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'users-in-latin-1',
    says: 'The list of users goes out in ISO-8859-1.',
    caughtBy: of('users-list', 'answer-media-type'),
    change: answering('getV2Users', ({ json }) => ({
      status: 200,
      bytes: Buffer.from(JSON.stringify({ ...(json as object), source: 'Zürich' }), 'latin1'),
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'names-twice',
    says: 'The version is written twice.',
    caughtBy: of('version', 'unique-names'),
    change: answering('getV2Version', ({ json }) => ({
      status: 200,
      text: JSON.stringify(json).replace('"version":', '"version":"0.0.0",$&'),
      headers: { 'content-type': 'application/json' },
    })),
  },
  {
    id: 'errors-in-latin-1',
    says: 'The error for a user that is not there goes out in ISO-8859-1.',
    caughtBy: of('user', 'error-object'),
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
    says: 'The connection is closed on those who ask for completions from beyond the ledger end.',
    caughtBy: of('completions', 'answers'),
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
    says: 'One request in forty finds its connection closed, whatever it asks.',
    caughtBy: everywhere('complete-responses'),
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
    says: 'Each second list of active contracts breaks off in the middle.',
    caughtBy: of('active-contracts', 'answers'),
    alsoTrips: ['ledger/**'],
    change: now('postV2StateActive-contracts', (reply) => ({ ...reply, brokenOff: 'midway' })),
  },
  {
    id: 'participant-falls-over-now-and-then',
    says: 'Each second question for the participant id makes the ledger fall over.',
    caughtBy: of('participant-id', 'no-server-error'),
    alsoTrips: [everywhere('error-object'), of('participant-id', 'no-crash-at-near-misses')],
    change: now('getV2PartiesParticipant-id', () => ({
      status: 500,
      text: 'There was an internal server error.',
    })),
  },
];
