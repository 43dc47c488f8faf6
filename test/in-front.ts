/** A gateway in front of a reference server: it passes requests on, or responds itself. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A response of the gateway. `reset` closes the connection without one, `hang` keeps it open, and `cut` closes it in the
 * middle of the response of the target.
 */
export type Instead =
  | 'reset'
  | 'hang'
  | 'cut'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export interface Gateway {
  readonly url: URL;
  /** The requests that it did not pass on. */
  readonly refused: () => number;
  close(): Promise<void>;
}

/**
 * Starts a gateway on 127.0.0.1. `instead` decides on each request by its number, counted from 1, and by the request;
 * `undefined` passes it on, as soon as it is known.
 */
export async function inFrontOf(
  target: string,
  instead: (
    n: number,
    request: IncomingMessage,
    response: ServerResponse,
  ) => Instead | undefined | Promise<Instead | undefined>,
): Promise<Gateway> {
  const { origin, pathname } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  let [seen, refused] = [0, 0];
  const server = createServer({ keepAliveTimeout: 60_000 }, async (came, response) => {
    const own = await instead(++seen, came, response);
    if (own !== undefined) refused++;
    if (own === 'hang') return;
    if (own === 'reset') came.socket.destroy();
    else if (own !== undefined && own !== 'cut') {
      came.resume();
      response.writeHead(own.status, { 'content-type': 'text/html', ...own.headers });
      response.end(own.body ?? '<!doctype html><title>Not now</title>');
    } else {
      const { url, method, headers } = came;
      const passed = request(origin + url, { method, headers, agent }, (back) => {
        response.writeHead(back.statusCode ?? 500, back.rawHeaders);
        if (own === 'cut') void cut(back, response);
        else back.pipe(response);
      });
      passed.on('error', () => response.destroy());
      came.pipe(passed);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const path = pathname === '/' ? '' : pathname;
  return {
    url: new URL(`http://127.0.0.1:${port}${path}`),
    refused: () => refused,
    close: async () => {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function cut(back: IncomingMessage, response: ServerResponse): Promise<void> {
  const whole = Buffer.concat(await back.toArray());
  response.write(whole.subarray(0, whole.length / 2), () => response.socket?.destroy());
}
