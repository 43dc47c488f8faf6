import { dirname, resolve } from 'node:path';
import { isSecretHeader } from '../exchange/redact.ts';
import { defined } from '../model/defined.ts';
import { check } from './check.ts';
import { InputError } from './error.ts';
import {
  checkFixtures,
  type FixturesDocument,
  type FixturesSource,
  fixturesFrom,
  openFixtures,
} from './fixtures.ts';
import type { SharedFlags } from './flags.ts';
import type { OAuthClient } from './oauth.ts';
import { headerValue, parseDuration, parseOrigin, parsePercentage, parseRate } from './options.ts';
import { type MemberPath, readSource, type Source } from './source.ts';

/** The settings of assay.yaml, read and checked, with the values of its variables. Paths are absolute. */
export interface Config extends SharedFlags {
  readonly surface?: string;
  /** The base URL of the target. */
  readonly url?: string;
  /** Opens the fixtures. Called on demand, because not every command needs them. */
  readonly fixtures?: () => Promise<FixturesSource>;
  readonly ratePerSecond?: number;
  readonly timeoutMs?: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values from variables. */
  readonly secrets: readonly string[];
  /** The environment variables that the file names. */
  readonly variables: readonly string[];
  /** The names of the members of the file. */
  readonly members: readonly string[];
  readonly oauth?: OAuthClient;
  readonly strictRead?: boolean;
  readonly certify?: boolean | string | readonly string[];
}

type OneOrMore = string | readonly string[];

/** The members of assay.yaml whose values the settings have in another form. */
interface Written {
  readonly $schema?: string;
  readonly fixtures?: string | FixturesDocument;
  readonly rate?: string | number;
  readonly timeout?: string | number;
  readonly minJudged?: string | number;
  readonly only?: OneOrMore;
  readonly without?: OneOrMore;
  readonly api?: OneOrMore;
  readonly rules?: OneOrMore;
  readonly contract?: string | number;
}

type ConfigDocument = Omit<Partial<Config>, keyof Written> & Written;

/** The members with the path of a file or a folder. */
const PATHS = [
  ...(['out', 'bundle', 'baseline', 'tokenFile', 'ca'] as const),
  ...(['cert', 'key', 'keyPassphraseFile'] as const),
];

/** A reference to an environment variable in a header's value. */
const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

