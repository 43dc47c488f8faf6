/** The bearer token of a run: from a variable, from a file, or fetched. Flags take precedence over assay.yaml. */
import type { Credential, Renewal } from '../exchange/renewal.ts';
import { claimsIn } from '../exchange/web-token.ts';
import { defined, texts } from '../model/defined.ts';
import type { Config } from './config.ts';
import { InputError } from './error.ts';
import type { Flags } from './flags.ts';
import type { OAuthClient } from './oauth.ts';
import { isOpenPipe } from './open.ts';
import { readToken } from './options.ts';
import type { Way } from './send-once.ts';

export interface Token {
  /** Absent when none is configured. */
  readonly bearer?: string;
  readonly lastsMs?: number;
  /** Values that no file may contain. */
  readonly secrets: readonly string[];
  /** Fetches it again; absent if that would return the same token. */
  readonly again?: () => Promise<Token>;
}

type Configured = Pick<Config, 'tokenEnv' | 'tokenFile' | 'oauth' | 'timeoutMs'>;

/** Reads or fetches the token; `way`: how a token endpoint is reached. Throws InputError, which never shows a secret. */
export async function tokenOf(
  flags: Flags,
  config: Configured,
  way: Pick<Way, 'trust' | 'proxy'> = {},
): Promise<Token> {
  const isNamed = flags.tokenEnv !== undefined || flags.tokenFile !== undefined;
  if (!isNamed) {
    const client = clientOf(flags, config.oauth);
    if (client !== undefined) {
      return fetched(client, { ...way, timeoutMs: flags.timeout ?? config.timeoutMs });
    }
  }
  const from = isNamed ? flags : config;
  if (from.tokenEnv !== undefined) return plain(await readToken({ env: from.tokenEnv }));
  return from.tokenFile === undefined ? { secrets: [] } : inFile(from.tokenFile);
}

/** The token file may get a new token during the run; a pipe has one. */
async function inFile(file: string): Promise<Token> {
  const token = plain(await readToken({ file }));
  return isOpenPipe(file) ? token : { ...token, again: () => inFile(file) };
}

function plain(bearer: string): Token {
  // The expiry of a JSON Web Token, in seconds since 1970.
  const { exp } = claimsIn(bearer) ?? {};
  const lasts = typeof exp === 'number' && { lastsMs: exp * 1000 - Date.now() };
  return { bearer, secrets: [bearer], ...lasts };
}

async function fetched(client: OAuthClient, way: Way): Promise<Token> {
  const { fetchToken } = await import('./oauth.ts');
  const { token: bearer, secrets, lastsMs } = await fetchToken(client, way);
  const shown = { ...plain(bearer), ...defined({ lastsMs }), secrets };
  return { ...shown, again: () => fetched(client, way) };
}

/** The members of a client that the flags give. */
export function oauthIn(flags: Flags): Partial<OAuthClient> {
  return defined({
    tokenUrl: flags.oauthTokenUrl,
    clientId: flags.oauthClientId,
    clientSecretEnv: flags.oauthClientSecretEnv,
    scope: flags.oauthScope,
    audience: flags.oauthAudience,
  });
}

/** The client from flags and configuration together; none if neither describes one. */
function clientOf(flags: Flags, configured: OAuthClient | undefined): OAuthClient | undefined {
  const own = oauthIn(flags);
  const { tokenUrl, clientId, clientSecretEnv, ...optional } = { ...configured, ...own };
  if (tokenUrl !== undefined && clientId !== undefined && clientSecretEnv !== undefined) {
    return { tokenUrl, clientId, clientSecretEnv, ...optional };
  }
  if (Object.keys(own).length === 0) return undefined;
  const missing = texts(
    tokenUrl === undefined && '--oauth-token-url',
    clientId === undefined && '--oauth-client-id',
    clientSecretEnv === undefined && '--oauth-client-secret-env',
  );
  throw new InputError(
    `oauth: ${missing.join(' and ')} is missing. Fetching a token requires all three.`,
  );
}

/** The header that carries a bearer token. */
export function headersFor({ bearer }: Token): Readonly<Record<string, string>> {
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

/** The renewal of this token, when it expires or is rejected; `undefined` if it cannot be renewed. */
export function renewalOf({ lastsMs, again }: Token): Renewal | undefined {
  if (again === undefined) return undefined;
  const next = async (): Promise<Credential> => {
    const { lastsMs: lasts, secrets, ...token } = await again();
    return { headers: headersFor({ ...token, secrets }), secrets, ...defined({ lastsMs: lasts }) };
  };
  return { next, ...defined({ lastsMs }) };
}
