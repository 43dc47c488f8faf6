import { dirname, resolve } from 'node:path';
import { isSecretHeader } from '../exchange/redact.js';
import { check } from './check.js';
import { InputError } from './error.js';
import { expand, readFixtures } from './fixtures.js';
import { headerValue, parseRate } from './options.js';
import { readSource } from './source.js';
/** The place of an environment variable in a header's value. */
const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;
/** Reads assay.yaml. Throws InputError: for syntax, unknown members, wrong values, and secrets in clear. */
export async function readConfig(path, environment = process.env) {
    const source = await readSource(path);
    check(source, 'assay');
    const document = source.value;
    const { fixtures, rate, timeout, only, out, headers = {}, tokenFile, ...same } = document;
    const folder = dirname(resolve(path));
    if (tokenFile !== undefined && same.tokenEnv !== undefined) {
        throw source.error(['tokenFile'], 'there is a tokenEnv too. Keep one of them.', true);
    }
    const { $schema: _, ...settings } = same;
    return {
        ...settings,
        ...(fixtures === undefined ? {} : { fixtures: fixturesReader(fixtures, source, folder) }),
        ...(rate === undefined
            ? {}
            : { ratePerSecond: placed(source, ['rate'], () => parseRate(rate)) }),
        ...(timeout === undefined ? {} : { timeoutMs: timeout }),
        ...(only === undefined ? {} : { only: typeof only === 'string' ? [only] : only }),
        ...(out === undefined ? {} : { out: resolve(folder, out) }),
        ...(tokenFile === undefined ? {} : { tokenFile: resolve(folder, tokenFile) }),
        ...filledIn(headers, source, environment),
    };
}
function fixturesReader(fixtures, source, folder) {
    return typeof fixtures === 'string'
        ? () => readFixtures(resolve(folder, fixtures))
        : () => expand(fixtures, { source, at: ['fixtures'], folder });
}
/** Headers with their variables filled in, and the values of those variables. */
function filledIn(headers, source, environment) {
    const secrets = [];
    const filled = Object.entries(headers).map(([name, template]) => {
        const at = ['headers', name];
        const text = template.replace(VARIABLE, (_, variable) => {
            const value = environment[variable]?.trim() ?? '';
            if (value === '') {
                const remedy = `Set it, for example: export ${variable}=…`;
                throw source.error(at, `environment variable ${variable} is empty or missing. ${remedy}`);
            }
            secrets.push(value);
            return value;
        });
        if (template.search(VARIABLE) === -1 && isSecretHeader(name)) {
            const remedy = `Write \${NAME} in its place and set the environment variable NAME, or use tokenEnv.`;
            throw source.error(at, `a secret stands here in clear. ${remedy}`);
        }
        return [name, placed(source, at, () => headerValue(name, text))];
    });
    return { headers: Object.fromEntries(filled), secrets };
}
/** Gives an error of a parser the place of the member that it read. */
function placed(source, at, parse) {
    try {
        return parse();
    }
    catch (error) {
        if (!(error instanceof InputError))
            throw error;
        throw source.error(at, error.message.replace(/^[^:]*: /, ''));
    }
}
