import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { Attempt, type Line } from './attempt.ts';
import { Heads } from './heads.ts';

/** The most bytes of a response's header section; messages about longer sections state it. */
const LONGEST_HEADERS = 2 ** 20;

/** A pooled client that reports to each attempt which connection it uses. */
class LineClient extends Client {
  readonly #line: Line;

  constructor(origin: URL, options: Client.Options, line: Line) {
    super(origin, options);
    this.#line = line;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (options instanceof Attempt) options.line = this.#line;
    return super.dispatch(options, handler);
  }
}

export interface LineOptions {
  readonly connections: number;
  /** Opens a connection. */
  readonly connect: buildConnector.connector;
}

/** Connections to one origin without pipelining. Attempts have their own time limits. */
export function lines(origin: string, options: LineOptions): Pool {
  const { connections, connect } = options;
  return new Pool(origin, {
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: LONGEST_HEADERS,
    factory(target, clientOptions) {
      const line: Line = { socket: undefined, uses: 0, heads: new Heads() };
      const tracked: buildConnector.connector = (where, done) => {
        connect(where, (...[error, socket]) => {
          if (error !== null) return done(error, null);
          line.socket = socket;
          line.uses = 0;
          watch(socket, line.heads);
          done(null, socket);
        });
      };
      return new LineClient(target, { ...clientOptions, connect: tracked }, line);
    },
  });
}

/** Passes every byte from a socket to `heads`. */
function watch(socket: Socket, heads: Heads): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const bytes: unknown = read(size);
    if (Buffer.isBuffer(bytes)) heads.pass(bytes);
    return bytes;
  };
}
