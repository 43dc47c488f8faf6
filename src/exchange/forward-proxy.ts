/** A forward proxy on the way to a target: tunnels through it, and what its refusals mean. */

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { PROXY_AWAY } from '../availability/recovery.ts';
import type { HttpResponse } from '../model/index.ts';
import { hostOf, lookup } from './loopback.ts';
import { tlsOptions } from './trust.ts';
import type { ForwardProxy, Trust } from './way.ts';

/** Why a proxy lets no request through. `away`: it may do so later. `untunnelled`: it opens no tunnel to this place. */
export class ProxyError extends Error {
  readonly code: string;
  readonly untunnelled: boolean;

  constructor(message: string, kind: 'away' | 'final' | 'untunnelled' = 'final') {
    super(message);
    this.code = kind === 'away' ? PROXY_AWAY : 'ASSAY_PROXY';
    this.untunnelled = kind === 'untunnelled';
  }
}

/** Statuses of a proxy that does not reach the target. */
const NOT_REACHED: ReadonlySet<number> = new Set([502, 503, 504]);

/** `http://proxy:3128 (HTTPS_PROXY)` */
export function shownProxy({ url, from }: ForwardProxy): string {
  return `${url.origin} (${from})`;
}

/** Host and port, as CONNECT names them. */
function authorityOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** A connection to the target through the proxy. Rejects with ProxyError. */
export function tunnel(
  proxy: ForwardProxy,
  target: URL,
  { timeoutMs, trust = {} }: { readonly timeoutMs: number; readonly trust?: Trust | undefined },
): Promise<Socket> {
  const place = authorityOf(target);
  const { protocol, port } = proxy.url;
  const { authorization } = proxy;
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request({
      method: 'CONNECT',
      host: hostOf(proxy.url),
      port: port || (protocol === 'https:' ? 443 : 80),
      path: place,
      headers: { host: place, ...(authorization && { 'proxy-authorization': authorization }) },
      agent: false,
      lookup,
      ...tlsOptions({ ca: trust.ca }),
    });
    const fail = (error: Error): void => {
      clearTimeout(deadline);
      sent.destroy();
      reject(error);
    };
    const deadline = setTimeout(() => fail(late(proxy, target, timeoutMs)), timeoutMs);
    sent.once('error', (error) => fail(unreached(proxy, error)));
    const answered = (response: IncomingMessage): void => {
      const headers = response.headers as Readonly<Record<string, string>>;
      fail(refusal(proxy, target, { status: response.statusCode ?? 0, headers }));
    };
    // Some proxies answer a refusal as an ordinary response.
    sent.once('response', answered);
    sent.once('connect', (response, socket: Socket, head) => {
      const { statusCode = 0 } = response;
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return answered(response);
      }
      clearTimeout(deadline);
      if (head.length > 0) socket.unshift(head);
      socket.setNoDelay(true);
      resolve(socket);
    });
    sent.end();
  });
}

function late(proxy: ForwardProxy, target: URL, timeoutMs: number): ProxyError {
  return new ProxyError(
    `The proxy ${shownProxy(proxy)} did not open a connection to ${authorityOf(target)} within ${timeoutMs} ms. Check its host and port, and the host and port of the target. ${without(proxy, target)}`,
  );
}

/** How to get to the target without the proxy. */
function without({ from }: ForwardProxy, { hostname }: URL): string {
  return /_proxy$/i.test(from)
    ? `If ${hostname} can be reached without a proxy, add it to NO_PROXY.`
    : `If ${hostname} can be reached without a proxy, use --proxy none.`;
}

/** The error of a connection to a proxy, in words. */
export function unreached(proxy: ForwardProxy, error: Error): ProxyError {
  if (error instanceof ProxyError) return error;
  const { code = error.message } = error as NodeJS.ErrnoException;
  const shown = shownProxy(proxy);
  const otherwise = `Correct it, or use no proxy: --proxy none.`;
  if (/^(ENOTFOUND|EAI_\w+|ENODATA)$/.test(code))
    return new ProxyError(
      `The name of the proxy ${shown} cannot be resolved (${code}). ${otherwise}`,
    );
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code))
    return new ProxyError(
      `The proxy ${shown} does not accept connections (${code}). ${otherwise}`,
      'away',
    );
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code))
    return new ProxyError(
      `The proxy ${shown} closed the connection without a response (${code}). Check its host, port and scheme.`,
      'away',
    );
  if (/^HPE_/.test(code))
    return new ProxyError(
      `The proxy ${shown} responds with something that is not HTTP/1.1 (${code}). Check its host, port and scheme.`,
    );
  if (/TIMEOUT|ETIMEDOUT/.test(code))
    return new ProxyError(
      `The proxy ${shown} did not accept a connection in time (${code}). ${otherwise}`,
    );
  if (/WRONG_VERSION|PACKET_LENGTH|EPROTO/.test(code) && proxy.url.protocol === 'https:')
    return new ProxyError(
      `The proxy ${shown} does not speak TLS (${code}). Most proxies have an http:// URL, even for https targets.`,
    );
  return new ProxyError(
    `The connection to the proxy ${shown} failed: ${error.message.split('\n', 1)[0]} (${code}). For a certificate of a private authority use --ca.`,
  );
}

type Refusal = Pick<HttpResponse, 'status' | 'headers'>;

/** What a response of the proxy itself means. */
function refusal(proxy: ForwardProxy, target: URL, { status, headers }: Refusal): ProxyError {
  const shown = shownProxy(proxy);
  const place = authorityOf(target);
  if (status === 407) return new ProxyError(wantsUser(proxy, headers['proxy-authenticate']));
  if (NOT_REACHED.has(status))
    return new ProxyError(
      `The proxy ${shown} does not reach ${place} (${status}). Check the host and port of the target. ${without(proxy, target)}`,
      'away',
    );
  return new ProxyError(
    `The proxy ${shown} does not connect to ${place} (${status}). Ask its operator to allow this. ${without(proxy, target)}`,
    'untunnelled',
  );
}

function wantsUser(proxy: ForwardProxy, offered: unknown): string {
  const { url, authorization, from } = proxy;
  const shown = shownProxy(proxy);
  const schemes = [offered ?? []]
    .flat()
    .join(', ')
    .match(/\b(?:Negotiate|NTLM|Kerberos|Digest)\b/gi);
  if (schemes !== null && !/\bbasic\b/i.test(String(offered)))
    return `The proxy ${shown} requires ${[...new Set(schemes)].join(' or ')} authentication (407), but Assay supports only Basic. Run a local helper that supports it, such as px or cntlm, and name it with --proxy.`;
  if (authorization !== undefined)
    return `The proxy ${shown} rejects the user and password (407). Correct them there; in a URL, percent-encode characters such as @ : / # (%40 for @).`;
  const where = /_proxy$/i.test(from) ? from : 'HTTPS_PROXY or HTTP_PROXY';
  return `The proxy ${shown} asks for a user and a password (407). Write them into the environment variable ${where}: ${url.protocol}//, user, a colon, password, @ and ${url.host}.`;
}

/** A response that the proxy gave in place of the target, by the marks of proxies (RFC 9110 §15.5.8, RFC 9209 §2.1). */
export function answerOfProxy(
  proxy: ForwardProxy,
  target: URL,
  { status, headers }: Refusal,
): ProxyError | undefined {
  const isMarked =
    status === 407 ||
    'x-squid-error' in headers ||
    /;\s*error\s*=/i.test(headers['proxy-status'] ?? '');
  return isMarked ? refusal(proxy, target, { status, headers }) : undefined;
}
