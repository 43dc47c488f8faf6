/**
 * `equal: [step /pointer = other /pointer, step /pointer = step sent /pointer, back? here? /pointer = "value"]`: a value
 * of a response is that of another response, that of a request, or this one. A step must be accepted; with a question
 * mark, nothing follows from its rejection.
 */
import type { CheckResult, Pointer } from '../../../../src/kit.ts';
import { isAccepted } from '../../judges.ts';
import { expects200 } from '../../statuses.ts';
import { differsAt, type Place, placeOf, shownAt } from '../places.ts';
import type { Form, Judge } from './form.ts';

const EQUATION = /^((?:\w+\? )*)(\w+)(\??) (\/\S*) = (.+)$/;

export function equalForm(value: unknown): Form {
  const equations = [value].flat().map(equationOf);
  return {
    steps: equations.flatMap(({ steps }) => steps),
    places: equations.flatMap(({ places }) => places),
    judge: equations.map(({ judge }) => judge),
  };
}

function equationOf(text: unknown) {
  const [, before = '', step = '', optional, at = '', right = ''] =
    EQUATION.exec(String(text)) ?? [];
  if (step === '')
    throw new Error(`${JSON.stringify(text)} is not an equation. Write: step /pointer = "value"`);
  const pointer = at as Pointer;
  const needed = before.split('? ').filter(Boolean);
  const source = /^\w+ (sent )?\//.test(right) ? placeOf(right) : undefined;
  const literal: unknown = source === undefined ? literalOf(right) : undefined;
  const judge: Judge = (at): CheckResult => {
    if (!needed.every((one) => isAccepted(at[one]))) return undefined;
    const judged = at[step];
    if (judged === undefined) return undefined;
    if (!isAccepted(judged)) return optional ? undefined : expects200(judged.response.status);
    const expected = source === undefined ? literal : shownAt(at, source);
    if (expected === undefined) return undefined;
    return differsAt(expected, judged.response.body, pointer);
  };
  const places: readonly Place[] = [{ step, pointer }, ...(source ? [source] : [])];
  return { judge, places, steps: [...needed, ...places.map((place) => place.step)] };
}

function literalOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${text} is neither JSON nor a place. Write: step /pointer = "value"`);
  }
}
