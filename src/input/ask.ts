/** One request that is no part of a run: for a token, a version or a document. */
import type { Operation } from '../contract/contract.ts';
import { connect } from '../exchange/client.ts';
import type { Trust } from '../exchange/trust.ts';
import type { Exchange } from '../model/index.ts';

export interface Question {
  readonly url: URL;
  /** Below the URL, whose own path is kept in front of it; empty for the URL itself. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with POST; without it, GET. */
  readonly body?: string;
  readonly secrets?: readonly string[];
  readonly timeoutMs?: number;
  readonly trust?: Trust | undefined;
}

const TIMEOUT_MS = 10_000;
/** The documents that nodes serve about themselves have half a megabyte. */
const LONGEST_ANSWER = 16 * 2 ** 20;

/** Sends the request; a server that has much to do is asked again, as in a run. Never rejects. */
export async function ask(question: Question): Promise<Exchange> {
  const { url, path = '', headers = {}, body, secrets = [], timeoutMs = TIMEOUT_MS } = question;
  const method = body === undefined ? 'GET' : 'POST';
  const client = connect({
    baseUrl: url,
    timeoutMs,
    secrets,
    trust: question.trust,
    connections: 1,
    maxBodyBytes: LONGEST_ANSWER,
  });
  const whole = path === '' ? `${url.pathname.endsWith('/') ? '/' : ''}${url.search}` : path;
  const operation = aside(method, whole);
  const sent = body === undefined ? {} : { body };
  try {
    return await client.send({ operation, method, path: whole, headers, ...sent });
  } finally {
    await client.close();
  }
}

/** Calls belong to operations; this one is in no contract. */
export function aside(method: string, path: string): Operation {
  return {
    key: 'aside#ask',
    operationId: 'ask',
    name: 'aside',
    core: false,
    summary: 'A request beside the run',
    method,
    path,
    pathParameters: [],
    responses: {},
    contract: { id: 'aside', version: '', sha256: '', document: {}, operations: [] },
  };
}
