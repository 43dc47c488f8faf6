/** What an operator sets about the way to a target. */

export interface ForwardProxy {
  /** Scheme, host and port; without user and password. */
  readonly url: URL;
  /** The value of Proxy-Authorization. */
  readonly authorization?: string | undefined;
  /** Who named it: an option, a variable, or a member of a file. */
  readonly from: string;
}

/** The proxy on the way to a URL; `undefined` if there is none. */
export type ProxyFor = (target: URL) => ForwardProxy | undefined;

/** The operator's settings of TLS; without them the authorities of this system count. */
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
  readonly pfx?: Uint8Array;
  readonly passphrase?: string;
}
