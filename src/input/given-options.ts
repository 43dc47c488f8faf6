/** The options of a command line as words, to print another command with them. */
import type { SettingFlags } from './settings.ts';

/** The options that affect requests and judgement; not those about report files. */
export function givenOptions(flags: Partial<SettingFlags>): readonly string[] {
  return [
    ...option('--fixtures', flags.fixtures),
    ...option('--config', flags.config),
    ...option('--token-env', flags.tokenEnv),
    ...option('--token-file', flags.tokenFile),
    ...option('--oauth-token-url', flags.oauthTokenUrl),
    ...option('--oauth-client-id', flags.oauthClientId),
    ...option('--oauth-client-secret-env', flags.oauthClientSecretEnv),
    ...option('--oauth-scope', flags.oauthScope),
    ...option('--oauth-audience', flags.oauthAudience),
    ...(flags.header ?? []).flatMap((header) => ['--header', header]),
    ...option('--ca', flags.ca),
    ...(flags.insecure ? ['--insecure'] : []),
    ...option('--contract', flags.contract),
    ...option('--contract-file', flags.contractFile),
    ...(flags.api ?? []).flatMap((names) => ['--api', names]),
    ...option('--rate', flags.rate),
    ...option('--concurrency', flags.concurrency),
    ...(flags.allowWrites ? ['--allow-writes'] : []),
    ...(flags.allowIrreversible ? ['--allow-irreversible'] : []),
    ...(flags.strictRead ? ['--strict-read'] : []),
    ...(flags.only ?? []).flatMap((glob) => ['--only', glob]),
    ...option('--level', flags.level),
    ...option('--seed', flags.seed === 'random' ? undefined : flags.seed),
    ...option('--runs', flags.runs),
    ...option('--hunt', flags.hunt),
    ...option('--profile', flags.profile),
    ...option('--max-requests', flags.maxRequests),
  ];
}

function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [name, String(value)];
}
