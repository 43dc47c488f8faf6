/** Why a TLS connection failed, in words: what the server showed or asked for, and the remedy. */
import type { X509Certificate } from 'node:crypto';
import { some } from '../model/some.ts';
import type { Trust } from './way.ts';

export interface FailedTls {
  readonly url: URL;
  /** The code of the error, such as CERT_HAS_EXPIRED. */
  readonly code: string;
  /** The message of the error. */
  readonly detail: string;
  readonly error: unknown;
  readonly trust?: Trust | undefined;
}

/** What an error of TLS carries beside its code: the certificate of the server, if it showed one. */
export interface WithCertificate {
  readonly certificate?: X509Certificate | undefined;
}

type Words = (failed: FailedTls, certificate: X509Certificate | undefined) => string;

/** The most names of a certificate that are listed. */
const MAX_NAMES = 5;
const CLOCK = 'If it is valid, correct the clock of this machine.';
const RENEW = 'Ask the operator of the server to renew it.';

const expired: Words = ({ url, code }, certificate) => {
  const late = chainOf(certificate).find(({ validTo }) => Date.parse(validTo) < Date.now());
  const whose = late === undefined || late === certificate ? 'The certificate' : authority(late);
  const when = late === undefined ? '' : ` on ${day(late.validTo)}`;
  return `${whose} of ${url.host} expired${when} (${code}). ${RENEW} ${CLOCK}`;
};

const early: Words = ({ url, code }, certificate) => {
  const from = chainOf(certificate).find(({ validFrom }) => Date.parse(validFrom) > Date.now());
  const when =
    from === undefined ? 'is not valid yet' : `is not valid before ${day(from.validFrom)}`;
  return `The certificate of ${url.host} ${when} (${code}). ${CLOCK} Otherwise ask the operator of the server to replace it.`;
};

const otherName: Words = ({ url, code, error }, certificate) => {
  const { subjectaltname } =
    (error as { readonly cert?: { readonly subjectaltname?: string } }).cert ?? {};
  const names = namesIn(subjectaltname ?? certificate?.subjectAltName);
  const shown = names.length === 0 ? 'no name at all' : some(names, MAX_NAMES);
  return `The certificate of ${url.host} is for ${shown}, not for ${url.hostname} (${code}). In the URL, use a name that the certificate has, or ask the operator of the server to add ${url.hostname}.`;
};

const selfSigned: Words = ({ url, code, trust }, certificate) => {
  const [, top] = [certificate, chainOf(certificate).at(-1)];
  const own = code.startsWith('DEPTH_ZERO');
  const what = own
    ? 'is self-signed'
    : `comes from a private certificate authority${named(top?.subject)}, which this machine does not trust`;
  const file = own ? 'that certificate' : "the authority's certificate";
  return `The certificate of ${url.host} ${what} (${code}). ${trustIt(trust, file)}`;
};

const unknownIssuer: Words = ({ url, code, trust }, certificate) => {
  const chain = chainOf(certificate);
  const issuer = named(chain.at(-1)?.issuer);
  const problem = `The certificate of ${url.host} comes from an authority${issuer} that this machine does not know (${code}).`;
  if (chain.length > 1) return `${problem} ${trustIt(trust, "the authority's certificate")}`;
  return `${problem} The server sent only its own certificate: if the authority is public, the chain is incomplete, and the operator of the server must add the intermediate certificates. If it is private, ${lower(trustIt(trust, "the authority's certificate"))}`;
};

const clientWanted: Words = ({ url, code, trust }) =>
  trust?.identity === undefined
    ? `${url.host} requires a client certificate (mutual TLS), but none was given (${code}). Name it with --cert FILE --key FILE.`
    : `${url.host} did not accept the client certificate of --cert (${code}). Ask the operator of the server which authority must issue it.`;

const handshake: Words = ({ url, code, trust }) =>
  trust?.identity === undefined
    ? `${url.host} ended the TLS handshake (${code}). The usual cause is a missing client certificate (--cert FILE --key FILE), or the two sides share no cipher suite or key type: the server's log shows the reason.`
    : `${url.host} ended the TLS handshake (${code}). Either it does not accept the client certificate of --cert, or the two sides share no cipher suite or key type: the server's log shows the reason.`;

const rejected =
  (why: string, remedy: string): Words =>
  ({ url, code, trust }) =>
    trust?.identity === undefined
      ? clientWanted({ url, code, trust, detail: '', error: undefined }, undefined)
      : `${url.host} rejects the client certificate of --cert: ${why} (${code}). ${remedy}`;

const version: Words = ({ url, code }) =>
  `${url.host} and Assay have no TLS version in common (${code}). Assay supports TLS 1.2 and 1.3: ask the operator of the server to allow one of them.`;

const noName: Words = ({ url, code }) =>
  `${url.host} has no certificate for the name ${url.hostname} (${code}). Check the name in the URL, or ask the operator of the server to add it.`;

