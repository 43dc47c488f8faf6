import type { NoResponse } from '../model/index.ts';
import { shownProxy } from './forward-proxy.ts';
import { isClientCertificate, tlsProblem } from './tls-problem.ts';
import type { ForwardProxy, Trust } from './way.ts';

/** An error that the kit itself causes, with a code that no network error has. */
function own(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}
export const TIMED_OUT: Error = own('ASSAY_TIMED_OUT');
export const INTERRUPTED: Error = own('ASSAY_INTERRUPTED');
export const BAD_LENGTH: Error = own(
  'HPE_CONTENT_LENGTH',
  'Content-Length is not a single number, or is sent together with Transfer-Encoding',
);
/** Ends a request after too many interim responses. */
export const MANY_INTERIM: Error = own('ASSAY_MANY_INTERIM');
/** Ends a response after enough bytes were read. */
export const ENOUGH: Error = own('ASSAY_ENOUGH');

/** The facts about the failed request. */
export interface Circumstances {
  readonly url: URL;
  readonly timeoutMs: number;
  /** True if a connection for the request was available. */
  readonly started: boolean;
  /** True when the target has responded before: its address is right. */
  readonly hasResponded?: boolean;
  readonly trust?: Trust | undefined;
  /** The proxy that read this request, if it went through no tunnel. */
  readonly passedOnBy?: ForwardProxy | undefined;
}

const LOOK = "Check the server's log.";

type Explain = (where: Circumstances, code: string, detail: string, error: unknown) => string;

const refused: Explain = ({ url, hasResponded }, code) =>
  hasResponded
    ? `${url.host} no longer accepts connections (${code}). ${LOOK}`
    : `Nothing at ${url.host} accepts connections (${code}). Start the server there, or correct the host and port of the URL.`;
const dns: Explain = ({ url, hasResponded }, code) =>
  hasResponded
    ? `The name ${url.hostname} can no longer be resolved (${code}). Check the DNS settings of this machine.`
    : `The name ${url.hostname} cannot be resolved (${code}). Check its spelling, and the DNS settings of this machine.`;
const tls: Explain = ({ url, hasResponded, trust }, code, detail, error) =>
  hasResponded && !isClientCertificate(code)
    ? `A new TLS connection to ${url.host} failed: ${detail} (${code}). ${LOOK}`
    : tlsProblem({ url, code, detail, error, trust });
/** A SETTINGS frame comes first (RFC 9113 §3.4). */
const HTTP2 = /at "\\u0000\\u0000.{1,6}\\u0004\\u0000/;
const notHttp: Explain = ({ url, hasResponded }, code, detail) => {
  if (HTTP2.test(detail))
    return `${url.host} supports only HTTP/2 (${code}), but Assay uses HTTP/1.1. Allow HTTP/1.1 at this port, or put a proxy in front that does.`;
  const problem = `${url.host} responds with something that is not HTTP/1.1: ${detail} (${code}).`;
  return `${problem} ${hasResponded ? LOOK : 'Check the port, and whether the URL needs https.'}`;
};
const longHeaders: Explain = ({ url }, code) =>
  `${url.host} responds with more than 1 MiB of header fields, which is the limit of Assay (${code}). Find out what adds them: a proxy, a cookie, or a loop.`;
const manyInterim: Explain = ({ url }) =>
  `${url.host} sends more than 1,000 interim (1xx) responses before its final response, which is the limit of Assay. ${LOOK}`;
const upgraded: Explain = ({ url }) =>
  `${url.host} responds with 101 Switching Protocols, although the request names no other protocol (RFC 9110 section 15.2.2). ${LOOK}`;
