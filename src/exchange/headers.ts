/** The headers of requests: the kit's, the operator's and the call's. */
import type { Alteration, Call } from '../model/index.ts';
import { isSecretHeader } from './redact.ts';
import { VERSION } from './version.ts';
import { alter, bearerIn } from './web-token.ts';

type Headers = Readonly<Record<string, string>>;

export class RequestHeaders {
  #shared: Headers;
  /** All headers of a request by those of its call, because most requests share them. */
  #whole = new WeakMap<Headers, Headers>();

  constructor(operator: Headers) {
    this.#shared = {
      accept: '*/*',
      'user-agent': `assay/${VERSION}`,
      ...lowerCased(operator),
    };
  }

  /** Headers that replace earlier ones, such as those of a renewed credential. */
  replace(renewed: Headers): void {
    this.#shared = { ...this.#shared, ...renewed };
    this.#whole = new WeakMap();
  }

  /** The headers of a call, names in lower case and secrets in clear; its own headers take precedence. */
  of({ anonymous, headers, altered }: Call): Headers {
    if (altered !== undefined) return lowerCased(headers, withAltered(this.#shared, altered));
    if (anonymous) return lowerCased(headers, withoutSecrets(this.#shared));
    const known = this.#whole.get(headers);
    if (known !== undefined) return known;
    const whole = lowerCased(headers, { ...this.#shared });
    this.#whole.set(headers, whole);
    return whole;
  }
}

function withoutSecrets(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isSecretHeader(name)));
}

/** The headers with the token of the run altered; without a bearer token they stay the same. */
function withAltered(headers: Headers, alteration: Alteration): Record<string, string> {
  const token = bearerIn(headers);
  if (token === undefined) return { ...headers };
  return { ...headers, authorization: `Bearer ${alter(token, alteration)}` };
}

/** Writes headers into `headers`, their names in lower case. */
function lowerCased(from: Headers, headers: Record<string, string> = {}): Record<string, string> {
  for (const name in from) headers[name.toLowerCase()] = from[name] ?? '';
  return headers;
}
