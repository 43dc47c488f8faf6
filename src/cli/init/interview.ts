/** Asks for what a run needs to know of a target, and tries each answer there. */
import { InputError } from '../../input/error.ts';
import { parseTarget, readToken, type Target } from '../../input/options.ts';
import type { FixtureName, Fixtures } from '../../model/index.ts';
import { line } from '../../report/text.ts';
import { checkedFixtures, type Examination, examine, isAbsent } from '../doctor/examine.ts';
import { type Candidate, recognise } from '../doctor/recognise.ts';
import { Visit } from '../doctor/visit.ts';
import { defined } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import { fixtureFrom, isObjectFixture, whatIs } from './answers.ts';
import type { Answers } from './files.ts';
import type { Questions } from './questions.ts';

/** Each answer costs a few requests. */
const MOST_REQUESTS = 300;

/** What is known before the first question. */
export interface Given {
  readonly url?: string;
  readonly surface?: string;
  readonly contract?: string;
  readonly tokenEnv?: string;
  readonly fixtures: readonly (readonly [name: FixtureName, answer: string])[];
  /** Settings of the requests: headers, certificates, timeout, rate. */
  readonly settingsFor: (target: Target, tokenEnv: string | undefined) => Promise<Settings>;
}

/** A target that responds as a surface of the kit. */
interface Reached {
  readonly url: string;
  readonly visit: Visit;
  readonly settings: Settings;
  readonly candidate: Candidate;
  readonly tokenEnv?: string;
}

/** The answers, each tried. Without questions, what is not given is left out. Throws InputError. */
export async function interview(given: Given, questions: Questions | undefined): Promise<Answers> {
  const { settings, candidate, ...reached } = await reach(given, questions);
  let { visit, tokenEnv } = reached;
  let found = await examine(candidate, visit, settings);
  if (questions === undefined && found.caller?.accepted === false)
    throw new InputError(
      `--token-env ${tokenEnv ?? 'NAME'}: ${found.caller.statement}. Nothing was written.`,
    );
  questions?.say(`A ${candidate.surface.name} responds there${versionOf(found)}.`);
  while (questions && found.caller?.accepted === false) {
    questions.say(`Token: ${found.caller.statement}.`);
    const name = await tokenName(questions);
    if (name === '') break;
    tokenEnv = name;
    await visit.close();
    const again = await reachOnce({ ...given, surface: candidate.surface.name }, reached.url, name);
    visit = again.visit;
    found = await examine(again.candidate, visit, again.settings);
  }
  if (found.caller !== undefined) questions?.say(`Token: ${line(found.caller.statement, 200)}.`);
  try {
    const fixtures = await fixturesFor(given, found, visit, questions);
    const { name: surface } = candidate.surface;
    const { contract } = given;
    return { surface, url: reached.url, fixtures, ...defined({ tokenEnv, contract }) };
  } finally {
    await visit.close();
  }
}

function versionOf({ announced, surface, note }: Examination): string {
  const { version } = surface.operations[0]?.contract ?? {};
  if (announced === undefined) return '';
  return ` (it announces version ${line(announced, 40)}${note === undefined ? '' : `, and is held to ${version}`})`;
}

/** Asks for another URL or a token until something known responds. */
async function reach(given: Given, questions: Questions | undefined): Promise<Reached> {
  let { url, tokenEnv } = given;
  for (;;) {
    try {
      url ??= await urlFrom(questions);
      questions?.say(`Looking at ${url} …`);
      return await reachOnce(given, url, tokenEnv);
    } catch (error) {
      if (!(error instanceof InputError) || questions === undefined) throw error;
      questions.say(error.message);
      if (error instanceof CredentialError) tokenEnv = await tokenName(questions);
      else url = undefined;
    }
  }
}

class CredentialError extends InputError {}

