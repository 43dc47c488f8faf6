/** The way to a target: a direct connection, a tunnel through a forward proxy, or a proxy that passes requests on. */

import type { X509Certificate } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { PROXY_AWAY } from '../availability/recovery.ts';
import type { Attempt } from './attempt.ts';
import { answerOfProxy, ProxyError, shownProxy, tunnel, unreached } from './forward-proxy.ts';
import { hostOf, lookup } from './loopback.ts';
import type { WithCertificate } from './tls-problem.ts';
import { tlsOptions } from './trust.ts';
import type { ForwardProxy, ProxyFor, Trust } from './way.ts';

type Connector = buildConnector.connector;

export interface RouteOptions {
  readonly target: URL;
  /** The limit for a connection, and for a tunnel. */
  readonly timeoutMs: number;
  readonly trust?: Trust | undefined;
  readonly proxy?: ProxyFor | undefined;
}

export class Route {
  readonly proxy: ForwardProxy | undefined;
  readonly connect: Connector;
  /** True if the proxy opens no tunnel to a target without TLS: it reads each request, and passes it on. */
  passesOn = false;
  readonly #options: RouteOptions;
  #tried: Promise<void> | undefined;

  constructor(options: RouteOptions) {
    const { target, timeoutMs, trust = {} } = options;
    this.#options = options;
    this.proxy = options.proxy?.(target);
    const { proxy } = this;
    const way = (tls: Trust): Connector => {
      const direct = buildConnector({ timeout: timeoutMs, lookup, ...tlsOptions(tls) });
      return proxy === undefined ? direct : this.#through(proxy, direct);
    };
    const connect = way(trust);
    this.connect =
      target.protocol === 'https:' && !trust.insecure
        ? withCertificate(connect, () => way({ insecure: true }))
        : connect;
  }

  /** True if it has to be found out how the proxy treats this target. */
  get mayPassOn(): boolean {
    return this.proxy !== undefined && this.#options.target.protocol === 'http:';
  }

  /** Finds out once whether the proxy opens a tunnel. If it does not respond, the next connection shows why. */
  ready(): Promise<void> {
    this.#tried ??= this.#tunnel().then(
      (socket) => {
        socket.destroy();
      },
      (error: unknown) => {
        this.passesOn = error instanceof ProxyError && error.untunnelled;
        if (!this.passesOn) this.#tried = undefined;
      },
    );
    return this.#tried;
  }

  /** Why the proxy lets nothing through, in words; `undefined` if it does, or if there is none. */
  async problem(): Promise<string | undefined> {
    if (this.proxy === undefined) return undefined;
    try {
      (await this.#tunnel()).destroy();
      return undefined;
    } catch (error) {
      const { untunnelled, message } = error as ProxyError;
      return untunnelled && this.mayPassOn ? undefined : message;
    }
  }

  /** What stands before the path in a request: a proxy that passes it on gets the whole URL (RFC 9112 §3.2.2). */
  get before(): string {
    return this.passesOn ? this.#options.target.origin : '';
  }

  /** The headers of a request on this way: a proxy that passes it on gets its own credentials with it. */
  headersFor(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { authorization } = this.proxy ?? {};
    if (!this.passesOn || authorization === undefined) return headers;
    return { ...headers, 'proxy-authorization': authorization };
  }

  /** Turns a response that the proxy gave in place of the target into an error of the proxy. */
  check(attempt: Attempt): Attempt {
    const { proxy } = this;
    if (proxy === undefined || !this.passesOn || attempt.response === undefined) return attempt;
    const error = answerOfProxy(proxy, this.#options.target, attempt.response);
    if (error === undefined) return attempt;
    attempt.error = error;
    attempt.response = undefined;
    // The target did not get the request.
    attempt.started = false;
    return attempt;
  }

  /** The proxy as it is shown. */
  get shownProxy(): string | undefined {
    return this.proxy && shownProxy(this.proxy);
  }

  /** True if nothing listens at the target's port now, or the proxy does not reach it. */
  async refuses(): Promise<boolean> {
    if (this.passesOn) return false;
    if (this.proxy === undefined) return refuses(this.#options.target);
    try {
      (await this.#tunnel()).destroy();
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === PROXY_AWAY;
    }
  }

  /** Notes for the report. */
  notes(): readonly string[] {
    if (this.proxy === undefined) return [];
    const shown = this.shownProxy;
    return this.passesOn
      ? [
          `the requests went through the proxy ${shown}, which does not open a tunnel to this target: it read each request and response, and may have changed some`,
        ]
      : [`the requests went through the proxy ${shown}`];
  }

  #tunnel(): ReturnType<typeof tunnel> {
    const { target, timeoutMs, trust } = this.#options;
    return tunnel(this.proxy as ForwardProxy, target, { timeoutMs, trust });
  }

  #through(proxy: ForwardProxy, toTarget: Connector): Connector {
    const { timeoutMs, trust = {} } = this.#options;
    const own = tlsOptions({ ca: trust.ca });
    const toProxy = buildConnector({ timeout: timeoutMs, lookup, ...own });
    const place = placeAt(proxy.url);
    return (where, done) => {
      if (this.passesOn) {
        toProxy(place, (...[error, socket]) =>
          error === null ? done(null, socket) : done(unreached(proxy, error), null),
        );
        return;
      }
      this.#tunnel().then(
        (httpSocket) => {
          if (where.protocol === 'https:') toTarget({ ...where, httpSocket }, done);
          else done(null, httpSocket);
        },
        (error: Error) => done(error, null),
      );
    };
  }
}

/** Where a connector connects to. */
export function placeAt(url: URL): buildConnector.Options {
  const { host, protocol, port } = url;
  return { hostname: hostOf(url), host, protocol, port };
}

function refuses(url: URL): Promise<boolean> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connectTcp({ host: hostOf(url), port, lookup });
    const end = (isRefused: boolean) => (): void => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.setTimeout(1000, end(false)).on('connect', end(false)).on('error', end(true));
  });
}

/** Errors about a certificate that the server showed. */
const ABOUT_CERTIFICATE = /^CERT_|SELF_SIGNED|^UNABLE_TO_/;

/**
 * Adds the certificate of the server to an error about it: another connection looks at it, because one that was ended
 * shows none. Nothing is sent there, and no client certificate is shown.
 */
function withCertificate(connect: Connector, unverified: () => Connector): Connector {
  let certificate: X509Certificate | undefined;
  return (where, done) => {
    connect(where, (...[error, connected]) => {
      if (error === null) return done(null, connected);
      const fail = (): void =>
        done(Object.assign(error, { certificate } satisfies WithCertificate), null);
      const { code = '' } = error as NodeJS.ErrnoException;
      if (certificate !== undefined || !ABOUT_CERTIFICATE.test(code)) return fail();
      unverified()(where, (...[, seen]) => {
        certificate = (seen as TLSSocket | null)?.getPeerX509Certificate();
        seen?.destroy();
        fail();
      });
    });
  };
}
