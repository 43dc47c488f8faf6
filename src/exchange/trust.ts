/** The certificates that the kit accepts, and the one that it shows. */
import * as tls from 'node:tls';

/** The operator's settings; without them the authorities of this system count. */
export interface Trust {
  /** Certificates of further authorities, in PEM. */
  readonly ca?: string | undefined;
  /** True if no certificate is verified. */
  readonly insecure?: boolean | undefined;
  /** What a server gets that asks for a certificate of its client. */
  readonly identity?: Identity | undefined;
}

/** A client certificate with its private key: both in PEM, or as PKCS#12. */
export interface Identity {
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
}

/** The TLS options of connections, made once for all of them. */
export function tlsOptions({
  ca,
  insecure,
  identity,
}: Trust): Pick<tls.ConnectionOptions, 'secureContext' | 'rejectUnauthorized'> {
  return {
    ...(ca === undefined && identity === undefined
      ? {}
      : {
          secureContext: tls.createSecureContext({
            ...(ca === undefined ? {} : { ca: [...authorities(), ca] }),
            ...identity,
          }),
        }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** Why a client certificate cannot be used, in the words of OpenSSL; `undefined` if it can. */
export function identityProblem(identity: Identity): string | undefined {
  try {
    tls.createSecureContext(identity);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The authorities of this system; Node includes those of NODE_EXTRA_CA_CERTS since 22.15. */
function authorities(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: () => readonly string[] };
  return getCACertificates?.() ?? tls.rootCertificates;
}
