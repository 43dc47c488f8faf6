/** Sends any request to a running reference ledger, even a malformed one, and checks each JSON response. */

import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { dropAbsentNulls } from '../src/contract/null-as-absent.ts';
import { validator } from '../src/contract/validate.ts';
import { startLedger } from '../src/reference/ledger.ts';
import { ledgerContract } from '../suites/ledger/contract.ts';
import type { LedgerVersion } from '../suites/ledger/versions.ts';

export interface LedgerResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The parsed body if it is JSON, and its text otherwise. */
  readonly body: unknown;
}

interface Extra {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `GET /v2/users`, a body (strings and bytes are sent unchanged, others as JSON), and a token or headers. */
export type SendToLedger = (call: string, body?: unknown, extra?: Extra) => Promise<LedgerResponse>;

/** A sender for the ledger at this URL. `token` is sent with each request without its own token. */
export function senderOf(url: string, version: LedgerVersion, token?: string): SendToLedger {
  return async (call, body, extra = {}) => {
    const [method = '', target = ''] = call.split(' ');
    const bearer = extra.token ?? token;
    const headers = {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...extra.headers,
    };
    const response = await send(url, method, target, headers, bytesOf(body));
    hold(version, method, target.split('?')[0] ?? '', response);
    return response;
  };
}

/** Starts a ledger for the tests of the running suite, and returns a sender for it. */
export function senderAt(version: LedgerVersion): SendToLedger {
  let send: SendToLedger;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const ledger = await startLedger({ version, variants: ['deprecated-enabled'] });
    ({ close } = ledger);
    send = senderOf(ledger.url, version);
  });
  afterAll(() => close());
  return (...call) => send(...call);
}

/** `404 USER_NOT_FOUND`, or only the status if the response is not a ledger error. */
export function verdictOf({ status, body }: LedgerResponse): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${body.code}` : '';
  return `${status}${code}`;
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function hold(
  version: LedgerVersion,
  method: string,
  path: string,
  { status, headers, body }: LedgerResponse,
): void {
  const contract = ledgerContract(version);
  const operation = contract.operations.find(
    (one) =>
      one.method === method &&
      new RegExp(`^${one.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  if (operation === undefined || headers['content-type'] !== 'application/json') return;
  const content = operation.responses[status === 200 ? '200' : 'default'];
  const schema = content?.['application/json'];
  if (schema === undefined)
    throw new Error(`${method} ${path} has no documented JSON with ${status}`);
  const errors = validator(contract, schema)(dropAbsentNulls(contract, schema, body));
  expect(errors, `${method} ${path}: ${JSON.stringify(body)}`).toEqual([]);
}

function send(
  url: string,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer | undefined,
): Promise<LedgerResponse> {
  const { hostname, port } = new URL(url);
  const length = bytes === undefined ? {} : { 'content-length': bytes.length };
  const options = { hostname, port, method, path: target, headers: { ...headers, ...length } };
  return new Promise((resolve, reject) => {
    const sending = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const all = Buffer.concat(chunks);
        const isJson = response.headers['content-type'] === 'application/json' && all.length > 0;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: all,
          body: isJson ? JSON.parse(all.toString('utf8')) : all.toString('utf8'),
        });
      });
    });
    sending.on('error', reject);
    sending.end(bytes);
  });
}
