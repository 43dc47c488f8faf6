/** The bearer token of a run: from a variable, from a file, or fetched. Flags win over assay.yaml. */
import type { Config } from '../input/config.ts';
import { InputError } from '../input/error.ts';
import type { OAuthClient } from '../input/oauth.ts';
import { readToken } from '../input/options.ts';
import { defined, type TokenFlags } from './options.ts';

export interface Token {
  /** Absent when nobody asked for one. */
  readonly bearer?: string;
  readonly lastsMs?: number;
  /** Values that must not appear in any artefact. */
  readonly secrets: readonly string[];
}

type Configured = Pick<Config, 'tokenEnv' | 'tokenFile' | 'oauth' | 'timeoutMs'>;

/** Reads or fetches the token. Throws InputError, which never tells a secret. */
export async function tokenOf(
  flags: TokenFlags & { readonly timeout?: number },
  config: Configured,
): Promise<Token> {
  const { tokenEnv, tokenFile } = flags;
  const [env, file] = [tokenEnv, tokenFile].map((own) => own !== undefined);
  if (!env && !file) {
    const client = clientOf(flags, config.oauth);
    if (client !== undefined) return fetched(client, flags.timeout ?? config.timeoutMs);
  }
  const from = env || file ? flags : config;
  if (from.tokenEnv !== undefined) return plain(await readToken({ env: from.tokenEnv }));
  return from.tokenFile === undefined
    ? { secrets: [] }
    : plain(await readToken({ file: from.tokenFile }));
}

function plain(bearer: string): Token {
  return { bearer, secrets: [bearer] };
}

async function fetched(client: OAuthClient, timeoutMs: number | undefined): Promise<Token> {
  const { fetchToken } = await import('../input/oauth.ts');
  const { token: bearer, ...rest } = await fetchToken(client, timeoutMs);
  return { bearer, ...rest };
}

/** The client that flags and configuration describe together; none where neither does. */
function clientOf(flags: TokenFlags, configured: OAuthClient | undefined): OAuthClient | undefined {
  const own = defined({
    tokenUrl: flags.oauthTokenUrl,
    clientId: flags.oauthClientId,
    clientSecretEnv: flags.oauthClientSecretEnv,
    scope: flags.oauthScope,
    audience: flags.oauthAudience,
  });
  const { tokenUrl, clientId, clientSecretEnv, ...optional } = { ...configured, ...own };
  if (tokenUrl !== undefined && clientId !== undefined && clientSecretEnv !== undefined) {
    return { tokenUrl, clientId, clientSecretEnv, ...optional };
  }
  if (Object.keys(own).length === 0) return undefined;
  const missing = [
    tokenUrl === undefined && '--oauth-token-url',
    clientId === undefined && '--oauth-client-id',
    clientSecretEnv === undefined && '--oauth-client-secret-env',
  ].filter((name) => typeof name === 'string');
  throw new InputError(
    `oauth: ${missing.join(' and ')} is missing. A token is fetched with all three.`,
  );
}