/** Reads assay.yaml. Throws InputError: for syntax, unknown members, wrong values, and secrets in clear. */
export async function readConfig(
  path: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Config> {
  return configOf(await readSource(path), dirname(resolve(path)), environment);
}

/** The files of own rules that a settings file names; nothing else of it is read. Throws InputError. */
export async function rulesNamedIn(path: string): Promise<readonly string[]> {
  const source = await readSource(path);
  check(source, 'assay');
  return rulesOf(source.value as ConfigDocument, dirname(resolve(path))) ?? [];
}

function rulesOf({ rules }: ConfigDocument, folder: string): readonly string[] | undefined {
  return listOf(rules)?.map((file) => resolve(folder, file));
}

/** The settings in a document; paths are of `folder`. Throws InputError as readConfig does. */
export function configOf(source: Source, folder: string, environment: NodeJS.ProcessEnv): Config {
  check(source, 'assay');
  const document = source.value as ConfigDocument;
  const { $schema: _, rate, timeout, fixtures, ...same } = document;
  const { minJudged, origin, proxy, contract, contractFile, headers = {} } = same;
  if (typeof fixtures === 'object') checkFixtures(source, ['fixtures']);
  oneOf(['tokenEnv', 'tokenFile', 'oauth'], document, source);
  oneOf(['contract', 'contractFile'], document, source);
  oneOf(['keyPassphraseEnv', 'keyPassphraseFile'], document, source);
  const parsed = <V, T>(name: string, value: V | undefined, parse: (value: V) => T) =>
    value === undefined ? undefined : placed(source, [name], () => parse(value));
  const listed = (['only', 'without', 'api'] as const).map((name) => [name, listOf(same[name])]);
  const paths = PATHS.map((name) => [name, same[name] && resolve(folder, same[name])]);
  return {
    ...same,
    ...defined({
      ...Object.fromEntries([...listed, ...paths]),
      fixtures: fixtures === undefined ? fixtures : fixturesReader(fixtures, source, folder),
      ratePerSecond: parsed('rate', rate, parseRate),
      timeoutMs: parsed('timeout', timeout, (text) => parseDuration(text)),
      minJudged: parsed('minJudged', minJudged, (share) => parsePercentage('minJudged', share)),
      origin: parsed('origin', origin, parseOrigin),
      rules: rulesOf(document, folder),
      proxy: proxy && proxyOf(proxy, source, environment),
      contract: contract?.toString(),
      contractFile:
        contractFile &&
        (/^https?:/i.test(contractFile) ? contractFile : resolve(folder, contractFile)),
    }),
    ...filledIn(headers, source, environment),
    variables: variablesOf(document),
    members: Object.keys(document).filter((name) => name !== '$schema'),
  } as Config;
}

function listOf(value: OneOrMore | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [value].flat();
}

/** Members with the same meaning, of which only one is allowed. */
function oneOf(
  names: readonly (keyof ConfigDocument)[],
  document: ConfigDocument,
  source: Source,
): void {
  const [first, second] = names.filter((name) => document[name] !== undefined);
  if (first === undefined || second === undefined) return;
  throw source.error([second], `there is a ${first} too. Keep one of them.`, true);
}

function fixturesReader(
  fixtures: string | FixturesDocument,
  source: Source,
  folder: string,
): () => Promise<FixturesSource> {
  return typeof fixtures === 'string'
    ? () => openFixtures(resolve(folder, fixtures))
    : async () => fixturesFrom(fixtures, { source, at: ['fixtures'], folder });
}

/** The names of the environment variables that a document names. */
function variablesOf(document: ConfigDocument): readonly string[] {
  const { headers = {}, proxy = '', tokenEnv, oauth, keyPassphraseEnv } = document;
  const texts = [...Object.values(headers), proxy];
  const inTexts = texts.flatMap((text) => [...text.matchAll(VARIABLE)]).map(([, name]) => name);
  const names = [...inTexts, tokenEnv, oauth?.clientSecretEnv, keyPassphraseEnv];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Headers with the values of their variables, and these values. */
function filledIn(
  headers: Readonly<Record<string, string>>,
  source: Source,
  environment: NodeJS.ProcessEnv,
): { headers: Record<string, string>; secrets: string[] } {
  const secrets: string[] = [];
  const filled = Object.entries(headers).map(([name, template]) => {
    const at = ['headers', name];
    const fail = (problem: string): InputError => source.error(at, problem);
    const text = template.replace(VARIABLE, (_, variable: string) => {
      const value = valueFor(variable, environment, fail);
      secrets.push(value);
      return value;
    });
    if (template.search(VARIABLE) === -1 && isSecretHeader(name)) {
      const remedy = `Write \${NAME} in its place and set the environment variable NAME, or use tokenEnv.`;
      throw fail(`there is a plain-text secret here. ${remedy}`);
    }
    return [name, placed(source, at, () => headerValue(name, text))] as const;
  });
  return { headers: Object.fromEntries(filled), secrets };
}

/** The value of an environment variable. Throws the error at its place if it is empty. */
function valueFor(
  variable: string,
  environment: NodeJS.ProcessEnv,
  error: (problem: string) => InputError,
): string {
  const value = environment[variable]?.trim() ?? '';
  if (value !== '') return value;
  const remedy = `Set it, for example: export ${variable}=…`;
  throw error(`environment variable ${variable} is empty or missing. ${remedy}`);
}

/** The URL of a proxy with the values of its variables, which are encoded in user and password. */
function proxyOf(template: string, source: Source, environment: NodeJS.ProcessEnv): string {
  const fail = (problem: string): InputError => source.error(['proxy'], problem);
  const end = template.lastIndexOf('@');
  const password =
    /^(?:[^:/]*:\/\/)?[^:]*:(.+)$/.exec(template.slice(0, Math.max(0, end)))?.[1] ?? '';
  if (password.replace(VARIABLE, '') !== '')
    throw fail(
      `there is a plain-text secret here. Write \${NAME} in place of the password and set the environment variable NAME.`,
    );
  return template.replace(VARIABLE, (_, variable: string, index: number) => {
    const value = valueFor(variable, environment, fail);
    return index < end ? encodeURIComponent(value) : value;
  });
}

/** Adds the place of a member to the error of its parser. */
function placed<T>(source: Source, at: MemberPath, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw source.error(at, error.message.replace(/^[^:]*: /, ''));
  }
}
