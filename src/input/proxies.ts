/** The forward proxy on the way to a URL: as the operator names it, or as the environment does. */

import { isLoopback } from '../exchange/loopback.ts';
import { isExempt } from '../exchange/no-proxy.ts';
import type { ForwardProxy, ProxyFor } from '../exchange/way.ts';
import { decoded } from '../model/index.ts';
import { InputError } from './error.ts';

/** The value that switches all proxies off. */
const NONE = 'none';
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

export interface Proxies {
  readonly proxyFor: ProxyFor;
  /** Values that no file may contain: passwords of proxies. */
  readonly secrets: readonly string[];
}

/** A proxy that an option or a member names. */
export interface NamedProxy {
  /** A URL, or `none`. */
  readonly value: string;
  /** The option or the member, for messages. */
  readonly from: string;
}

/**
 * The proxy that the operator names holds for every URL. Otherwise the environment decides: HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY, in lower case first; loopback addresses need no proxy. Throws InputError, which never shows a password.
 */
export function proxiesOf(
  named: NamedProxy | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Proxies {
  if (named !== undefined) {
    const proxy = named.value.trim() === NONE ? undefined : proxyIn(named.value, named.from);
    return { proxyFor: () => proxy, secrets: secretsOf(proxy) };
  }
  const variables = [...new Set(['https:', 'http:'].map((one) => variableFor(one, environment)))];
  const secrets = variables.flatMap((name) => {
    try {
      return secretsOf(name === undefined ? name : proxyFrom(name, environment));
    } catch {
      // A variable for the other scheme may be unusable.
      return [];
    }
  });
  return {
    secrets,
    proxyFor: (target) => {
      const name = variableFor(target.protocol, environment);
      if (name === undefined || isLoopback(target.hostname)) return undefined;
      const list = environment['no_proxy'] || environment['NO_PROXY'];
      if (list !== undefined && isExempt(target, list)) return undefined;
      return proxyFrom(name, environment);
    },
  };
}

/** Throws InputError if a secret stands in an option, which other users of this machine can read. */
export function checkProxyOption(value: string): void {
  if (value.trim() === NONE) return;
  const { authorization } = proxyIn(value, '--proxy');
  if (authorization === undefined) return;
  throw new InputError(
    '--proxy: a secret does not belong on the command line. Put the URL with user and password into the environment variable HTTPS_PROXY (HTTP_PROXY for a target with http://), and leave out --proxy.',
  );
}

/** The name of the variable that is set. A CGI program gets its client's header `Proxy` as HTTP_PROXY. */
function variableFor(protocol: string, environment: NodeJS.ProcessEnv): string | undefined {
  const isCgi = environment['REQUEST_METHOD'] !== undefined;
  const names =
    protocol === 'https:'
      ? ['https_proxy', 'HTTPS_PROXY']
      : ['http_proxy', ...(isCgi ? [] : ['HTTP_PROXY'])];
  return names.find((name) => (environment[name] ?? '').trim() !== '');
}

function proxyFrom(name: string, environment: NodeJS.ProcessEnv): ForwardProxy {
  return proxyIn(environment[name] ?? '', name);
}

/** The proxy of a URL; without a scheme it is http. */
function proxyIn(given: string, from: string): ForwardProxy {
  const text = given.trim();
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? 'http';
  if (scheme.startsWith('socks'))
    throw new InputError(
      `${from}: SOCKS proxies are not supported. Name an HTTP proxy, --proxy http://HOST:PORT, or none: --proxy ${NONE}.`,
    );
  if (scheme !== 'http' && scheme !== 'https')
    throw new InputError(
      `${from}: ${scheme} is not the scheme of a proxy. Write http://HOST:PORT, even for https targets.`,
    );
  const whole = SCHEME.test(text) ? text : `http://${text}`;
  // The URL itself may hold a password.
  if (!URL.canParse(whole))
    throw new InputError(
      `${from}: that is not the URL of a proxy. Write http://HOST:PORT; in the user and password, percent-encode characters such as @ : / # (%40 for @).`,
    );
  const { username, password, origin } = new URL(whole);
  const url = new URL(origin);
  if (username === '' && password === '') return { url, from };
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`);
  return { url, from, authorization: `Basic ${pair.toString('base64')}` };
}

/** The credential of a proxy. Redaction finds the password in it, unless it is so short that it occurs by chance. */
function secretsOf(proxy: ForwardProxy | undefined): readonly string[] {
  const pair = proxy?.authorization?.replace(/^Basic /, '');
  return pair === undefined ? [] : [pair];
}
