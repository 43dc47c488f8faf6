/** Earlier requests whose response a target may keep and give to others: a cache, a remembered rejection. */

import { createHash } from 'node:crypto';
import { NO_CHANCE } from '../../availability/numbers.ts';
import type { Operation } from '../../contract/contract.ts';
import { operationAt, pathOf } from '../../contract/match.ts';
import {
  type Call,
  type Exchange,
  endOf,
  type HttpResponse,
  type Kept,
  NoBody,
} from '../../model/index.ts';
import { isSameCall, keyOf } from '../../plan/call.ts';
import type { Failure } from '../observations.ts';

/** What a cache may go by: requests that agree in it get one response. The more it leaves out, the later it comes. */
const KEYS: readonly ((call: Call) => unknown[])[] = [
  ({ method, path, body }) => [method, path, body],
  ({ path, body }) => [path, body],
  ({ method, path }) => [method, path],
  ({ path }) => [path],
  ({ method, path, body }) => [method, pathOf(path), body],
  ({ method, path }) => [method, pathOf(path)],
  ({ path }) => [pathOf(path)],
  ({ operation }) => [operation.key],
];

export interface Origin {
  readonly kept: Kept;
  /** False if a cache may go by so little that the renewed request has the same key. */
  readonly isRenewable: boolean;
  /** True if so many different requests have this response that the failing one is hardly its cause. */
  readonly isShared: boolean;
  /** What the cache goes by, and at which operation. */
  readonly name: string;
}

export class Origins {
  readonly #kept: readonly Kept[];
  readonly #operations: readonly Operation[];
  readonly #digests = new Map<HttpResponse | string, string>();
  readonly #renewed = new Map<string, number>();

  constructor(kept: readonly Kept[], operations: readonly Operation[]) {
    this.#kept = kept;
    this.#operations = operations;
  }

  /** The first request with this response, if all later ones that a cache would take for it have it as well. */
  of({ at, culprit }: Failure): readonly Origin[] {
    const { request, response } = culprit;
    // A server error is no right response to the earlier request either.
    if (response === undefined || response.status >= 500) return [];
    // A cache may hold only what is accepted; but a request that should be rejected is judged like others that are.
    const onlyAccepted = at.planned.probe.wrong === undefined && response.status < 300;
    const near = this.#kept.filter(({ exchange: one }) => this.#isNear(one.request, request));
    const digest = this.#digestOf(response);
    const has = ({ exchange: one }: Kept): boolean =>
      one.response?.status === response.status && this.#digestOf(one.response) === digest;
    return KEYS.flatMap((key, i) => {
      const own = JSON.stringify(key(request));
      const group = near.filter(
        ({ exchange: one }) =>
          one.response !== undefined &&
          !(onlyAccepted && one.response.status >= 300) &&
          JSON.stringify(key(one.request)) === own,
      );
      const first = group.find(has);
      if (first === undefined || isSameCall(first.exchange.request, request)) return [];
      const end = endOf(first.exchange);
      const later = group.filter(({ exchange }) => exchange.startedAt > end);
      if (!later.every(has)) return [];
      const isRenewable = JSON.stringify(key(withNumber(request, 1))) !== own;
      const name = `${request.operation.key} ${i}`;
      const different = new Set([first, ...later].map(({ exchange }) => keyOf(exchange.request)));
      return [{ kept: first, isRenewable, isShared: different.size >= NO_CHANCE, name }];
    });
  }

  /** True if the same request got several responses. */
  differs({ request }: Exchange): boolean {
    const same = this.#kept.flatMap(({ exchange: { request: one, response } }) =>
      response !== undefined && isSameCall(one, request) ? [response] : [],
    );
    return new Set(same.map((one) => this.#digestOf(one))).size > 1;
  }

  /** These requests in a spelling that no cache knows: their number belongs to them alone. */
  renewed(calls: readonly Call[]): readonly (readonly Call[])[] {
    const key = calls.map(keyOf).join();
    const n = this.#renewed.get(key) ?? this.#renewed.size + 1;
    this.#renewed.set(key, n);
    return calls.map((call) => [withNumber(call, n)]);
  }

  /** True for a request to the same path, or to the same operation: one that is wrong on purpose may lead elsewhere. */
  #isNear({ operation, method, path }: Call, request: Call): boolean {
    if ((operation.effect ?? 'read') !== 'read') return false;
    if (pathOf(path) === pathOf(request.path)) return true;
    return (
      operation === request.operation &&
      operationAt(this.#operations, method, path).operation === operation
    );
  }

  /** A digest, because large bodies would take much memory; made once for each text, which servers repeat. */
  #digestOf(response: HttpResponse): string {
    const key = nameOfText(response);
    const digest =
      this.#digests.get(key) ?? createHash('sha256').update(steadyText(response)).digest('base64');
    this.#digests.set(key, digest);
    return digest;
  }
}

/** The same request for a server, and another one for most caches: another query, and other white space in its JSON. */
function withNumber(call: Call, n: number): Call {
  const { path, body, encoding } = call;
  const isJson = encoding === undefined && /^\s*[{[]/.test(body ?? '');
  return {
    ...call,
    path: `${path}${path.includes('?') ? '&' : '?'}assay=${n}`,
    ...(isJson ? { body: `${body}${' '.repeat(n)}` } : {}),
  };
}

/** Equal for equal texts; the response itself if its text was not kept. */
function nameOfText(response: HttpResponse): HttpResponse | string {
  try {
    return response.textDigest ?? response;
  } catch (error) {
    if (error instanceof NoBody) return response;
    throw error;
  }
}

/** The text without times and the ids of traces, which differ in each response. */
export function steadyText(response: HttpResponse): string {
  try {
    return response.text.replace(VOLATILE, '*');
  } catch (error) {
    if (error instanceof NoBody) return '';
    throw error;
  }
}

const VOLATILE =
  /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{32}\b/gi;
