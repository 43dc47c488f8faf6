/** Sends one request outside a run: for a token, a version or a document. */
import type { Operation } from '../contract/contract.ts';
import type { Exchange } from '../model/index.ts';
import { type Access, clientFor } from './client.ts';

/** The connection options of an address. */
export type Way = Pick<Access, 'timeoutMs' | 'trust' | 'proxy'>;

export interface SingleRequest extends Access {
  readonly url: URL;
  /** The path after the URL's own path; empty for the URL itself. */
  readonly path?: string;
  /** With a body the request is a POST, otherwise a GET. */
  readonly body?: string;
}

/** The most bytes of a response; the documents of nodes have half a megabyte. */
const LARGEST_RESPONSE = 16 * 2 ** 20;

/** Sends the request; an overloaded server gets the request again, as in a run. Never rejects. */
export async function sendOnce(request: SingleRequest): Promise<Exchange> {
  // The pace is that of a run.
  const { url, path = '', headers = {}, body, ratePerSecond: _, ...access } = request;
  const method = body === undefined ? 'GET' : 'POST';
  const client = clientFor(url, access, { connections: 1, maxBodyBytes: LARGEST_RESPONSE });
  const whole = path === '' ? `${url.pathname.endsWith('/') ? '/' : ''}${url.search}` : path;
  const operation = aside(method, whole);
  const sent = body === undefined ? {} : { body };
  try {
    return await client.send({ operation, method, path: whole, headers, ...sent });
  } finally {
    await client.close();
  }
}

/** A call needs an operation; this one is in no contract. */
export function aside(method: string, path: string): Operation {
  return {
    key: 'aside#send',
    operationId: 'send',
    name: 'aside',
    core: false,
    summary: 'A request outside the run',
    method,
    path,
    pathParameters: [],
    responses: {},
    contract: { id: 'aside', version: '', sha256: '', document: {}, operations: [] },
  };
}
