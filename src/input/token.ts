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

/** The first credential of a run; without headers if no token is configured. */
export interface Token extends Credential {
  /** Absent if the token cannot be renewed. */
  readonly renewal?: Renewal;
}

export const NO_TOKEN: Token = { headers: {}, secrets: [] };

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
  return from.tokenFile === undefined ? NO_TOKEN : inFile(from.tokenFile);
}

/** The token file may get a new token during the run; a pipe has one. */
async function inFile(file: string): Promise<Token> {
  const token = plain(await readToken({ file }));
  return isOpenPipe(file) ? token : renewable(token, () => inFile(file));
}

function plain(bearer: string): Token {
  // The expiry of a JSON Web Token, in seconds since 1970.
  const { exp } = claimsIn(bearer) ?? {};
  const lasts = typeof exp === 'number' && { lastsMs: exp * 1000 - Date.now() };
  return { headers: { authorization: `Bearer ${bearer}` }, secrets: [bearer], ...lasts };
}

async function fetched(client: OAuthClient, way: Way): Promise<Token> {
  const { fetchToken } = await import('./oauth.ts');
  const { token, secrets, lastsMs } = await fetchToken(client, way);
  const first = { ...plain(token), ...defined({ lastsMs }), secrets };
  return renewable(first, () => fetched(client, way));
}

function renewable(token: Token, next: Renewal['next']): Token {
  return { ...token, renewal: { next, ...defined({ lastsMs: token.lastsMs }) } };
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
