/** The certificates that the kit accepts, and the one that it shows. */
import * as tls from 'node:tls';
import type { Identity, Trust } from './way.ts';

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
            ...contextOf(identity),
          }),
        }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** Why a client certificate cannot be used, in the words of OpenSSL; `undefined` if it can. */
export function identityProblem(identity: Identity): string | undefined {
  try {
    tls.createSecureContext(contextOf(identity));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function contextOf({ pfx, ...identity }: Identity = {}): tls.SecureContextOptions {
  return { ...identity, ...(pfx && { pfx: Buffer.from(pfx) }) };
}

/** The authorities of this system; Node includes those of NODE_EXTRA_CA_CERTS since 22.15. */
function authorities(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: () => readonly string[] };
  return getCACertificates?.() ?? tls.rootCertificates;
}
