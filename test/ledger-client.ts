/** A client of a running reference ledger for tests. It checks every response against the contract. */

import { request } from 'node:http';
import { expect } from 'vitest';
import type { Operation } from '../src/contract/contract.ts';
import { dropAbsentNulls } from '../src/contract/null-as-absent.ts';
import { validator } from '../src/contract/validate.ts';
import { ledgerContract } from '../suites/ledger/contract.ts';
import type { LedgerVersion } from '../suites/ledger/versions.ts';

/** A response; the body is parsed if it is JSON, and its text otherwise. The test declares the type. */
export interface Heard<T> {
  readonly status: number;
  readonly body: T;
}

/** The members of an error that tests look at. */
export interface ErrorBody {
  readonly code: string;
  readonly grpcCodeValue: number;
  readonly errorCategory: number;
}

export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class LedgerClient {
  readonly #url: string;
  readonly #version: LedgerVersion;
  readonly #token: string | undefined;

  constructor(url: string, version: LedgerVersion, token?: string) {
    this.#url = url;
    this.#version = version;
    this.#token = token;
  }

  get<T = ErrorBody>(path: string, body?: unknown, sent: Sent = {}): Promise<Heard<T>> {
    return this.#send('GET', path, body, sent);
  }

  post<T = ErrorBody>(path: string, body: unknown, sent: Sent = {}): Promise<Heard<T>> {
    return this.#send('POST', path, body, sent);
  }

  /** The body of a response, which must be 200. */
  async good<T>(path: string, body: unknown, sent: Sent = {}): Promise<T> {
    const heard = await this.#send<T>('POST', path, body, sent);
    expect(heard.status, JSON.stringify(heard.body)).toBe(200);
    return heard.body;
  }

  /** The status and the code of a response, which must be a ledger error. */
  async rejection(path: string, body: unknown, sent: Sent = {}): Promise<string> {
    const { status, body: error } = await this.post(path, body, sent);
    expect(status, JSON.stringify(error)).toBeGreaterThanOrEqual(400);
    return `${status} ${error.code} ${error.grpcCodeValue} ${error.errorCategory}`;
  }

  async #send<T>(method: string, path: string, body: unknown, sent: Sent): Promise<Heard<T>> {
    const token = sent.token ?? this.#token;
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...sent.headers,
    };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const heard = await exchange(this.#url + path, method, headers, text);
    const operation = this.#operation(method, path.split('?')[0] ?? '');
    if (heard.json) holdAgainst(operation, heard.status, heard.body);
    return { status: heard.status, body: heard.body as T };
  }

  #operation(method: string, path: string): Operation {
    const fits = (template: string): boolean =>
      new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
    const found = ledgerContract(this.#version).operations.find(
      (one) => one.method === method && fits(one.path),
    );
    if (found === undefined) throw new Error(`The contract has no ${method} ${path}`);
    return found;
  }
}

function holdAgainst({ contract, responses }: Operation, status: number, body: unknown): void {
  const content = status === 200 ? responses['200'] : responses['default'];
  const schema = content?.['application/json'];
  if (schema === undefined) throw new Error(`no schema for ${status}`);
  const errors = validator(contract, schema)(dropAbsentNulls(contract, schema, body));
  expect(errors, JSON.stringify(body)).toEqual([]);
}

function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
): Promise<{ status: number; json: boolean; body: unknown }> {
  return new Promise((resolve, reject) => {
    const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
    const sending = request(url, { method, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const json = response.headers['content-type'] === 'application/json';
        resolve({ status: response.statusCode ?? 0, json, body: json ? JSON.parse(body) : body });
      });
    });
    sending.on('error', reject);
    sending.end(text);
  });
}
