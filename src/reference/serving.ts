/** What both reference servers need: the selection of changes, and a port on this machine. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closest } from 'fastest-levenshtein';

/** The items with these ids, in this order. Throws for an unknown id, and names the nearest one. */
export function choose<T extends { readonly id: string }>(
  kind: string,
  all: readonly T[],
  ids: readonly string[],
): readonly T[] {
  return ids.map((id) => {
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    const known = all.map((one) => one.id);
    throw new Error(`Unknown ${kind} '${id}'; did you mean '${closest(id, known)}'?`);
  });
}

interface Listening {
  readonly origin: string;
  /** Requests that arrived so far. */
  readonly received: () => number;
  readonly close: () => Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes any free one. Throws if the port is taken. */
export async function listening(server: Server, wanted: number): Promise<Listening> {
  let requests = 0;
  server.on('request', () => requests++);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
