/** The certificates that the kit accepts. */
import * as tls from 'node:tls';

/** The operator's settings; without them the authorities of this system count. */
export interface Trust {
  /** Certificates of further authorities, in PEM. */
  readonly ca?: string | undefined;
  /** True if no certificate is verified. */
  readonly insecure?: boolean | undefined;
}

/** The TLS options of connections, made once for all of them. */
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

/** The authorities of this system; Node includes those of NODE_EXTRA_CA_CERTS since 22.15. */
function authorities(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: () => readonly string[] };
  return getCACertificates?.() ?? tls.rootCertificates;
}