async function reachOnce(
  given: Given,
  url: string,
  tokenEnv: string | undefined,
): Promise<Reached> {
  const target = parseTarget(url);
  const settings = await given.settingsFor(target, tokenEnv);
  const visit = new Visit(target.url, settings, MOST_REQUESTS);
  const { served, problem, locked } = await recognise(visit, settings);
  const fit = served.filter(({ surface }) => [undefined, surface.name].includes(given.surface));
  const [candidate] = fit;
  if (candidate !== undefined && fit.length === 1)
    return {
      url: target.url.href.replace(/\/$/, ''),
      visit,
      settings,
      candidate,
      ...defined({ tokenEnv }),
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

async function urlFrom(questions: Questions | undefined): Promise<string> {
  if (questions === undefined)
    throw new InputError(
      'init: there is no terminal to ask at. Give the URL, and as options what else is known: --surface, --contract, --token-env, --fixture NAME=VALUE.',
    );
  for (;;) {
    const answer = await questions.ask('URL of the target:');
    if (answer !== '') return answer;
  }
}

/** The name of a variable that holds a token; empty for none. */
async function tokenName(questions: Questions): Promise<string> {
  for (;;) {
    const name = await questions.ask('Environment variable that holds the token (Enter: none):');
    if (name === '') return name;
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      questions.say('That is no name of a variable. The token itself is never written to a file.');
      continue;
    }
    try {
      await readToken({ env: name });
      return name;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      questions.say(error.message);
    }
  }
}

/** The fixtures that were given, and those that the answers name. */
async function fixturesFor(
  given: Given,
  found: Examination,
  visit: Visit,
  questions: Questions | undefined,
): Promise<Partial<Fixtures>> {
  const kept: Record<FixtureName, unknown[]> = {};
  const take: Take = async (name, answer) => {
    const value = await fixtureFrom(name, answer);
    if (kept[name]?.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      return { problem: 'that one is here already' };
    const trial = await tryFixture(name, value, found, visit);
    if (trial.problem === undefined) kept[name] = [...(kept[name] ?? []), value];
    return trial;
  };
  for (const [name, answer] of given.fixtures) {
    const { problem } = await take(name, answer);
    if (problem !== undefined)
      throw new InputError(
        `--fixture ${name}=${line(answer, 40)}: ${problem}. Nothing was written.`,
      );
  }
  if (questions === undefined) return kept;
  for (const name of found.surface.operatorFixtures ?? [])
    await askFor(name, kept[name]?.length ?? 0, take, questions);
  return kept;
}

/** Why a fixture is of no use here; without a problem, whether that was seen. */
interface Trial {
  readonly problem?: string;
  readonly live?: boolean;
}

type Take = (name: FixtureName, answer: string) => Promise<Trial>;

async function askFor(
  name: FixtureName,
  before: number,
  take: Take,
  questions: Questions,
): Promise<void> {
  const what = whatIs(name);
  const how = isObjectFixture(name) ? ', each as JSON on one line or @FILE' : '';
  const file = /base64/.test(what) ? ', or @FILE' : '';
  questions.say(`${name}: ${what}${how}${file}. Enter: no more.`);
  for (let index = before; ; ) {
    const answer = await questions.ask(`${name}[${index}]:`);
    if (answer === '') return;
    const { problem, live } = await take(name, answer).catch((error: unknown): Trial => {
      if (error instanceof InputError) return { problem: error.message.replace(/\.$/, '') };
      throw error;
    });
    if (problem === undefined) index++;
    const kept = live ? 'live' : 'kept; a run will show whether it is right';
    questions.say(
      problem === undefined ? kept : `${problem}. Write another one, or Enter to skip.`,
    );
  }
}

/** Looks a fixture up. The problem is such as `404 from withdraw: not live here`. */
async function tryFixture(
  name: FixtureName,
  value: unknown,
  { surface, send, fixtures, results }: Examination,
  visit: Visit,
): Promise<Trial> {
  const lookups = surface.lookups?.({ ...fixtures, [name]: [value] }) ?? [];
  const absent = new Set(results.filter(isAbsent).map(({ probe }) => probe.operation));
  const own = lookups.filter((lookup) => lookup.name === name);
  const [{ state, why } = { state: 'untried', why: '' }] = await checkedFixtures(own, absent, {
    send,
    visit,
  });
  if (state === 'live' || state === 'untried') return { live: state === 'live' };
  return { problem: `${why}: ${state === 'dead' ? 'not live here' : 'that shows nothing'}` };
}
