/** Responses that are those of another request that runs at the same time. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import { type Exchange, endOf, hasResponse, isAccepted, type Pattern } from '../../model/index.ts';
import { isSameCall } from '../../plan/call.ts';
import { SHORT_TEXT } from '../numbers.ts';
import { steadyOf } from './leaves.ts';
import type { Suspect } from './suspect.ts';

/** Shorter bodies are equal by chance. */
const SHORTEST = 2 * SHORT_TEXT;

/** The operation whose responses the wrong ones are: each is that of a request at the same time, and never otherwise. */
export function ofConcurrent({ observed, shown, back, kept }: Suspect): Pattern | undefined {
  if (back.when === 'after-others') return undefined;
  const all = kept.map(({ exchange }) => exchange).filter(hasResponse);
  const wrong = [...new Set([shown.culprit, ...observed.culprits])].filter(isAccepted);
  const found = wrong.flatMap((one) => originOf(one, all) ?? []);
  if (2 * found.length < wrong.length) return undefined;
  const [first] = found;
  const operation = first?.request.operation.name;
  return operation === undefined ? undefined : { is: 'of-another', when: 'beside', operation };
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
