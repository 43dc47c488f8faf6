/** The flags of a run. */
import type { Level } from '../contract/contract.ts';
import type { Profile } from '../model/index.ts';

/** Options that select requirements and values. */
export interface SelectionFlags {
  readonly only?: readonly string[];
  readonly level?: Level;
  readonly without?: readonly string[];
  readonly seed?: Seed;
  readonly runs?: number;
  readonly hunt?: number;
  readonly profile?: Profile;
}

/** `random`: a new number for each run. */
export type Seed = number | 'random';

/** Options about the target and its fixtures. */
export interface TargetFlags {
  readonly fixtures?: string;
  /** A page that calls the target. */
  readonly origin?: string;
  /** False if no settings file is read. */
  readonly config?: string | false;
  readonly rate?: string;
  readonly concurrency?: number;
}

/** Options about the client certificate of mutual TLS. */
export interface IdentityFlags {
  /** A certificate in PEM, or with its key as PKCS#12. */
  readonly cert?: string;
  readonly key?: string;
  readonly keyPassphraseEnv?: string;
  readonly keyPassphraseFile?: string;
}

/** Options about the way to the target. */
export interface NetworkFlags extends IdentityFlags {
  readonly ca?: string;
  readonly insecure?: true;
  /** The URL of a forward proxy, or `none`. */
  readonly proxy?: string;
}

/** Options about the bearer token of each request. */
export interface TokenFlags {
  readonly tokenEnv?: string;
  readonly tokenFile?: string;
  readonly oauthTokenUrl?: string;
  readonly oauthClientId?: string;
  readonly oauthClientSecretEnv?: string;
  readonly oauthScope?: string;
  readonly oauthAudience?: string;
}

/** Options that bring a secret to the target, or a header that may be one. */
export interface CredentialFlags extends TokenFlags, Pick<IdentityFlags, 'cert'> {
  readonly header?: readonly string[];
  /** The token of the second target of a comparison. */
  readonly tokenEnvB?: string;
}

/** Options about the contract of a target. */
export interface ContractFlags {
  readonly contract?: string;
  readonly contractFile?: string;
}

/** The effects that a run may have. */
export interface AllowanceFlags {
  readonly allowWrites?: true;
  readonly allowIrreversible?: true;
  readonly strictRead?: true;
}
