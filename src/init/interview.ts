/** Prompts for the facts that a run needs, and tries each value at the target. */

import { type Examination, examine } from '../doctor/examine.ts';
import { type Candidate, recognise } from '../doctor/recognise.ts';
import { Visit } from '../doctor/visit.ts';
import { InputError } from '../input/error.ts';
import { parseTarget, readToken } from '../input/options.ts';
import type { Settings } from '../input/settings.ts';
import { defined } from '../model/defined.ts';
import type { FixtureName } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { line } from '../report/text.ts';
import type { InitValues } from './files.ts';
import { gather } from './gather.ts';
import type { Prompts } from './prompts.ts';

/** The most requests; each value needs a few. */
const MAX_REQUESTS = 300;

/** The known values before the first prompt. */
export interface Given {
  readonly url?: string;
  readonly surface?: string;
  readonly contract?: string;
  readonly tokenEnv?: string;
  readonly fixtures: readonly (readonly [name: FixtureName, entered: string])[];
  /** Settings of the requests: headers, certificates, timeout, rate. */
  readonly settingsFor: (tokenEnv: string | undefined) => Promise<Settings>;
}

/** A target with a known surface. */
interface Reached {
  readonly url: string;
  readonly visit: Visit;
  readonly settings: Settings;
  readonly candidate: Candidate;
  readonly tokenEnv?: string;
}

/** The values, each tried at the target. Without prompts, missing values are omitted. Throws InputError. */
export async function interview(
  given: Given,
  registrations: readonly Registration[],
  prompts: Prompts | undefined,
): Promise<InitValues> {
  const { settings, candidate, ...reached } = await reach(given, registrations, prompts);
  let { visit, tokenEnv } = reached;
  let found = await examine(candidate, visit, settings);
  const caller: string[] = [];
  if (prompts === undefined && found.caller?.accepted === false) {
    const { statement } = found.caller;
    caller.push(`Token: ${line(statement, 200)}. Give --token-env ${tokenEnv ?? 'NAME'}.`);
  }
  prompts?.say(`A ${candidate.surface.name} responds there${versionOf(found)}.`);
  while (prompts && found.caller?.accepted === false) {
    prompts.say(`Token: ${found.caller.statement}.`);
    const name = await tokenName(prompts);
    if (name === '') break;
    tokenEnv = name;
    await visit.close();
    const same = { ...given, surface: candidate.surface.name };
    const again = await reachOnce(same, registrations, reached.url, name);
    visit = again.visit;
    found = await examine(again.candidate, visit, again.settings);
  }
  if (found.caller !== undefined) prompts?.say(`Token: ${line(found.caller.statement, 200)}.`);
  try {
    const { fixtures, remarks, ...rest } = await gather(given.fixtures, { found, visit }, prompts);
    const { name: surface } = candidate.surface;
    const { contract } = given;
    const missing = [...caller, ...rest.missing];
    const known = { surface, url: reached.url, ...defined({ tokenEnv, contract }) };
    return {
      ...{ ...known, fixtures },
      ...(remarks.length > 0 && { remarks }),
      ...(missing.length > 0 && { missing }),
    };
  } finally {
    await visit.close();
  }
}

function versionOf({ announced, surface, note }: Examination): string {
  const { version } = surface.operations[0]?.contract ?? {};
  if (announced === undefined) return '';
  return ` (it announces version ${line(announced, 40)}${note === undefined ? '' : `, and is judged by ${version}`})`;
}

/** Prompts for another URL or a token until a known surface responds. */
async function reach(
  given: Given,
  registrations: readonly Registration[],
  prompts: Prompts | undefined,
): Promise<Reached> {
  let { url, tokenEnv } = given;
  for (;;) {
    try {
      url ??= await urlFrom(prompts);
      prompts?.say(`Looking at ${url} …`);
      return await reachOnce(given, registrations, url, tokenEnv);
    } catch (error) {
      if (!(error instanceof InputError) || prompts === undefined) throw error;
      prompts.say(error.message);
      if (error instanceof CredentialError) tokenEnv = await tokenName(prompts);
      else url = undefined;
    }
  }
}

class CredentialError extends InputError {}

async function reachOnce(
  given: Given,
  registrations: readonly Registration[],
  url: string,
  tokenEnv: string | undefined,
): Promise<Reached> {
  const target = parseTarget(url);
  const settings = await given.settingsFor(tokenEnv);
  const visit = new Visit(target, settings, MAX_REQUESTS);
  const { served, problem, locked } = await recognise(visit, settings, registrations);
  const fit = served.filter(({ surface }) => [undefined, surface.name].includes(given.surface));
  const [candidate] = fit;
  if (candidate !== undefined && fit.length === 1)
    return {
      url: target.href.replace(/\/$/, ''),
      ...{ visit, settings, candidate, ...defined({ tokenEnv }) },
    };
  await visit.close();
  const names = served.map(({ surface }) => surface.name);
  if (locked) throw new CredentialError(`${url}: ${problem}.`);
  if (fit.length > 1)
    throw new InputError(`${url} is a ${names.join(' and a ')}. Choose with --surface.`);
  if (served.length > 0)
    throw new InputError(`--surface ${given.surface}: ${url} is a ${names.join(' and a ')}.`);
  throw new InputError(`${url}: ${problem?.replace(/\.?$/, '.')}`);
}

async function urlFrom(prompts: Prompts | undefined): Promise<string> {
  if (prompts === undefined)
    throw new InputError(
      'init: there is no terminal for prompts. Give the URL, and everything else that is known as options: --surface, --contract, --token-env, --fixture NAME=VALUE.',
    );
  for (;;) {
    const entered = await prompts.prompt('URL of the target:');
    if (entered !== '') return entered;
  }
}

/** The name of a variable that holds a token; empty for none. */
async function tokenName(prompts: Prompts): Promise<string> {
  for (;;) {
    const name = await prompts.prompt('Environment variable that holds the token (Enter: none):');
    if (name === '') return name;
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      prompts.say(
        'That is not the name of a variable. The token itself is never written to a file.',
      );
      continue;
    }
    try {
      await readToken({ env: name });
      return name;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      prompts.say(error.message);
    }
  }
}