const reset: Explain = ({ url, started, hasResponded, trust, passedOnBy }, code) => {
  if (passedOnBy !== undefined)
    return `The proxy ${shownProxy(passedOnBy)} closed the connection before the response of ${url.host} was complete (${code}). Check its log, and the server's.`;
  const when = started ? 'before the response was complete' : 'at once';
  const isNew = started && !hasResponded;
  const hints = {
    'http:': "Check the server's log; if it needs TLS, use https.",
    // Some servers check a client certificate after the handshake, and hang up.
    'https:':
      "Check the server's log; if it requires a client certificate, name one with --cert and --key.",
  };
  const hint = url.protocol === 'http:' || trust?.identity === undefined;
  const advice = isNew && hint ? hints[url.protocol as keyof typeof hints] : LOOK;
  return `${url.host} closed the connection ${when} (${code}). ${advice}`;
};
const timeout: Explain = ({ url, started, hasResponded, timeoutMs }) => {
  if (started)
    return `${url.host} did not complete its response within ${timeoutMs} ms. Raise --timeout if the server is just slow.`;
  const problem = `${url.host} did not accept a connection within ${timeoutMs} ms.`;
  if (hasResponded) return `${problem} ${LOOK} Raise --timeout if it is just slow.`;
  const scheme = url.protocol === 'https:' ? ' If the server has no TLS, use http.' : '';
  return `${problem} Check the host, the port and the firewall.${scheme}`;
};
const interrupted: Explain = ({ url }) => `The run was stopped before ${url.host} responded.`;
/** The error of a proxy says all that there is to say. */
const proxied: Explain = (_, __, ___, error) => (error as Error).message;
const unsendable: Explain = (_, code, detail) =>
  `The request cannot be sent: ${detail} (${code}). Nothing left this machine.`;

/** The first line with a matching pattern decides. */
const TABLE: readonly (readonly [RegExp, NoResponse['kind'], Explain])[] = [
  [/^(ASSAY_INTERRUPTED|UND_ERR_(DESTROYED|CLOSED|ABORTED|INFO))$/, 'interrupted', interrupted],
  [/^ASSAY_PROXY/, 'proxy', proxied],
  [/^(ASSAY_TIMED_OUT|ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout', timeout],
  [/^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/, 'unsafe', unsendable],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns', dns],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM|EMFILE)$/,
    'refused',
    refused,
  ],
  [/^(HPE_INVALID_EOF_STATE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'reset', reset],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'not-http', longHeaders],
  [/^ASSAY_MANY_INTERIM$/, 'not-http', manyInterim],
  [/^ASSAY_UPGRADED$/, 'not-http', upgraded],
  // undici asserts that a status has three digits and is 100 at least.
  [/^(HPE_|ERR_ASSERTION$)/, 'not-http', notHttp],
  [
    /^(EPROTO$|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_)/,
    'tls',
    tls,
  ],
];

/** Describes a failed attempt: the kind of missing response, and a message with host, cause and remedy. */
export function silenceOf(error: unknown, where: Circumstances): NoResponse {
  const code = codeOf(error);
  const detail = detailOf(error);
  const row = TABLE.find(([pattern]) => pattern.test(code));
  // An https connection that fails before a request is sent failed at the handshake.
  const [, kind, words] = row ?? [
    undefined,
    ...(where.url.protocol === 'https:' && !where.started
      ? (['tls', tls] as const)
      : (['reset', reset] as const)),
  ];
  const message = words(where, code, detail, error);
  return { kind: kind === 'reset' && where.passedOnBy !== undefined ? 'proxy' : kind, message };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as Error & { code?: unknown };
  if (error.message === 'bad upgrade') return 'ASSAY_UPGRADED';
  if (typeof code === 'string') return code;
  // undici's parser errors come without a code when the parser's table is minified.
  if (error.name === 'HTTPParserError') {
    return error.message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_ERROR';
  }
  return error.cause === undefined ? error.message : codeOf(error.cause);
}

/** The first line of the error, and the bytes that the parser did not understand. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const line = error.message.split('\n', 1)[0] ?? '';
  const { data } = error as Error & { data?: unknown };
  if (data === undefined || data === null) return line;
  const text = String(data);
  // The mark shows that the cut may have split a secret.
  return `${line}, at ${JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`;
}