const plain: Words = ({ url, code }) =>
  `${url.host} does not speak TLS (${code}). If it serves plain HTTP, use http://${url.host}.`;

const silent: Words = ({ url, code, trust }) => {
  const advice =
    trust?.identity === undefined
      ? '; if it requires a client certificate, name one with --cert FILE --key FILE'
      : '; otherwise it may not accept the client certificate of --cert';
  return `${url.host} closed the connection during the TLS handshake (${code}). If it serves plain HTTP, use http://${url.host}${advice}.`;
};

const weak: Words = ({ url, code, detail }) =>
  `The certificate or key of ${url.host} is too weak for this machine: ${reason(detail)} (${code}). Ask the operator of the server to replace it.`;

const revoked: Words = ({ url, code }) =>
  `The certificate of ${url.host} was revoked (${code}). Ask the operator of the server to replace it.`;

const other: Words = ({ url, code, detail }) =>
  `The TLS connection to ${url.host} failed: ${reason(detail)} (${code}). The server's log may have the reason.`;

/** The first line with a matching pattern decides. Alerts have the numbers of RFC 8446 §6. */
const TABLE: readonly (readonly [RegExp, Words])[] = [
  [/^CERT_HAS_EXPIRED$/, expired],
  [/^CERT_NOT_YET_VALID$/, early],
  [/^CERT_REVOKED$/, revoked],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, otherName],
  [/SELF_SIGNED_CERT/, selfSigned],
  [/^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|^CERT_UNTRUSTED/, unknownIssuer],
  [/ALERT_CERTIFICATE_REQUIRED/, clientWanted],
  [
    /ALERT_UNKNOWN_CA/,
    rejected('it does not know its issuer', 'Use one from an authority that the server accepts.'),
  ],
  [/ALERT_CERTIFICATE_EXPIRED/, rejected('it expired', 'Get a new one.')],
  [/ALERT_CERTIFICATE_REVOKED/, rejected('it was revoked', 'Get a new one.')],
  [
    /ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_UNKNOWN|ACCESS_DENIED)/,
    rejected('it is not suitable', "The server's log shows the reason."),
  ],
  [/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|INAPPROPRIATE_FALLBACK/, version],
  [/UNRECOGNIZED_NAME/, noName],
  [/KEY_TOO_SMALL|MD_TOO_WEAK|KEY_TOO_WEAK/, weak],
  [/HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY/, handshake],
  [/WRONG_VERSION|PACKET_LENGTH|RECORD|HTTP_REQUEST|EPROTO/, plain],
  [/SOCKET|ECONNRESET|EPIPE/, silent],
];

/** A message with host, cause and remedy. */
export function tlsProblem(failed: FailedTls): string {
  const { certificate } = (failed.error ?? {}) as WithCertificate;
  // Errors of a lower layer name the reason of OpenSSL in their message alone.
  const reasons = `${failed.code} ${reason(failed.detail).toUpperCase().replace(/\W+/g, '_')}`;
  const code = /^E[A-Z]+$/.test(failed.code) ? reasons : failed.code;
  const [, words] = TABLE.find(([pattern]) => pattern.test(code)) ?? [undefined, other];
  return words(failed, certificate);
}

/** True if the server ended the connection because of the certificate of its client. */
export function isClientCertificate(code: string): boolean {
  return /ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERT|ACCESS_DENIED)/.test(
    code,
  );
}

function trustIt(trust: Trust | undefined, what: string): string {
  return trust?.ca === undefined
    ? `Name ${what} with --ca FILE (PEM).`
    : `Add ${what} to the file of --ca (PEM), which does not contain it.`;
}

/** The certificate and those above it that the server sent. */
function chainOf(certificate: X509Certificate | undefined): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = certificate; next !== undefined; next = next.issuerCertificate) {
    if (chain.some(({ fingerprint256 }) => fingerprint256 === next?.fingerprint256)) break;
    chain.push(next);
  }
  return chain;
}

function authority({ subject }: X509Certificate): string {
  return `The certificate of the authority${named(subject)} above that`;
}

/** ` «Example CA»`, from the lines of a name; empty without one. */
function named(lines: string | undefined): string {
  const name = /^CN=(.+)$/m.exec(lines ?? '')?.[1] ?? /^O=(.+)$/m.exec(lines ?? '')?.[1];
  return name === undefined ? '' : ` ${JSON.stringify(name.slice(0, 100))}`;
}

function namesIn(subjectAltName: string | undefined): readonly string[] {
  return (subjectAltName ?? '')
    .split(/,\s*/)
    .map((one) => one.replace(/^[^:]*:/, ''))
    .filter((name) => name !== '');
}

/** `2024-05-01` */
function day(text: string): string {
  return new Date(text).toISOString().slice(0, 10);
}

/** The reason in a message of OpenSSL, without its numbers. */
function reason(detail: string): string {
  const parts = /:error:[\dA-F]+:([^:]*):([^:]*):([^:]+)/i.exec(detail);
  return parts?.[3]?.trim() ?? detail;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
