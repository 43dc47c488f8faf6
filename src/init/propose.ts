/** Invents fixtures from the responses of a target and the answers of the user, and tries each. */

import { checkedFixtures, type Examination } from '../doctor/examine.ts';
import type { Visit } from '../doctor/visit.ts';
import { texts } from '../model/defined.ts';
import type { Answers, FixtureName, Fixtures, Proposals, Question } from '../model/index.ts';
import { line } from '../report/text.ts';
import type { Prompts } from './prompts.ts';

/** An examined target, and the way to send requests to it. */
export interface Target {
  readonly found: Examination;
  readonly visit: Visit;
}

/** Why a fixture is useless here; without a problem, whether a response confirmed it. */
export interface Trial {
  readonly problem?: string;
  readonly live?: boolean;
  /** The rejection of the target: `400 from …: {"error":"…"}`. */
  readonly refusal?: string;
  /** Other fixtures that now have the value, because it fits them too. */
  readonly also?: readonly FixtureName[];
}

/** Tries a value, and keeps it if it is right. */
export type Keep = (name: FixtureName, value: unknown) => Promise<Trial>;

/** Looks a fixture up. The problem has a form such as `404 from withdraw: not live here`. */
export async function tryFixture(
  name: FixtureName,
  value: unknown,
  { found: { surface, send, fixtures, results }, visit }: Target,
): Promise<Trial> {
  const lookups = surface.lookups?.({ ...fixtures, [name]: [value] }) ?? [];
  const own = lookups.filter((lookup) => lookup.name === name);
  const [check] = await checkedFixtures(own, results, { send, visit });
  const { state = 'untried', why = '', errorText } = check ?? {};
  if (state === 'live' || state === 'untried') return { live: state === 'live' };
  const problem = `${why}: ${state === 'dead' ? 'not live here' : 'that proves nothing'}`;
  return {
    problem,
    ...(errorText !== undefined && { refusal: `${why}: ${line(errorText, 240)}` }),
  };
}

interface Means {
  /** The known fixtures so far. */
  readonly known: Partial<Fixtures>;
  readonly keep: Keep;
  readonly prompts: Prompts;
}

interface Proposed {
  readonly accepted: readonly FixtureName[];
  readonly remarks: readonly string[];
  /** How the target rejected a value. */
  readonly refusals: ReadonlyMap<FixtureName, string>;
}

/** Proposes each of these fixtures that has no value. */
export async function propose(
  { notes, questions, make, validity }: Proposals,
  names: readonly FixtureName[],
  { known, keep, prompts }: Means,
): Promise<Proposed> {
  const open = names.filter((name) => (known[name] ?? []).length === 0);
  if (open.length === 0) return { accepted: names, remarks: [], refusals: new Map() };
  for (const note of notes) prompts.say(`Note: ${note}.`);
  prompts.say(
    `Values for ${open.join(', ')} are made up and tried. Press Enter to accept the value shown.`,
  );
  const answers: Record<string, string> = {};
  for (const question of questions) answers[question.name] = await answerTo(question, prompts);
  const accepted: FixtureName[] = [];
  const refusals = new Map<FixtureName, string>();
  for (const { name, value } of make(answers, known)) {
    if (!open.includes(name)) continue;
    const { problem, refusal = problem, live } = await keep(name, value);
    if (problem === undefined) accepted.push(name);
    else refusals.set(name, refusal ?? problem);
    prompts.say(`${name}: ${problem === undefined ? kept(live) : `not accepted, ${refusal}`}`);
  }
  const remarks = accepted.length === 0 ? [] : remarksOn(accepted, questions, answers, validity);
  for (const remark of remarks) prompts.say(remark);
  return {
    accepted: names.filter((name) => accepted.includes(name) || !open.includes(name)),
    remarks,
    refusals,
  };
}

const kept = (live: boolean | undefined): string =>
  live ? 'accepted' : 'kept; a run shows whether it is correct';

async function answerTo(
  { text, otherwise, isMadeUp, problemIn }: Question,
  prompts: Prompts,
): Promise<string> {
  const shown = otherwise === '' ? 'none' : line(otherwise, 60);
  const instead = isMadeUp ? `${shown}, which is made up` : shown;
  for (;;) {
    const entered = await prompts.prompt(`${text} (Enter: ${instead}):`);
    if (entered === '') return otherwise;
    const problem = problemIn?.(entered);
    if (problem === undefined) return entered;
    prompts.say(`${problem}.`);
  }
}

function remarksOn(
  accepted: readonly FixtureName[],
  questions: readonly Question[],
  answers: Answers,
  validity: string | undefined,
): readonly string[] {
  const unknown = questions.filter(
    ({ name, otherwise, isMadeUp }) => isMadeUp && answers[name] === otherwise,
  );
  const made = unknown.map(({ name }) => name).join(', ');
  return texts(
    `Made up, and accepted by the target: ${accepted.join(', ')}.`,
    made !== '' && `Not known to exist: ${made}.`,
    validity,
  );
}
