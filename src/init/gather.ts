/** Gathers fixtures: given ones, entered ones, and invented ones. Each is tried. */

import { type ApiOffer, isOffered, offerLines, offersOf } from '../doctor/offer.ts';
import { InputError } from '../input/error.ts';
import {
  ASIDE,
  apiOf,
  type FixtureName,
  fixturesOf,
  type Proposals,
  type Surface,
} from '../model/index.ts';
import { line } from '../report/text.ts';
import { FIXTURES, type InitValues } from './files.ts';
import { fixtureFrom, isObjectFixture, valuesIn, whatIs } from './fixture-input.ts';
import type { Prompts } from './prompts.ts';
import { type Keep, propose, type Target, type Trial, tryFixture } from './propose.ts';

/**
 * Without prompts, values are made up if the target accepts them, and the missing ones are named. Throws InputError for a
 * wrong given value.
 */
export async function gather(
  given: readonly (readonly [name: FixtureName, entered: string])[],
  target: Target,
  prompts: Prompts | undefined,
): Promise<Required<Pick<InitValues, 'fixtures' | 'remarks' | 'missing'>>> {
  const { surface } = target.found;
  const kept: Record<FixtureName, unknown[]> = {};
  const keep: Keep = async (name, value) => {
    if (kept[name]?.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      return { problem: 'that value is already listed' };
    const trial = await tryFixture(name, value, target);
    if (trial.problem === undefined) kept[name] = [...(kept[name] ?? []), value];
    return trial;
  };
  for (const [name, entered] of given) {
    for (const value of valuesIn(name, entered)) {
      const { problem } = await keep(name, await fixtureFrom(name, value));
      if (problem !== undefined)
        throw new InputError(
          `--fixture ${name}=${line(value, 40)}: ${problem}. Nothing was written.`,
        );
    }
  }
  const shown = prompts ?? NO_PROMPTS;
  const offers = await confirmedOffers(target, shown);
  const wanted = (surface.operatorFixtures ?? []).filter((name) => isWanted(name, surface, offers));
  const { made, proposals } = await madeUpFor(wanted, target);
  const ask = async (name: FixtureName): Promise<void> =>
    promptFor(name, kept[name]?.length ?? 0, keepEverywhere(keep, surface, wanted), shown);
  for (const name of wanted) if (!made.includes(name)) await ask(name);
  const proposed =
    proposals && (await propose(proposals, made, { known: kept, keep, prompts: shown }));
  for (const name of made) if (!proposed?.accepted.includes(name)) await ask(name);
  const missing = wanted
    .filter((name) => prompts === undefined && (kept[name] ?? []).length === 0)
    .map((name) => missingLine(name, proposed?.refusals.get(name)));
  return { fixtures: kept, remarks: proposed?.remarks ?? [], missing };
}

/** What an offered API still needs, with the option for it. */
function missingLine(name: FixtureName, refusal: string | undefined): string {
  const value = isObjectFixture(name) ? '@FILE' : 'VALUE';
  const tried = refusal === undefined ? '' : ` Made-up values were not accepted: ${refusal}.`;
  return `${name}: ${whatIs(name)}.${tried} Give --fixture ${name}=${value}, or write it into ${FIXTURES}.`;
}

/** Enters nothing, and accepts every value that is shown. */
const NO_PROMPTS: Prompts = { prompt: async () => '', say: () => {}, close: () => {} };

/** The wanted fixtures for which the surface makes up values. */
async function madeUpFor(
  wanted: readonly FixtureName[],
  { found, visit }: Target,
): Promise<{ readonly made: readonly FixtureName[]; readonly proposals?: Proposals }> {
  // Nothing is read twice.
  const proposals = await found.surface.proposals?.(
    async (call) => visit.seen(call) ?? found.send(call, ASIDE),
  );
  if (proposals === undefined) return { made: [] };
  const names = new Set(proposals.make({}, {}).map(({ name }) => name));
  return { made: wanted.filter((name) => names.has(name)), proposals };
}

/** The target's offer; the user confirms APIs that only requests with existing ids would show. */
async function confirmedOffers({ found }: Target, prompts: Prompts): Promise<readonly ApiOffer[]> {
  const offers = offersOf(found);
  for (const text of offerLines(offers.map((one) => ({ ...one, lacks: [] })))) prompts.say(text);
  const others = offers.filter((one) => !isOffered(one)).map(({ api }) => api);
  for (;;) {
    if (others.length === 0) return offers;
    const entered = await prompts.prompt(
      'Which of these does the server offer anyway (Enter: none)?',
    );
    const names = entered.split(/[\s,]+/).filter((name) => name !== '');
    const unknown = names.filter((name) => !others.includes(name));
    if (unknown.length === 0)
      return offers.map((one) => (names.includes(one.api) ? { ...one, presence: 'unknown' } : one));
    prompts.say(`${line(unknown.join(', '), 80)}: write names of ${others.join(', ')}.`);
  }
}

/** False for a fixture of APIs that the target does not offer. */
function isWanted(name: FixtureName, surface: Surface, offers: readonly ApiOffer[]): boolean {
  const { exampleFixtures = {} } = surface;
  const example = fixturesOf(surface, { [name]: exampleFixtures[name] ?? [] });
  const calls = surface.lookups?.(example).flatMap((lookup) => lookup.calls) ?? [];
  const apis = new Set(calls.map(({ operation }) => apiOf(operation)));
  const own = offers.filter(({ api }) => apis.has(api));
  return own.length === 0 || own.some(isOffered);
}

/** Keeps a value also for other fixtures that it fits, if the target confirms this. */
function keepEverywhere(keep: Keep, surface: Surface, wanted: readonly FixtureName[]): Keep {
  return async (name, value) => {
    const trial = await keep(name, value);
    const also: FixtureName[] = [];
    for (const other of surface.mayHoldToo?.[name] ?? [])
      if (trial.live && wanted.includes(other) && (await keep(other, value)).live) also.push(other);
    return { ...trial, also };
  };
}

async function promptFor(
  name: FixtureName,
  before: number,
  keep: Keep,
  prompts: Prompts,
): Promise<void> {
  const what = whatIs(name);
  const how = isObjectFixture(name) ? ', each as JSON on one line or @FILE' : '';
  const file = /base64/.test(what) ? ', or @FILE' : '';
  prompts.say(`${name}: ${what}${how}${file}. Press Enter when done.`);
  for (let index = before; ; ) {
    const entered = await prompts.prompt(`${name}[${index}]:`);
    if (entered === '') return;
    for (const value of valuesIn(name, entered)) {
      const trial = await keepEntered(name, value, keep);
      if (trial.problem === undefined) index++;
      prompts.say(shown(name, trial));
    }
  }
}

async function keepEntered(name: FixtureName, entered: string, keep: Keep): Promise<Trial> {
  try {
    return await keep(name, await fixtureFrom(name, entered));
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message.replace(/\.$/, '') };
    throw error;
  }
}

function shown(name: FixtureName, { problem, live, also = [] }: Trial): string {
  if (problem !== undefined) return `${problem}. Enter another value, or press Enter to skip.`;
  const others = also.length === 0 ? '' : `; ${also.join(' and ')} too`;
  const found = isObjectFixture(name) ? 'accepted' : 'live';
  return (live ? found : 'kept; a run shows whether it is correct') + others;
}
