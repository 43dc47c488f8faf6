/** Behaviors of connections, delays, and restarts of the server. */
import type { Socket } from 'node:net';
import {
  type Behavior,
  behavior,
  changed,
  encode,
  later,
  ofLedger,
  type Turn,
} from './behavior.ts';

const conforming: Behavior['respond'] = async ({ reply, socket }) => {
  socket.write(encode(await reply()));
};
const silent = behavior(
  'silent',
  'Requests are taken, and nothing comes back.',
  'partial',
  () => undefined,
  { says: 'does not respond' },
);
const endless: Behavior['respond'] = async ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"a":"');
  while (socket.writable) {
    socket.write('x'.repeat(60_000));
    await later(1);
  }
};
/** The server goes down for this time at each of these requests. */
const downAt =
  (ms: number | undefined, ...counts: readonly number[]): Behavior['respond'] =>
  (turn) => {
    if (counts.includes(turn.count)) return turn.stage.goDown(ms);
    return conforming(turn);
  };
const upTo =
  (most: number): Behavior['accept'] =>
  (socket, { open }) => {
    if (open() <= most) return false;
    socket.destroy();
    return true;
  };
/** Serves connections in turn; the others wait. */
function inTurn(): Pick<Behavior, 'accept' | 'respond'> {
  const waiting: { readonly socket: Socket; readonly go: () => void }[] = [];
  const turns = new WeakMap<Socket, Promise<void>>();
  let serving: Socket | undefined;
  const next = (): void => {
    const first = waiting.shift();
    serving = first?.socket;
    first?.go();
    if (serving?.destroyed) next();
  };
  return {
    accept(socket) {
      turns.set(socket, new Promise((go) => waiting.push({ socket, go })));
      socket.once('close', () => {
        if (serving === socket) next();
      });
      if (serving === undefined) next();
      return false;
    },
    async respond(turn) {
      await turns.get(turn.socket);
      await conforming(turn);
    },
  };
}
const drip = async ({ reply, socket }: Turn): Promise<void> => {
  for (const byte of encode(await reply())) {
    if (!socket.writable) return;
    socket.write(Buffer.from([byte]));
    await later(1000);
  }
};
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
const continues = behavior(
  'continue-forever',
  '100 Continue comes again and again, and no response.',
  'partial',
  async ({ socket }) => {
    while (socket.writable) {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100));
      await later(10);
    }
  },
  { says: 'more than 1,000 interim (1xx) responses' },
);

