/** Responses that are those of another request that runs at the same time. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import { defined } from '../../model/defined.ts';
import {
  type Call,
  type Exchange,
  endOf,
  hasResponse,
  isAccepted,
  type Pattern,
} from '../../model/index.ts';
import { isSameCall } from '../../plan/call.ts';
import { onlyReads } from '../case.ts';
import { differingPlaces } from '../experiment/earlier.ts';
import { SHORT_TEXT } from '../numbers.ts';
import { steadyOf } from './leaves.ts';
import type { Suspect } from './suspect.ts';

/** Shorter bodies are equal by chance. */
const SHORTEST = 2 * SHORT_TEXT;

/**
 * The operation whose responses the wrong ones are: each is that of a request at the same time. The blamed request alone
 * gets another response, which is tried.
 */
export async function ofConcurrent(suspect: Suspect): Promise<Pattern | undefined> {
  const { observed, shown, back, kept } = suspect;
  if (back.when === 'after-others') return undefined;
  const all = kept.map(({ exchange }) => exchange).filter(hasResponse);
  const wrong = [...new Set([shown.culprit, ...observed.culprits])].filter(isAccepted);
  const found = wrong.flatMap((one) => {
    const origin = originOf(one, all);
    return origin === undefined ? [] : { one, origin };
  });
  if (2 * found.length < wrong.length) return undefined;
  const [first] = found;
  if (first === undefined || !(await passesAlone(suspect))) return undefined;
  const operation = first.origin.request.operation.name;
  return { is: 'of-another', when: 'beside', operation, ...defined({ differsIn: placeOf(found) }) };
}

/** True if the blamed request gets another response when it is sent by itself, and that one is not wrong. */
async function passesAlone({ observed, shown, trials, affordable }: Suspect): Promise<boolean> {
  const { culprit, at } = shown;
  if (!onlyReads(at.planned.probe)) return false;
  for (let n = 0; n < INDEPENDENT && affordable(); n++) {
    const [alone] = await trials.rows([[culprit.request]], at, n);
    if (alone === undefined || !hasResponse(alone)) return false;
    const isSame = steadyOf(alone.response) === steadyOf(culprit.response);
    // What another request left behind may still be there at first.
    if (!isSame && trials.failsWith(observed, shown, alone) !== true) return true;
  }
  return false;
}

/** The only place in which each request differs from the other one, if all are about the same object. */
function placeOf(found: readonly Readonly<Record<'one' | 'origin', Exchange>>[]) {
  const pairs = found.map(({ one, origin }) => [one.request, origin.request] as const);
  const pathOf = ({ path }: Call): string | undefined => path.split('?', 1)[0];
  if (pairs.some(([one, other]) => pathOf(one) !== pathOf(other))) return undefined;
  const [places = [], ...others] = pairs.map(([one, other]) => differingPlaces(one, other));
  const common = places.filter((at) => others.every((all) => all.includes(at)));
  return common.length === 1 ? common[0] : undefined;
}

/**
 * The other request at the same time that got this response. It mostly gets it at other times too, and the request of the
 * response mostly gets another one: then the two are mixed up, and the response does not come at random.
 */
function originOf(one: Exchange, all: readonly Exchange[]): Exchange | undefined {
  const text = steadyOf(one.response);
  if (text.length < SHORTEST) return undefined;
  const textsTo = ({ request }: Exchange): readonly string[] =>
    all.flatMap((other) => {
      const isOfIt = other !== one && isSameCall(other.request, request);
      return isOfIt ? steadyOf(other.response) : [];
    });
  const isMostly = (texts: readonly string[]): boolean =>
    2 * texts.filter((other) => other === text).length > texts.length;
  const own = textsTo(one);
  if (own.length === 0 || isMostly(own)) return undefined;
  return all.find((other) => {
    const isAtOnce = other.startedAt <= endOf(one) && endOf(other) >= one.startedAt;
    if (other.request.operation !== one.request.operation || !isAtOnce) return false;
    if (isSameCall(other.request, one.request) || !isAccepted(other)) return false;
    const texts = textsTo(other);
    return texts.length >= INDEPENDENT && isMostly(texts);
  });
}
