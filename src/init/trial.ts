/** Tries a fixture at the target. */

import { checkedFixtures, type Examination, isAbsent } from '../doctor/examine.ts';
import type { Visit } from '../doctor/visit.ts';
import type { FixtureName } from '../model/index.ts';
import { line } from '../report/text.ts';

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
  const absent = new Set(results.filter(isAbsent).map(({ probe }) => probe.operation));
  const own = lookups.filter((lookup) => lookup.name === name);
  const [check] = await checkedFixtures(own, absent, { send, visit });
  const { state = 'untried', why = '', errorText } = check ?? {};
  if (state === 'live' || state === 'untried') return { live: state === 'live' };
  const problem = `${why}: ${state === 'dead' ? 'not live here' : 'that shows nothing'}`;
  return {
    problem,
    ...(errorText !== undefined && { refusal: `${why}: ${line(errorText, 240)}` }),
  };
}
