/** The options of a command line. */
import type { Level } from '../contract/contract.ts';
import type { Profile } from '../model/index.ts';

/** `random`: a new number for each run. */
export type Seed = number | 'random';

/** A client certificate for mutual TLS. */
export interface IdentityFlags {
  /** A certificate in PEM, or with its key as PKCS#12. */
  readonly cert?: string;
  readonly key?: string;
  readonly keyPassphraseEnv?: string;
  readonly keyPassphraseFile?: string;
}

/** The options that a settings file has too, with the same names and values. */
export interface SharedFlags extends IdentityFlags {
  /** What the operator calls the target. */
  readonly name?: string;
  readonly only?: readonly string[];
  readonly level?: Level;
  readonly without?: readonly string[];
  readonly api?: readonly string[];
  /** Files of own rules. */
  readonly rules?: readonly string[];
  readonly seed?: Seed;
  readonly runs?: number;
  readonly hunt?: number;
  readonly profile?: Profile;
  /** The origin of a page that calls the target. */
  readonly origin?: string;
  readonly concurrency?: number;
  readonly maxRequests?: number;
  /** In percent. */
  readonly minJudged?: number;
  readonly out?: string;
  /** The zip file for the whole report. */
  readonly bundle?: string;
  /** The file with known failures. */
  readonly baseline?: string;
  /** Such as `2/3`. */
  readonly shard?: string;
  /** A file with certificates of further authorities. */
  readonly ca?: string;
  /** The URL of a forward proxy, or `none`. */
  readonly proxy?: string;
  readonly tokenEnv?: string;
  readonly tokenFile?: string;
  /** A version of the contract, or `auto`. */
  readonly contract?: string;
  /** The place of another contract: a path or a URL. */
  readonly contractFile?: string;
}

export interface Flags extends SharedFlags {
  readonly fixtures?: string;
  /** False if no settings file is read. */
  readonly config?: string | false;
  readonly rate?: string;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly insecure?: true;
  readonly oauthTokenUrl?: string;
  readonly oauthClientId?: string;
  readonly oauthClientSecretEnv?: string;
  readonly oauthScope?: string;
  readonly oauthAudience?: string;
  readonly header?: readonly string[];
  /** The token of the second target of a comparison. */
  readonly tokenEnvB?: string;
  readonly allowWrites?: true;
  readonly allowIrreversible?: true;
  readonly strictRead?: true;
  /** Names of APIs, with commas between them. */
  readonly certify?: true | string;
  readonly baselineWrite?: string;
  readonly baselineUpdate?: true;
  /** The case that alone is sent. */
  readonly path?: string;
  readonly watch?: true;
  /** Foreign files are replaced. */
  readonly force?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly color?: boolean;
}

/** `--token-env` for `tokenEnv` */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
