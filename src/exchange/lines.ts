import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { Attempt, type Line } from './attempt.ts';

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

/** Connections to one origin, no request pipelined behind another; time limits are the attempts' own. */
export function lines(origin: string, connections: number, connectTimeoutMs: number): Pool {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return new Pool(origin, {
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    factory(target, options) {
      const line: Line = { socket: undefined, uses: 0 };
      const tracked: buildConnector.connector = (where, done) => {
        connect(where, (...[error, socket]) => {
          if (error !== null) return done(error, null);
          line.socket = socket;
          line.uses = 0;
          done(null, socket);
        });
      };
      return new LineClient(target, { ...options, connect: tracked }, line);
    },
  });
}