export const CONNECTIONS: readonly Behavior[] = [
  behavior(
    'close-each',
    'Each response announces the end of its connection.',
    'conforming',
    async ({ reply, socket }) => {
      const whole = await reply();
      socket.end(encode({ ...whole, headers: [...whole.headers, ['connection', 'close']] }));
    },
  ),
  behavior(
    'close-unannounced',
    'Each connection ends after its first response, unannounced.',
    'conforming',
    async ({ reply, socket }) => {
      socket.end(encode(await reply()));
    },
  ),
  behavior('close-at-once', 'Connections end as soon as they begin.', 'partial', conforming, {
    says: 'closed the connection',
    accept: (socket) => {
      socket.end();
      return true;
    },
  }),
  behavior('reset-at-once', 'Connections are reset as soon as they begin.', 'partial', conforming, {
    says: 'closed the connection',
    accept: (socket) => {
      socket.resetAndDestroy();
      return true;
    },
  }),
  behavior(
    'reset-at-request',
    'Connections are reset at the first request.',
    'partial',
    ({ socket }) => {
      socket.resetAndDestroy();
    },
    { says: 'closed the connection' },
  ),
  behavior(
    'reset-in-body',
    'Connections are reset inside the body.',
    'partial',
    async ({ reply, socket }) => {
      const whole = encode(await reply());
      socket.write(whole.subarray(0, whole.length - 5), () =>
        setTimeout(() => socket.resetAndDestroy(), 2),
      );
    },
    { says: 'closed the connection' },
  ),
  behavior('one-connection', 'A second connection is closed at once.', 'conforming', conforming, {
    accept: upTo(1),
    says: 'one request at a time',
  }),
  behavior('four-connections', 'A fifth connection is closed at once.', 'conforming', conforming, {
    accept: upTo(4),
    says: 'one request at a time',
  }),
  {
    ...behavior(
      'connections-in-turn',
      'Connections are served one after the other.',
      'conforming',
      conforming,
      { options: ['--timeout', '2000'], says: 'one request at a time' },
    ),
    ...inTurn(),
  },
  behavior(
    'restart',
    'The server is down for three seconds, once.',
    'conforming',
    downAt(3000, 100),
    { says: 'did not accept connections once' },
  ),
  behavior(
    'restarts',
    'The server is down for a second, three times.',
    'conforming',
    downAt(1000, 50, 150, 250),
    { says: 'did not accept connections 3 times' },
  ),
  behavior(
    'starts-late',
    'The server takes connections a second after the run has begun.',
    'conforming',
    conforming,
    { lateMs: 1400 },
  ),
  behavior('dies', 'The server goes down for good.', 'partial', downAt(undefined, 100), {
    says: 'the target stopped responding',
  }),
  behavior(
    'crashes',
    'A path that cannot be decoded brings the server down for a moment.',
    'nonconforming',
    (turn) => (isDecodable(turn.request.target) ? conforming(turn) : turn.stage.goDown(300)),
  ),
  behavior(
    'worker-crashes',
    'A path that cannot be decoded ends a worker; the port stays open, and another takes over.',
    'nonconforming',
    (turn) => (isDecodable(turn.request.target) ? conforming(turn) : turn.stage.loseWorker()),
    { says: 'closed the connection' },
  ),
  behavior(
    'crashes-on-one',
    'A broken escape in a path of allocation-v1/withdraw brings the server down for a moment.',
    'nonconforming',
    (turn) => {
      const { target } = turn.request;
      const isMeant = target.includes('/%zz/') && /allocations\/v1.*withdraw/.test(target);
      return isMeant ? turn.stage.goDown(300) : conforming(turn);
    },
    { says: 'closed the connection' },
  ),
  behavior(
    'goes-silent',
    'After 100 requests nothing comes back.',
    'partial',
    (turn) => (turn.count < 100 ? conforming(turn) : undefined),
    { options: ['--timeout', '2000'], says: 'the target stopped responding' },
  ),
  behavior(
    'hangs-for-good',
    'After 60 requests nothing comes back, with the default timeout.',
    'partial',
    (turn) => (turn.count <= 60 ? conforming(turn) : undefined),
    { says: 'the target stopped responding' },
  ),
  silent,
  ofLedger(silent),
  behavior(
    'silent-after-head',
    'The body never comes.',
    'partial',
    async ({ reply, socket }) => {
      socket.write(encode({ ...(await reply()), body: Buffer.alloc(0) }));
    },
    { says: 'does not respond' },
  ),
  behavior('drip', 'A byte comes each second.', 'partial', drip, { says: 'does not respond' }),
  continues,
  behavior('slow', 'Each response takes 40 ms.', 'conforming', async (turn) => {
    await later(40);
    await conforming(turn);
  }),
  behavior('endless', 'Bodies never end.', 'partial', endless, { says: 'it is longer than 1 MiB' }),
  ofLedger(
    behavior('endless', 'Bodies never end.', 'partial', endless, {
      says: 'it is longer than 1 MiB',
    }),
  ),
  behavior(
    'endless-good',
    'Valid bodies never end.',
    'partial',
    async (turn) => ((await turn.reply()).status === 200 ? endless(turn) : conforming(turn)),
    { says: 'it is longer than 1 MiB' },
  ),
  behavior(
    'two-responses',
    'Each request gets its response twice.',
    'nonconforming',
    async ({ reply, socket }) => {
      const whole = encode(await reply());
      socket.write(Buffer.concat([whole, whole]));
    },
  ),
  behavior(
    'hangs-on-one',
    'The operation withdraw never responds.',
    'partial',
    (turn) => (turn.request.target.endsWith('/withdraw') ? undefined : conforming(turn)),
    { options: ['--timeout', '500'], says: 'got no response in time' },
  ),
  behavior('drops-some', 'One request in 20 is dropped.', 'conforming', (turn) =>
    turn.count % 20 === 7 ? void turn.socket.destroy() : conforming(turn),
  ),
  behavior(
    'plain',
    'Nothing is odd.',
    'conforming',
    changed((reply) => reply),
  ),
];
