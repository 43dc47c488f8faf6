import { buildConnector, Client, Pool } from 'undici';
import { Attempt } from './attempt.js';
/** A pooled client that tells each attempt which connection it goes over. */
class LineClient extends Client {
    #line;
    constructor(origin, options, line) {
        super(origin, options);
        this.#line = line;
    }
    dispatch(options, handler) {
        if (options instanceof Attempt)
            options.line = this.#line;
        return super.dispatch(options, handler);
    }
}
/** Connections to one origin, no request pipelined behind another; time limits are the attempts' own. */
export function lines(origin, connections, connectTimeoutMs) {
    const connect = buildConnector({ timeout: connectTimeoutMs });
    return new Pool(origin, {
        connections,
        headersTimeout: 0,
        bodyTimeout: 0,
        factory(target, options) {
            const line = { socket: undefined, uses: 0 };
            const tracked = (where, done) => {
                connect(where, (...[error, socket]) => {
                    if (error !== null)
                        return done(error, null);
                    line.socket = socket;
                    line.uses = 0;
                    done(null, socket);
                });
            };
            return new LineClient(target, { ...options, connect: tracked }, line);
        },
    });
}
