/** Flags and assay.yaml, made into the settings of a run. Flags win. */
import { existsSync } from 'node:fs';
import { isSecretHeader } from '../exchange/redact.js';
import { InputError } from '../input/error.js';
import { parseHeader, parseRate, readToken } from '../input/options.js';
import { defined } from './options.js';
const CONFIG_FILE = 'assay.yaml';
export const OUT = 'reports/latest';
/** Polite towards the limits that registries are known to have. */
const RATE_PER_SECOND = 1.5;
/** Reads what the flags and the configuration name. Throws InputError. */
export async function settingsOf(flags, target) {
    const config = await configOf(flags);
    const token = await tokenOf(flags, config);
    const only = flags.only ?? config.only;
    const { seed = config.seed, runs = config.runs, level = config.level } = flags;
    const rate = flags.rate === undefined ? config.ratePerSecond : parseRate(flags.rate);
    return {
        ...defined({
            fixtures: await fixturesOf(flags, config),
            only: only && selection(only),
            level,
            seed,
            runs,
            ratePerSecond: rate ?? (target === undefined || isLocal(target.url) ? undefined : RATE_PER_SECOND),
            maxRequests: flags.maxRequests ?? config.maxRequests,
            timeoutMs: flags.timeout ?? config.timeoutMs,
        }),
        headers: {
            ...lowerCased(config.headers),
            ...target?.headers,
            ...Object.fromEntries((flags.header ?? []).map(openHeader)),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        secrets: [...config.secrets, ...(target?.secrets ?? []), ...(token ? [token] : [])],
        out: flags.out ?? config.out ?? OUT,
        certify: flags.certify ?? config.certify ?? false,
    };
}
/** True for targets on this machine, which need no pause between requests. */
export function isLocal({ hostname }) {
    return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
async function configOf(flags) {
    const file = flags.config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
    if (file === undefined)
        return { headers: {}, secrets: [] };
    const { readConfig } = await import('../input/config.js');
    return readConfig(file);
}
async function fixturesOf(flags, config) {
    if (flags.fixtures === undefined)
        return config.fixtures?.();
    const { readFixtures } = await import('../input/fixtures.js');
    return readFixtures(flags.fixtures);
}
async function tokenOf(flags, config) {
    const own = flags.tokenEnv !== undefined || flags.tokenFile !== undefined;
    const { tokenEnv, tokenFile } = own ? flags : config;
    if (tokenEnv !== undefined)
        return readToken({ env: tokenEnv });
    return tokenFile === undefined ? undefined : readToken({ file: tokenFile });
}
/** Other people on this machine can read the arguments of a process. */
function openHeader(text) {
    const [name, value] = parseHeader(text);
    if (!isSecretHeader(name))
        return [name.toLowerCase(), value];
    throw new InputError(`--header ${name}: a secret does not belong on the command line. Use --token-env or --token-file for a bearer token, or write ${name}: \${NAME} under headers: in assay.yaml and set the environment variable NAME.`);
}
function selection(globs) {
    const parts = globs.map((glob) => glob.trim());
    if (!parts.some((glob) => /^,|^$|,$/.test(glob)))
        return parts.join(',');
    throw new InputError("--only: a pattern is empty. Write one such as 'registry/withdraw/*'.");
}
function lowerCased(headers) {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
