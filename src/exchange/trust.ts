/** Whose certificates are accepted. */
import * as tls from 'node:tls';

/** As the operator states it; empty: the authorities of this system vouch for a target. */
export interface Trust {
  /** Certificates of further authorities, in PEM. */
  readonly ca?: string | undefined;
  /** True: no certificate is verified. */
  readonly insecure?: boolean | undefined;
}

/** The same for connections: read once, and not for each of them. */
export function tlsOptions({
  ca,
  insecure,
}: Trust): Pick<tls.ConnectionOptions, 'secureContext' | 'rejectUnauthorized'> {
  return {
    ...(ca === undefined
      ? {}
      : { secureContext: tls.createSecureContext({ ca: [...authorities(), ca] }) }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** Those of this system, with those of NODE_EXTRA_CA_CERTS where Node (22.15 and later) shows them. */
function authorities(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: () => readonly string[] };
  return getCACertificates?.() ?? tls.rootCertificates;
}
